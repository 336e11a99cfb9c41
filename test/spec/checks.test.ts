import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { makeAsset, makeKey, DEMO_SECRET } from "../support/config.ts";
import { startServer, type Answer, type CallOptions, type TestServer } from "../support/server.ts";
import type { OrganizationId } from "../../src/core/model.ts";

/** docs/api.md and §10: the order of checks, the codes, the bodies of errors. */
describe("order of checks and errors", () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({
      keys: [
        makeKey("demo", { secret: DEMO_SECRET }),
        makeKey("off", { active: false }),
        makeKey("level1", { accessLevel: 1 }),
        makeKey("none-left"),
        makeKey("other", { organization: "other" as OrganizationId }),
      ],
      assets: [makeAsset("demo-chatbot"), makeAsset("theirs", {}, { organization: "other" as OrganizationId })],
      server: { bodyMaxBytes: 2000, textMaxChars: 100 },
      limits: { default: 1_000_000, routes: new Map([["POST /sdk/v1/analyze/prompt", 1_000_000]]) },
    });
  });
  after(() => server[Symbol.asyncDispose]());

  const path = "/sdk/v1/analyze/prompt";
  const good = { asset_id: "demo-chatbot", scan_data: { prompt: "hello" } };
  const postRaw = (raw: string | Buffer, options: CallOptions = {}): Promise<Answer> =>
    server.call("POST", path, { raw, headers: { "content-type": "application/json" }, ...options });

  async function refuses(answer: Promise<Answer>, status: number, error: string | RegExp): Promise<void> {
    const { status: actual, body } = await answer;
    assert.equal(actual, status, JSON.stringify(body));
    assert.deepEqual(Object.keys(body), ["error"]);
    if (typeof error === "string") assert.equal(body.error, error);
    else assert.match(body.error, error);
  }

  test("an unknown own path is 404 before any other check", () =>
    refuses(server.post("/sdk/v1/nothing", good, { key: null }), 404, "Not found"));

  test("a wrong method is 405 with Allow before any other check", async () => {
    const answer = await server.get(path, { key: null });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get("allow"), "POST");
    assert.equal((await server.post("/sdk/v1/verify/asset", {}, { key: null })).headers.get("allow"), "GET, HEAD");
  });

  test("a missing key is 401", () => refuses(server.post(path, good, { key: null }), 401, "API key is missing"));
  test("an empty key is 401", () => refuses(server.post(path, good, { key: "" }), 401, "API key is missing"));
  test("an unknown key is 401", () =>
    refuses(server.post(path, good, { key: "nope" }), 401, "Invalid or inactive API key"));
  test("an inactive key is 401", () =>
    refuses(server.post(path, good, { key: "rsk_off" }), 401, "Invalid or inactive API key"));
  test("the key is checked before the body is looked at", () =>
    refuses(postRaw("{", { key: "nope" }), 401, "Invalid or inactive API key"));

  test("a body that is not application/json is 415", () =>
    refuses(
      server.call("POST", path, { raw: "{}", headers: { "content-type": "text/plain" } }),
      415,
      "Content-Type must be application/json",
    ));
  test("a body without a content type is 415", () =>
    refuses(server.call("POST", path, { raw: Buffer.from("{}") }), 415, "Content-Type must be application/json"));
  test("a media type is read without case and parameters", async () => {
    const headers = { "content-type": "Application/JSON; charset=utf-8" };
    assert.equal((await server.call("POST", path, { raw: JSON.stringify(good), headers })).status, 200);
  });
  test("a coded body is 415", () =>
    refuses(
      postRaw("{}", { headers: { "content-type": "application/json", "content-encoding": "gzip" } }),
      415,
      /Content-Encoding/,
    ));
  test("the media type is checked before the body's size", () =>
    refuses(
      server.call("POST", path, { raw: "x".repeat(3000), headers: { "content-type": "text/plain" } }),
      415,
      /application\/json/,
    ));

  test("a body over body_max_bytes is 413 and names the bound", () =>
    refuses(postRaw("x".repeat(2001)), 413, /2000 bytes/));
  test("a text over text_max_chars is 413 and names the bound", () =>
    refuses(
      server.post(path, { ...good, scan_data: { prompt: "x".repeat(101) } }),
      413,
      /^scan_data\.prompt: .*100 characters/,
    ));
  test("text_max_chars counts UTF-16 units", async () => {
    assert.equal((await server.post(path, { ...good, scan_data: { prompt: "😀".repeat(50) } })).status, 200);
    assert.equal((await server.post(path, { ...good, scan_data: { prompt: "😀".repeat(51) } })).status, 413);
  });
  test("the schema is checked before the text's length", () =>
    refuses(
      server.post(path, { ...good, scan_data: { prompt: "x".repeat(101) }, save: 1 }),
      400,
      "save: must be true or false",
    ));
  test("the text's length is checked before the asset", () =>
    refuses(server.post(path, { asset_id: "nope", scan_data: { prompt: "x".repeat(101) } }), 413, /100 characters/));

  for (const [name, raw] of [
    ["no JSON", "hunter2"],
    ["empty", ""],
    ["cut off", '{"asset_id": "demo-chat'],
    ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ] as const) {
    test(`a body that is ${name} is 400`, () => refuses(postRaw(raw), 400, "body: must be valid JSON"));
  }
  test("a duplicate key at any level is 400", () =>
    refuses(
      postRaw('{"asset_id":"a","scan_data":{"prompt":"a","prompt":"b"}}'),
      400,
      /^body: has a duplicate key at line 1, column \d+$/,
    ));
  test("deep nesting is 400", () =>
    refuses(postRaw(`${"[".repeat(900)}${"]".repeat(900)}`), 400, /^body: is nested deeper/));

  const invalid: readonly (readonly [unknown, string])[] = [
    [[], "body: must be an object"],
    ["text", "body: must be an object"],
    [null, "body: must be an object"],
    [{}, "asset_id: must be a non-empty string"],
    [{ ...good, asset_id: 5 }, "asset_id: must be a non-empty string"],
    [{ asset_id: "a" }, "scan_data: must be an object"],
    [{ ...good, scan_data: [] }, "scan_data: must be an object"],
    [{ ...good, scan_data: {} }, "scan_data.prompt: must be a non-empty string"],
    [{ ...good, scan_data: { prompt: "" } }, "scan_data.prompt: must be a non-empty string"],
    [{ ...good, scan_data: { prompt: null } }, "scan_data.prompt: must be a non-empty string"],
    [{ ...good, scan_data: { response: "x" } }, "scan_data.prompt: must be a non-empty string"],
    [{ ...good, session_id: 1 }, "session_id: must be a string"],
    [{ ...good, user_id: {} }, "user_id: must be a string"],
    [{ ...good, metadata: [] }, "metadata: must be an object"],
    [{ ...good, save: "yes" }, "save: must be true or false"],
    [{ ...good, policies: {} }, "policies: must be a list"],
    [{ ...good, policies: ["x"] }, "policies.0: must be an object"],
    [
      { ...good, policies: [{ policy_name: "hunter2", action: "block" }] },
      "policies.0.policy_name: must be the name of a policy",
    ],
    [{ ...good, policies: [{ policy_name: "pii_detection" }] }, "policies.0.action: must be block, flag or disabled"],
    [
      { ...good, policies: [{ policy_name: "pii_detection", action: "block", metadata: 7 }] },
      "policies.0.metadata: must be a string, a list of strings or a list of [name, pattern] pairs",
    ],
  ];
  for (const [json, error] of invalid) {
    test(`400 ${error} for ${JSON.stringify(json).slice(0, 70)}`, () => refuses(server.post(path, json), 400, error));
  }

  test("an unknown asset is 404", () =>
    refuses(server.post(path, { ...good, asset_id: "nope" }), 404, "Asset not found"));
  test("an asset of another organization answers as an unknown one", async () => {
    const theirs = await server.post(path, { ...good, asset_id: "theirs" });
    const unknown = await server.post(path, { ...good, asset_id: "nope" });
    assert.deepEqual([theirs.status, theirs.body], [unknown.status, unknown.body]);
    assert.equal((await server.post(path, { ...good, asset_id: "theirs" }, { key: "rsk_other" })).status, 200);
  });

  test("unknown fields are ignored and null is absent", async () => {
    const json = { ...good, x: 1, session_id: null, user_id: null, metadata: null, save: null, policies: null };
    assert.equal((await server.post(path, { ...json, scan_data: { prompt: "a", response: 5, y: 1 } })).status, 200);
  });

  test("nothing of the submitted text stands in an error or in the log", async () => {
    for (const raw of [
      '{"hunter2',
      '{"hunter2":1,"hunter2":2}',
      '{"asset_id":{"hunter2":"hunter2"}}',
      '{"asset_id":"hunter2","scan_data":{"prompt":"hunter2"}}',
    ]) {
      assert.doesNotMatch(JSON.stringify((await postRaw(raw)).body), /hunter2/);
    }
    await server.post(path, { ...good, scan_data: { prompt: "hunter2" } }, { headers: { "x-note": "hunter2" } });
    await server.get("/sdk/v1/verify/asset?asset_id=hunter2");
    assert.ok(server.log.length > 4);
    assert.doesNotMatch(server.log.join(""), /hunter2|rsk_demo/);
  });

  test("every request leaves one log line with its id, route, status and key", async () => {
    const answer = await server.post(path, good);
    const lines = server.log.filter((line) => line.includes(answer.headers.get("x-request-id") ?? "?"));
    assert.equal(lines.length, 1);
    const { route, status, key_id, asset_id, verdict } = JSON.parse(lines[0] ?? "");
    assert.deepEqual(
      { route, status, key_id, asset_id, verdict },
      {
        route: "POST /sdk/v1/analyze/prompt",
        status: 200,
        key_id: "demo",
        asset_id: "demo-chatbot",
        verdict: "passed",
      },
    );
  });

  test("a caller's x-request-id does not become ours", async () => {
    const answer = await server.post(path, good, { headers: { "x-request-id": "mine" } });
    assert.notEqual(answer.headers.get("x-request-id"), "mine");
    assert.equal(answer.body.request_id, answer.headers.get("x-request-id"));
  });
});
