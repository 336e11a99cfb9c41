/** The process as an operator meets it: commands, signals, live configuration. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { openServices, runCommand } from "../support/service.ts";
import { tinyFolder } from "../support/tiny-onnx.ts";
import { until } from "../support/until.ts";
import { startUpstream } from "../support/upstream.ts";

const services = openServices();
const { place, start } = services;
after(() => services[Symbol.dispose]());

/** Made up, and parted, so that scanners of this source stay quiet. */
const SECRET = ["AKIA", "Q3EGZ7XWT5KDN2RV"].join("");

const config = (action: string, upstream = "builtin:mock"): string => `
server: { port: 0, drain_seconds: 5 }
keys: [{ id: k, secret: rsk_k, organization: o }]
assets: [{ id: a, organization: o, policies: [{ policy_name: secrets_keys_detection, action: ${action} }] }]
upstreams: [{ name: u, url: "${upstream}", asset: a }]
limits: { routes: { "POST /sdk/v1/analyze/prompt": 5 } }
store: { url: none }
`;

async function analyze(
  url: string,
): Promise<{ readonly status: number; readonly verdict: string; readonly remaining: string | null }> {
  const response = await fetch(`${url}/sdk/v1/analyze/prompt`, {
    method: "POST",
    headers: { "x-api-key": "rsk_k", "content-type": "application/json" },
    body: JSON.stringify({ asset_id: "a", scan_data: { prompt: `the key is ${SECRET}` } }),
  });
  const body = (await response.json()) as { readonly verdict: string };
  return { status: response.status, verdict: body.verdict, remaining: response.headers.get("ratelimit-remaining") };
}

describe("the process", () => {
  test("check ends with 0 for a valid file, and with 1 and every problem for another", async () => {
    const good = await runCommand("check", place("good.yaml", config("flag")));
    assert.equal(good.code, 0);
    assert.match(good.output, /valid \(\d+ keys?, 1 asset, 1 upstream\)/);
    const { code, output } = await runCommand(
      "check",
      place("bad.yaml", config("flagg").replace("asset: a", "asset: b")),
    );
    assert.equal(code, 1);
    assert.match(output, /bad\.yaml:4:\d+: assets\.0\.policies\.0\.action: .*did you mean flag\?/);
    assert.match(output, /bad\.yaml:5:\d+: upstreams\.0\.asset: /);
  });

  test("schema and openapi print JSON, an unknown command the usage", async () => {
    assert.ok(JSON.parse((await runCommand("schema")).output).properties.assets);
    assert.equal(JSON.parse((await runCommand("openapi")).output).openapi.slice(0, 3), "3.1");
    const { code, output } = await runCommand("serv");
    assert.equal(code, 2);
    assert.match(output, /unknown command serv; did you mean serve\?/);
  });

  test("refuses to start with an invalid file and names its problems", async () => {
    const { code, output } = await runCommand(
      "--config",
      place("invalid.yaml", config("flag").replace("port: 0", "port: x")),
    );
    assert.equal(code, 1);
    assert.match(output, /invalid\.yaml:2:\d+: server\.port: must be a number/);
  });

  test("takes an edit over while it runs, keeps its windows, and keeps the old configuration when an edit is wrong", async () => {
    const file = place("live.yaml", config("flag"));
    const { url, child, says, output } = await start(file);
    const told = (message: string): number => output().split(message).length - 1;
    assert.partialDeepStrictEqual(await analyze(url), { verdict: "flagged", remaining: "4" });
    place("live.yaml", config("block"));
    await says("configuration reloaded");
    assert.partialDeepStrictEqual(await analyze(url), { verdict: "blocked", remaining: "3" });
    child.kill("SIGHUP");
    await says("configuration unchanged");
    place("live.yaml", config("blok"));
    await says("live.yaml:4:");
    assert.partialDeepStrictEqual(await analyze(url), { verdict: "blocked", remaining: "2" });
    // Nor where only files that it names are wrong; they are read again on SIGHUP.
    const folder = tinyFolder({ "labels.json": "{" });
    const judge = `judges: [{ name: j, kind: onnx, folder: "${folder}", labels: { toxicity_detection: insult } }]\n`;
    place("live.yaml", config("flag") + judge);
    await until("it is refused", () => told("configuration rejected") === 2);
    writeFileSync(join(folder, "labels.json"), JSON.stringify(["fine", "insult", "threat"]));
    child.kill("SIGHUP");
    await until("it is taken", () => told("configuration reloaded") === 2);
    assert.partialDeepStrictEqual(await analyze(url), { verdict: "flagged", remaining: "1" });
  });

  test("drains on SIGTERM: the stream under way ends whole, new requests get 503, the exit code is 0", async () => {
    let finish = (): void => {};
    await using upstream = await startUpstream((response) => {
      const chunk = (delta: object, end: string | null): string =>
        `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: end }] })}\n\n`;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunk({ role: "assistant", content: "the first words " }, null));
      // Behind more words the first ones need not be held, and the headers go with them.
      response.write(chunk({ content: "and some more of them " }, null));
      finish = () => response.end(`${chunk({ content: "and the last" }, null)}${chunk({}, "stop")}data: [DONE]\n\n`);
    });
    const { url, child, says, exit } = await start(place("drain.yaml", config("flag", upstream.url)));
    const stream = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "hello" }] }),
    });
    child.kill("SIGTERM");
    await says("draining");
    const ready = await fetch(`${url}/readyz`);
    assert.deepEqual([ready.status, ready.headers.get("connection")], [503, "close"]);
    await ready.arrayBuffer();
    finish();
    const text = await stream.text();
    assert.ok(text.includes("and the last") && text.endsWith("data: [DONE]\n\n"), text);
    assert.equal(await exit, 0);
  });

  test("ends at once when it is asked twice, though a stream goes on", async () => {
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": it never ends\n\n");
    });
    const { url, child, says, exit } = await start(place("twice.yaml", config("flag", upstream.url)));
    const stream = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "hello" }] }),
    });
    child.kill("SIGINT");
    await says("draining");
    child.kill("SIGINT");
    assert.equal(await exit, 0);
    // A stream that merely stopped would pass for a whole one.
    assert.match(await stream.text(), /data: \{"error":\{"message":"The service is shutting down"/);
  });
});
