import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Asset } from "../../src/config/config-model.ts";
import type { OrganizationId, Policy } from "../../src/core/model.ts";
import { makeAsset, makeKey } from "../support/config.ts";
import { answerWith, chat, contentOf, streamWith } from "../support/proxy-client.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { chatStream, replyJson, startUpstream } from "../support/upstream.ts";
import { session } from "../support/realtime.ts";
import { startProvider, TestClient } from "../support/websocket.ts";
import { watchedStore } from "../support/watched-store.ts";

const EMAIL = "ann.lee@acme-mail.com";
const HEADER = "x-guardrail-policies";
const KEY = { "x-api-key": "rsk_demo" };

const POLICIES: Readonly<Record<string, Partial<Policy>>> = { pii_detection: { action: "block" } };

async function open(
  url: string,
  {
    mode = "merge",
    policies = POLICIES,
    upstream = {},
  }: {
    readonly mode?: Asset["inlinePolicies"];
    readonly policies?: Readonly<Record<string, Partial<Policy>>>;
    readonly upstream?: Parameters<typeof makeUpstream>[1];
  } = {},
) {
  const watched = watchedStore();
  const server = await startServer({
    records: watched.store,
    keys: [
      makeKey("demo", { secret: "rsk_demo" }),
      makeKey("level1", { accessLevel: 1 }),
      makeKey("stranger", { organization: "other" as OrganizationId }),
      makeKey("elsewhere", { assets: new Set(["another-bot"]) }),
    ],
    assets: [makeAsset("demo-chatbot", policies, { inlinePolicies: mode })],
    upstreams: [makeUpstream(url, upstream)],
  });
  return { server, next: watched.next, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function send(
  { url }: Pick<TestServer, "url">,
  headers: Readonly<Record<string, string>>,
  { body = chat(EMAIL), path = "/v1/chat/completions" }: { readonly body?: object; readonly path?: string } = {},
) {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("x-guardrail-policies on the proxy", () => {
  test("chooses policies of one request, and goes no further", async () => {
    await using upstream = await answerWith("fine");
    await using opened = await open(upstream.url);
    assert.equal((await send(opened.server, KEY)).status, 400);
    const flagged = await send(opened.server, { ...KEY, [HEADER]: "pii_detection=flag" });
    assert.deepEqual([flagged.status, flagged.headers.get("x-guardrail-verdict")], [200, "flagged"]);
    assert.equal(flagged.headers.get("x-guardrail-inline"), "merge");
    assert.equal(upstream.seen[0]?.headers[HEADER], undefined);
    const passed = await send(opened.server, {
      ...KEY,
      [HEADER]: " pii_detection = disabled , toxicity_detection=block",
    });
    assert.deepEqual([passed.status, passed.headers.get("x-guardrail-verdict")], [200, "passed"]);
    const empty = await send(opened.server, { ...KEY, [HEADER]: "" });
    assert.deepEqual([empty.status, empty.headers.get("x-guardrail-inline")], [400, null]);
  });

  test("judges the same text by each choice anew, whatever was remembered", async () => {
    await using upstream = await answerWith("fine");
    await using opened = await open(upstream.url);
    const choices = ["pii_detection=flag", "pii_detection=block", "pii_detection=disabled", "pii_detection=flag"];
    const statuses: number[] = [];
    for (const choice of [...choices, ...choices])
      statuses.push((await send(opened.server, { ...KEY, [HEADER]: choice })).status);
    assert.deepEqual(statuses, [200, 400, 200, 200, 200, 400, 200, 200]);
  });

  test("judges anew where types that flag are made to block, whatever was remembered", async () => {
    await using upstream = await answerWith("fine");
    const entities = [{ name: "EMAIL_ADDRESS", action: "flag" }] as const;
    const strengthened = { [HEADER]: "pii_detection=block" };
    for (const choices of [
      [{}, strengthened],
      [strengthened, {}],
    ]) {
      await using opened = await open(upstream.url, { policies: { pii_detection: { action: "block", entities } } });
      for (const headers of choices)
        assert.equal((await send(opened.server, headers)).status, headers === strengthened ? 400 : 200);
    }
  });

  test("weakens nothing without a key of the asset's organization with access level 2", async () => {
    await using upstream = await answerWith("fine");
    await using opened = await open(upstream.url);
    for (const mode of [undefined, "rsk_level1", "rsk_stranger", "rsk_elsewhere", "rsk_unknown"]) {
      const caller = mode === undefined ? {} : { "x-api-key": mode };
      for (const choice of [
        "pii_detection=disabled",
        "pii_detection=flag",
        '[{"policy_name":"pii_detection","action":"flag","metadata":["IBAN"]}]',
      ]) {
        const answer = await send(opened.server, { ...caller, [HEADER]: choice });
        assert.deepEqual(
          [answer.status, answer.headers.get("x-guardrail-inline")],
          [400, "tighten"],
          `${mode} ${choice}`,
        );
      }
      const added = await send(
        opened.server,
        { ...caller, [HEADER]: "competitor_mention_detection=disabled" },
        { body: chat("hello") },
      );
      assert.equal(added.status, 200);
    }
    const list = [{ policy_name: "secrets_keys_detection", action: "block", metadata: [["n", "z{3}"]] }];
    for (const caller of [{}, { "x-api-key": "rsk_level1" }]) {
      const { status, text } = await send(
        opened.server,
        { ...caller, [HEADER]: JSON.stringify(list) },
        { body: chat("hi") },
      );
      const message = "x-guardrail-policies.0.metadata: needs a service key of the asset's organization";
      assert.deepEqual([status, JSON.parse(text).error.message], [400, message]);
    }
    // With a key the same header is fine, and what it was refused for before is not remembered.
    assert.equal(
      (await send(opened.server, { ...KEY, [HEADER]: JSON.stringify(list) }, { body: chat("hi") })).status,
      200,
    );
    // It may add and strengthen.
    await using lax = await open(upstream.url, { policies: { pii_detection: { action: "flag" } } });
    assert.equal((await send(lax.server, {})).status, 200);
    assert.equal((await send(lax.server, { [HEADER]: "pii_detection=block" })).status, 400);
  });

  test("follows the asset: replace, tighten, deny", async () => {
    await using upstream = await answerWith("fine");
    await using replacing = await open(upstream.url, { mode: "replace" });
    assert.equal((await send(replacing.server, { ...KEY, [HEADER]: "toxicity_detection=block" })).status, 200);
    assert.equal((await send(replacing.server, { [HEADER]: "toxicity_detection=block" })).status, 400);
    await using tightening = await open(upstream.url, { mode: "tighten" });
    assert.equal((await send(tightening.server, { ...KEY, [HEADER]: "pii_detection=disabled" })).status, 400);
    await using denying = await open(upstream.url, { mode: "deny" });
    const denied = await send(denying.server, { ...KEY, [HEADER]: "pii_detection=block" }, { body: chat("hello") });
    assert.equal(denied.status, 400);
    assert.equal(
      JSON.parse(denied.text).error.message,
      "x-guardrail-policies: must be absent: inline policies are not accepted for this asset",
    );
  });

  test("refuses what it cannot read with the place, in the provider's format, before the provider is asked", async () => {
    await using upstream = await answerWith("fine");
    await using opened = await open(upstream.url);
    const tooMany = Array.from({ length: 40 }, () => "pii_detection=flag").join(",");
    for (const [value, message] of [
      ["pii_detection", "x-guardrail-policies.0: must be NAME=ACTION"],
      ["pii_detection=flag,", "x-guardrail-policies.1: must be NAME=ACTION"],
      ["pii_detection=flag,x=y=z", "x-guardrail-policies.1: must be NAME=ACTION"],
      ["nope=flag", "x-guardrail-policies.0.policy_name: must be the name of a policy"],
      ["toxicity_detection=flag,pii_detection=off", "x-guardrail-policies.1.action: must be block, flag or disabled"],
      [
        "pii_detection=flag,pii_detection=block",
        "x-guardrail-policies.1.policy_name: must not appear twice in the list",
      ],
      [tooMany, "x-guardrail-policies: must hold at most 13 policies"],
      ["[{]", /^x-guardrail-policies: must be valid JSON/],
      ['[{"policy_name":"pii_detection","action":"flag","action":"block"}]', /^x-guardrail-policies: /],
      [
        '[{"policy_name":"secrets_keys_detection","action":"block","metadata":[["n","("]]}]',
        /^x-guardrail-policies\.0\.metadata\.0\.1: pattern /,
      ],
    ] as const) {
      const { status, text } = await send(opened.server, { ...KEY, [HEADER]: value }, { body: chat("hello") });
      assert.equal(status, 400, value);
      const { error } = JSON.parse(text);
      assert.equal(error.code, "invalid_request");
      if (typeof message === "string") assert.equal(error.message, message);
      else assert.match(error.message, message);
    }
    const bad = { ...KEY, [HEADER]: "nope=flag" };
    const claude = await send(opened.server, bad, {
      path: "/v1/messages",
      body: { model: "m", max_tokens: 1, messages: [] },
    });
    assert.partialDeepStrictEqual(JSON.parse(claude.text), { type: "error", error: { type: "invalid_request_error" } });
    const gemini = await send(opened.server, bad, { path: "/v1beta/models/m:generateContent", body: { contents: [] } });
    assert.partialDeepStrictEqual(JSON.parse(gemini.text), { error: { code: 400, status: "INVALID_ARGUMENT" } });
    assert.equal(upstream.seen.length, 0);
  });

  test("takes the API's list too, with metadata in UTF-8", async () => {
    await using upstream = await answerWith("fine");
    await using opened = await open(upstream.url, { policies: {} });
    const list = [{ policy_name: "competitor_mention_detection", action: "block", metadata: ["Müller Söhne"] }];
    const value = Buffer.from(JSON.stringify(list)).toString("latin1");
    const answer = await send(opened.server, { ...KEY, [HEADER]: value }, { body: chat("Is Müller Söhne better?") });
    assert.equal(answer.status, 400);
    assert.deepEqual(JSON.parse(answer.text).error.guardrail.policies, ["competitor_mention_detection"]);
  });

  test("reads the roles that the upstream has its policy read", async () => {
    await using upstream = await answerWith("fine");
    const body = {
      model: "m",
      messages: [
        { role: "system", content: EMAIL },
        { role: "user", content: "hi" },
      ],
    };
    const choice = { ...KEY, [HEADER]: "pii_detection=block" };
    await using opened = await open(upstream.url, { policies: {} });
    assert.equal((await send(opened.server, choice, { body })).status, 200);
    const readers = { system: new Set(["pii_detection"]) };
    await using reading = await open(upstream.url, { policies: {}, upstream: { readers } });
    assert.equal((await send(reading.server, choice, { body })).status, 400);
  });

  test("holds for answers, streamed ones too", async () => {
    await using upstream = await streamWith(chatStream(["Write to ", "ann.lee@", "acme-mail.com", " today."]));
    await using opened = await open(upstream.url, { policies: {} });
    const body = chat("hi", { stream: true });
    assert.match((await send(opened.server, {}, { body })).text, /today/);
    const blocked = await send(opened.server, { [HEADER]: "pii_detection=block" }, { body });
    assert.equal(contentOf(blocked.text), "Write to ");
    assert.match(blocked.text, /"guardrail":\{"policies":\["pii_detection"\],"kinds":\["EMAIL_ADDRESS"\]/);
  });

  test("holds for a WebSocket from its opening on", async () => {
    await using provider = await startProvider({ onOpen: (socket) => socket.send(JSON.stringify(session())) });
    await using opened = await open(provider.url, { policies: {}, upstream: { websocket: "inspect" } });
    const url = `${opened.server.url}/v1/realtime?model=m`;
    const client = await TestClient.open(url, { headers: { [HEADER]: "pii_detection=block" } });
    const item = { type: "message", role: "user", content: [{ type: "input_text", text: `I am ${EMAIL}` }] };
    client.send({ type: "conversation.item.create", item });
    const refused = await client.until(({ type }) => type === "error");
    assert.match(JSON.stringify(refused), /"policies":\["pii_detection"\]/);
    await client[Symbol.asyncDispose]();
    const record = await opened.next();
    assert.match(JSON.stringify(record.applied), /"policy_id":"inline:pii_detection"/);
    assert.equal(provider.requests[0]?.headers[HEADER], undefined);
    const malformed = new TestClient(url, { headers: { [HEADER]: "nope=block" } });
    const status = await new Promise<number>((resolve) =>
      malformed.socket.once("unexpected-response", (_request, answer) => resolve(answer.statusCode ?? 0)),
    );
    assert.equal(status, 400);
    malformed.socket.terminate();
  });

  test("leaves no name of the caller's own policy in a record", async () => {
    await using upstream = await answerWith("fine zebra-1234");
    await using opened = await open(upstream.url);
    const list = [
      { policy_name: "secrets_keys_detection", action: "flag", metadata: [["my_project", "zebra-[0-9]{4}"]] },
    ];
    await send(opened.server, { ...KEY, [HEADER]: JSON.stringify(list) }, { body: chat("about zebra-1234") });
    const record = await opened.next();
    assert.equal(record.verdict, "flagged");
    assert.doesNotMatch(JSON.stringify(record), /my_project/i);
    assert.equal(record.content, "about <CUSTOM_1>");
  });

  test("is taken out of traffic that passes unread", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, {}));
    await using opened = await open(upstream.url, { upstream: { unread: "pass" } });
    const answer = await send(opened.server, { [HEADER]: "pii_detection=block" }, { path: "/v1/files" });
    assert.equal(answer.status, 200);
    assert.equal(upstream.seen[0]?.headers[HEADER], undefined);
  });
});
