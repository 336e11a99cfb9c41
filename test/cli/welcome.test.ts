import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { greet } from "../../src/cli/greet.ts";
import { welcome } from "../../src/cli/welcome.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { Config } from "../../src/config/config-model.ts";
import { createManualClock } from "../support/clock.ts";

const HASH = "0".repeat(64);

function load(source: string, env: Readonly<Record<string, string>> = {}): Config {
  const result = loadConfig(source, { file: "test.yaml", env });
  assert.ok(result.ok, JSON.stringify(result));
  return result.config;
}

const printed = (source: string, env: Readonly<Record<string, string>> = {}): string =>
  welcome(load(source, env), { port: 8080, source, env, isTerminal: true });

const keyed = (key: string, rest = ""): string => `
keys: [{ id: k1, organization: o, ${key} }]
assets:
  - { id: shop, organization: o, policies: [{ policy_name: prompt_injection_detection, action: block }] }
${rest}`;

describe("the welcome text", () => {
  test("shows a key that stands in the file, or the default of a variable", () => {
    assert.match(printed(keyed("secret: rsk_mine")), /-H 'X-API-Key: rsk_mine' .*"asset_id":"shop"/);
    assert.match(printed(keyed('secret: "${MINE:-rsk_default}"')), /-H 'X-API-Key: rsk_default'/);
  });

  test("never shows a secret from the environment, but its variable", () => {
    for (const secret of ['"${MINE:-rsk_default}"', '"${MINE}"', '"rsk_${MINE}"']) {
      const text = printed(keyed(`secret: ${secret}`), { MINE: "hidden" });
      assert.ok(!text.includes("hidden"), text);
      assert.match(text, secret.startsWith('"rsk') ? /\$SALLYPORT_KEY/ : /-H "X-API-Key: \$MINE"/);
    }
  });

  test("says so when the configuration has only a hash", () => {
    const text = printed(keyed(`secret_sha256: "${HASH}"`));
    assert.match(
      text,
      /# SALLYPORT_KEY stands for the secret of the key k1, of which the configuration has only a hash/,
    );
    assert.match(text, /-H "X-API-Key: \$SALLYPORT_KEY"/);
    assert.ok(!text.includes(HASH));
  });

  test("shows no secret of the file when the service is on the network: its output is a log then", () => {
    const text = printed(`server: { host: 0.0.0.0 }${keyed("secret: rsk_a-long-secret-of-the-file")}`);
    assert.ok(!text.includes("rsk_a-long"), text);
    assert.match(text, /the secret of the key k1, which stands in the configuration/);
    assert.match(text, /http:\/\/127\.0\.0\.1:8080/);
  });

  test("shows no secret of the file where no person reads along, but the default of a variable", () => {
    const piped = (source: string): string => welcome(load(source), { port: 8080, source, env: {}, isTerminal: false });
    const text = piped(keyed("secret: rsk_a-long-secret-of-the-file"));
    assert.ok(!text.includes("rsk_a-long"), text);
    assert.match(text, /the secret of the key k1, which stands in the configuration/);
    assert.match(piped(keyed('secret: "${MINE:-rsk_default}"')), /-H 'X-API-Key: rsk_default'/);
  });

  test("picks a key and an asset that fit each other", () => {
    const text = printed(`
keys:
  - { id: off, organization: o, secret: rsk_off, active: false }
  - { id: other, organization: p, secret: rsk_other }
  - { id: fits, organization: o, secret: rsk_fits }
assets: [{ id: shop, organization: o }]
`);
    assert.match(text, /rsk_fits'.*"asset_id":"shop"/);
    assert.ok(!/rsk_off|rsk_other/.test(text), text);
  });

  test("shows a key only with an asset in its scope", () => {
    const source = (rest: string): string => `
keys:
  - { id: scoped, organization: o, secret: rsk_scoped, assets: [shop] }
  ${rest}
assets: [{ id: desk, organization: o }, { id: shop, organization: o }]
upstreams: [{ name: up, prefix: /up, asset: desk, auth: key, url: "builtin:mock" }]
`;
    const alone = printed(source(""));
    assert.match(alone, /rsk_scoped'.*"asset_id":"shop"/);
    assert.doesNotMatch(alone, /through the proxy/);
    const text = printed(source("- { id: all, organization: o, secret: rsk_all }"));
    assert.match(text, /rsk_all'.*"asset_id":"desk"/);
    assert.doesNotMatch(text, /rsk_scoped/);
  });

  test("gives a key of level 1 inline policies, and makes a key where there is none", () => {
    const text = printed("keys: [{ id: k1, organization: o, secret: rsk_one, access_level: 1 }]");
    assert.match(text, /"asset_id":"api-user-default".*"policies":\[\{"policy_name":"prompt_injection_detection"/);
    assert.match(printed("{}"), /sallyport keys new/);
  });

  test("calls the provider of the configuration in its format, below its prefix, with its own credential", () => {
    const upstream = (fields: string): string =>
      printed(keyed("secret: rsk_mine", `upstreams: [{ name: up, asset: shop, ${fields} }]`));
    const anthropic = upstream("prefix: /claude, url: 'https://api.anthropic.com'");
    assert.match(anthropic, /proxy for Anthropic clients on http:\/\/127\.0\.0\.1:8080\/claude\n/);
    assert.match(anthropic, /:8080\/claude\/v1\/messages -H "x-api-key: \$ANTHROPIC_API_KEY"/);
    const gemini = upstream("prefix: /g, url: 'https://generativelanguage.googleapis.com', api_key: secret-of-ours");
    assert.match(
      gemini,
      /'http:\/\/127\.0\.0\.1:8080\/g\/v1beta\/models\/[^']+:streamGenerateContent\?alt=sse' -H 'Content-Type/,
    );
    assert.ok(!gemini.includes("secret-of-ours"));
    assert.match(
      upstream("prefix: /, url: 'https://api.openai.com', auth: key"),
      /:8080\/v1\/chat\/completions -H 'X-API-Key: rsk_mine' -H "Authorization: Bearer \$OPENAI_API_KEY"/,
    );
    assert.match(upstream("prefix: /o, url: 'https://api.openai.com/v1'"), /:8080\/o\/chat\/completions /);
  });

  test("promises of the mock provider what the asset's policies do", () => {
    const outcome = (policy: string): string => {
      const rest = `upstreams: [{ name: mock, prefix: /, url: "builtin:mock", asset: m }]`;
      return printed(`assets: [{ id: m, organization: o, policies: [${policy}] }]\n${rest}`);
    };
    assert.match(
      outcome("{ policy_name: pii_detection, action: flag, mask: true }"),
      /e-mail address, the gate masks it/,
    );
    assert.match(outcome("{ policy_name: pii_detection, action: block }"), /e-mail address, the gate ends the answer/);
    assert.match(outcome("{ policy_name: pii_detection, action: flag }"), /leaks an e-mail address\n/);
  });
});

describe("the greeting", () => {
  test("comes when the service is ready, and not before", async () => {
    const clock = createManualClock();
    const source = keyed("secret: rsk_mine", "store: { url: 'postgres://gate@db.example/records' }");
    const told: string[] = [];
    let isReady = false;
    const greeting = greet({
      config: load(source),
      source: { acceptedText: source },
      env: {},
      isTerminal: true,
      port: 8080,
      clock,
      print: (text) => told.push(text),
      isReady: () => isReady,
      isStopping: () => false,
    });
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    await turn();
    clock.advance(1000);
    await turn();
    assert.equal(told.length, 1);
    assert.match(
      told[0] ?? "",
      /is not ready: the record store postgres:\/\/db\.example:5432\/records is not available/,
    );
    isReady = true;
    clock.advance(1000);
    await greeting;
    assert.equal(told.length, 2);
    assert.match(told[1] ?? "", /^sallyport is ready/);
  });
});
