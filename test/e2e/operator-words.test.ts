/** What the operator says to the model in each format: its personal data stays, its secrets count, unless `read` says otherwise. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { RoleReaders } from "../../src/config/config-model.ts";
import { DEMO_SECRET, makeAsset, makeKey } from "../support/config.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { chatCompletion, replyJson, startUpstream, type FakeUpstream } from "../support/upstream.ts";

const OPERATOR = "Refunds go to refunds@acme.com. Never name Globex.";
const USER = "Write to jane.doe@corp.example about it.";
const SECRET = ["The key is AKIA", "Z7QXN4PLM2WERT5Y"].join("");

type Body = (operator: string) => object;
const tool = (description: string): object => ({ name: "look_up", description });
const parameters = { type: "object", properties: {} };

/** Each place of a format that holds the operator's words, with the path that it is sent to. */
const PLACES: Readonly<Record<string, readonly [path: string, body: Body]>> = {
  "a system message": [
    "/v1/chat/completions",
    (operator) => ({
      model: "m",
      messages: [
        { role: "system", content: operator },
        { role: "user", content: USER },
      ],
    }),
  ],
  "a developer message in parts": [
    "/v1/chat/completions",
    (operator) => ({
      model: "m",
      messages: [
        { role: "developer", content: [{ type: "text", text: operator }] },
        { role: "user", content: USER },
      ],
    }),
  ],
  "a tool of a chat": [
    "/v1/chat/completions",
    (operator) => ({
      model: "m",
      messages: [{ role: "user", content: USER }],
      tools: [{ type: "function", function: { ...tool(operator), parameters } }],
    }),
  ],
  "the instructions of a response": [
    "/v1/responses",
    (operator) => ({ model: "m", instructions: operator, input: USER }),
  ],
  "a system item of a response": [
    "/v1/responses",
    (operator) => ({
      model: "m",
      input: [
        { role: "system", content: operator },
        { role: "user", content: USER },
      ],
    }),
  ],
  "the system of a message": [
    "/v1/messages",
    (operator) => ({ model: "m", max_tokens: 9, system: operator, messages: [{ role: "user", content: USER }] }),
  ],
  "the system of a message in blocks": [
    "/v1/messages",
    (operator) => ({
      model: "m",
      max_tokens: 9,
      system: [{ type: "text", text: operator }],
      messages: [{ role: "user", content: USER }],
    }),
  ],
  "a tool of a message": [
    "/v1/messages",
    (operator) => ({
      model: "m",
      max_tokens: 9,
      tools: [{ ...tool(operator), input_schema: parameters }],
      messages: [{ role: "user", content: USER }],
    }),
  ],
  "the system instruction of Gemini": [
    "/v1beta/models/m:generateContent",
    (operator) => ({
      systemInstruction: { parts: [{ text: operator }] },
      contents: [{ role: "user", parts: [{ text: USER }] }],
    }),
  ],
  "a function of Gemini": [
    "/v1beta/models/m:generateContent",
    (operator) => ({
      tools: [{ functionDeclarations: [{ ...tool(operator), parameters }] }],
      contents: [{ role: "user", parts: [{ text: USER }] }],
    }),
  ],
};

let provider: FakeUpstream;
let server: TestServer;

const upstream = (name: string, readers: RoleReaders, readsTools = true): ReturnType<typeof makeUpstream> =>
  makeUpstream(provider.url, { name, prefix: `/${name}`, asset: makeAsset("shop").id, readsTools, readers });

before(async () => {
  provider = await startUpstream((response) => replyJson(response, chatCompletion("hi")));
  server = await startServer({
    keys: [makeKey("demo", { secret: DEMO_SECRET })],
    assets: [
      makeAsset("shop", {
        pii_detection: { action: "flag", mask: true },
        secrets_keys_detection: { action: "block" },
        competitor_mention_detection: { action: "flag", mask: true, metadata: ["Globex"] },
      }),
    ],
    upstreams: [
      upstream("default", {}),
      upstream("strict", { system: new Set(["pii_detection"]) }),
      upstream("blind", { system: new Set() }),
      upstream("users", { user: new Set(["secrets_keys_detection"]) }),
      upstream("undefined-tools", {}, false),
    ],
  });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** What arrives at the provider; `null`: nothing. */
async function sent(prefix: string, path: string, body: object): Promise<string | null> {
  const before = provider.seen.length;
  await fetch(`${server.url}/${prefix}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).then((response) => response.arrayBuffer());
  return provider.seen[before]?.body.toString() ?? null;
}

describe("the operator's words", () => {
  for (const [place, [path, bodyOf]] of Object.entries(PLACES)) {
    test(`${place}: personal data and competitors reach the model, while those of the user are masked`, async () => {
      const arrived = (await sent("default", path, bodyOf(OPERATOR))) ?? "blocked";
      assert.ok(arrived.includes(JSON.stringify(OPERATOR)), arrived);
      assert.ok(!arrived.includes("jane.doe@corp.example"));
    });

    test(`${place}: a secret is found`, async () => {
      assert.equal(await sent("default", path, bodyOf(SECRET)), null);
    });

    test(`${place}: only the policies that \`read.system\` names read it`, async () => {
      const masked = await sent("strict", path, bodyOf(OPERATOR));
      assert.ok(masked !== null && !masked.includes("refunds@acme.com") && masked.includes("Globex"), masked ?? "");
      assert.ok((await sent("strict", path, bodyOf(SECRET)))?.includes(SECRET));
      const unread = await sent("blind", path, bodyOf(`${OPERATOR} ${SECRET}`));
      assert.ok(unread?.includes(SECRET) === true && !unread.includes("jane.doe@corp.example"));
    });
  }

  test("texts of users are read by the policies that `read.user` names", async () => {
    const [path, bodyOf] = PLACES["a system message"] ?? assert.fail();
    assert.ok((await sent("users", path, bodyOf("Be kind.")))?.includes("jane.doe@corp.example"));
  });

  test("tool definitions stay unread where `read.tool_definitions` is false", async () => {
    const [path, bodyOf] = PLACES["a tool of a chat"] ?? assert.fail();
    assert.ok((await sent("undefined-tools", path, bodyOf(SECRET)))?.includes(SECRET));
  });

  test("an upstream does not take over what another one's policies said of the same text", async () => {
    const [path, bodyOf] = PLACES["a system message"] ?? assert.fail();
    const text = "Returns go to returns@acme.com.";
    const [first, second, third] = [
      await sent("default", path, bodyOf(text)),
      await sent("strict", path, bodyOf(text)),
      await sent("default", path, bodyOf(text)),
    ];
    assert.ok(first?.includes("returns@acme.com") === true && third?.includes("returns@acme.com") === true);
    assert.ok(second?.includes("returns@acme.com") === false);
  });
});
