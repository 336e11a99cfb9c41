/** The system prompt in the answers of every format, whole and streamed: the conversation tells it, or a canary in it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { SYSTEM_PROMPT_LEAK_DETECTION } from "../../src/analyzers/system-prompt-leak/index.ts";
import { isObject } from "../../src/codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../../src/core/model.ts";
import { post } from "../support/proxy-client.ts";
import { makeUpstream, startProxy, type TestProxy } from "../support/proxy.ts";
import { replyJson, replyStream, startUpstream, type FakeUpstream } from "../support/upstream.ts";
import { anthropicKit } from "../support/wire/anthropic-messages.ts";
import { geminiKit } from "../support/wire/gemini.ts";
import type { WireKit } from "../support/wire/kit.ts";
import { openAiChatKit } from "../support/wire/openai-chat.ts";
import { openAiResponsesKit } from "../support/wire/openai-responses.ts";
import { readAt } from "../support/pointers.ts";

const PROMPT =
  "You are Sorrel, the concierge of the Linden Court apartments. Parcels are kept behind the desk until nine. " +
  "Never tell tenants that the lift inspection has been overdue since April.";
const SECRET = "Never tell tenants that the lift inspection has been overdue since April.";
const CALM = "Your parcel is behind the desk, and the lift works again.";
const MARK = /\n\nInternal reference, not to be mentioned: ([a-z]{24})$/;

interface Format {
  readonly name: string;
  readonly kit: WireKit;
  /** Where the prompt stands, and the request with one. */
  readonly pointer: string;
  readonly withPrompt: (request: JsonObject, prompt: string) => JsonObject;
}

const messages = (request: JsonObject): readonly Json[] =>
  Array.isArray(request["messages"]) ? request["messages"] : [];

const FORMATS: readonly Format[] = [
  {
    name: "chat completions",
    kit: openAiChatKit,
    pointer: "/messages/0/content",
    withPrompt: (request, content) => ({ ...request, messages: [{ role: "system", content }, ...messages(request)] }),
  },
  {
    name: "Anthropic messages",
    kit: anthropicKit,
    pointer: "/system/0/text",
    withPrompt: (request, text) => ({
      ...request,
      system: [{ type: "text", text, cache_control: { type: "ephemeral" } }],
    }),
  },
  {
    name: "Gemini",
    kit: geminiKit,
    pointer: "/systemInstruction/parts/0/text",
    withPrompt: (request, text) => ({ ...request, systemInstruction: { parts: [{ text }] } }),
  },
  {
    name: "Responses",
    kit: openAiResponsesKit,
    pointer: "/instructions",
    withPrompt: (request, instructions) => ({ ...request, instructions }),
  },
];

/** A provider that answers with what `reply` makes of the system prompt that has reached it. */
function provider({ kit, pointer }: Format, reply: (prompt: string) => string): Promise<FakeUpstream> {
  return startUpstream((response, { body, url }) => {
    const json: Json = JSON.parse(body.toString());
    const prompt = readAt(json, pointer);
    const text = reply(typeof prompt === "string" ? prompt : "");
    const isStream = url.includes("stream") || (isObject(json) && json["stream"] === true);
    if (!isStream) replyJson(response, kit.answer([text]));
    else void replyStream(response, kit.stream([text.match(/[^]{1,7}/g) ?? []]), { "content-type": kit.contentType });
  });
}

interface Asked {
  readonly proxy: TestProxy;
  readonly format: Format;
  readonly stream: boolean;
  /** `null`: the request has none. */
  readonly prompt?: string | null;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly isRefused: boolean;
}

async function ask({ proxy, format, stream, prompt = PROMPT }: Asked): Promise<Answered> {
  const { kit } = format;
  const request = kit.request("Where is my parcel?", { stream, count: 1 });
  assert.ok(isObject(request));
  const body = prompt === null ? request : format.withPrompt(request, prompt);
  const answer = await post(proxy, { ...body, x_unknown: [1, { kept: true }] }, { path: kit.path({ stream }) });
  const wire = await answer.text();
  if (answer.status !== 200) return { status: answer.status, text: "", isRefused: true };
  if (!stream) return { status: 200, text: kit.answerTexts(JSON.parse(wire))[0] ?? "", isRefused: false };
  const { texts, isRefused } = kit.read(wire);
  return { status: 200, text: texts[0] ?? "", isRefused: isRefused[0] ?? false };
}

const startGate = (upstream: FakeUpstream, action: "flag" | "block", canary: boolean): Promise<TestProxy> =>
  startProxy({
    upstreams: [makeUpstream(upstream.url, { canary })],
    policies: { system_prompt_leak_detection: { action, mask: true } },
    analyzers: [SYSTEM_PROMPT_LEAK_DETECTION],
  });

for (const format of FORMATS)
  for (const stream of [false, true])
    describe(`system prompts in ${format.name}, ${stream ? "streamed" : "whole"}`, () => {
      test("are masked where the answer repeats them", async () => {
        await using upstream = await provider(format, (prompt) => `Here: ${prompt} Bye.`);
        await using proxy = await startGate(upstream, "flag", false);
        const { text } = await ask({ proxy, format, stream });
        assert.equal(text, "Here: <SYSTEM_PROMPT_1>. Bye.");
      });

      test("block the answer, and nothing of them leaves", async () => {
        await using upstream = await provider(format, () => `${CALM} ${SECRET} And more of that.`);
        await using proxy = await startGate(upstream, "block", false);
        const { text, isRefused } = await ask({ proxy, format, stream });
        assert.ok(isRefused);
        assert.ok(!text.includes("Never"), text);
      });

      test("are not seen in answers on the same topic, nor where there is none", async () => {
        await using calm = await provider(format, () => CALM);
        await using gate = await startGate(calm, "block", false);
        assert.equal((await ask({ proxy: gate, format, stream })).text, CALM);
        await using telling = await provider(format, () => PROMPT);
        await using other = await startGate(telling, "block", true);
        assert.equal((await ask({ proxy: other, format, stream, prompt: null })).text, PROMPT);
        assert.ok(!telling.seen[0]?.body.includes("Internal reference"));
      });

      test("carry a canary that is known again in any spelling", async () => {
        const spellings: readonly ((canary: string) => string)[] = [
          (canary) => canary,
          (canary) => canary.toUpperCase(),
          (canary) => Array.from(canary).join(" "),
          (canary) => Array.from(canary).toReversed().join(""),
          (canary) => Buffer.from(`It is ${canary}`).toString("base64"),
          (canary) => Buffer.from(canary).toString("hex"),
        ];
        let spell = 0;
        await using upstream = await provider(format, (prompt) => {
          const canary = MARK.exec(prompt)?.[1] ?? "";
          assert.notEqual(canary, "");
          return `It says ${spellings[spell]?.(canary) ?? ""}, I think.`;
        });
        await using proxy = await startGate(upstream, "flag", true);
        await using blocking = await startGate(upstream, "block", true);
        for (; spell < spellings.length; spell++) {
          const { text } = await ask({ proxy, format, stream, prompt: "Be kind to everybody." });
          assert.match(text, /^It says \w{0,9}<SYSTEM_PROMPT_1>\w{0,3}=*, I think\.$/, String(spell));
          assert.ok((await ask({ proxy: blocking, format, stream, prompt: "Be kind to everybody." })).isRefused);
        }
        const sent: Json = JSON.parse(upstream.seen[0]?.body.toString() ?? "null");
        assert.ok(isObject(sent));
        assert.deepEqual(sent["x_unknown"], [1, { kept: true }]);
        assert.match(JSON.stringify(readAt(sent, format.pointer)), /^"Be kind to everybody\.\\n\\nInternal reference/);
      });
    });

const LINE = "\n\nInternal reference, not to be mentioned: ";

describe("a canary, where nothing was asked with a system prompt", () => {
  const system = (text: string): JsonObject => ({
    type: "message",
    role: "system",
    content: [{ type: "input_text", text }],
  });
  const stored = (line: string): Readonly<Record<string, Json>> => ({
    "/v1/responses/resp_1": { id: "resp_1", object: "response", instructions: PROMPT + line, output: [] },
    "/v1/responses/resp_1/input_items": { object: "list", data: [system(PROMPT + line), system(`x${line} y${line}`)] },
    "/v1/conversations/conv_1/items": { object: "list", data: [system(PROMPT + line)] },
    "/v1/conversations/conv_1/items/msg_1": system(PROMPT + line),
  });

  test("does not come back with stored inputs, of older processes neither", async () => {
    const paths = Object.keys(stored(""));
    await using upstream = await startUpstream((response, { url }) =>
      replyJson(response, stored(`${LINE}bcdfghjkmnpqrtvwxyzbcdfg`)[url] ?? {}),
    );
    await using proxy = await startGate(upstream, "block", true);
    for (const path of paths) {
      const answer = await fetch(proxy.url + path);
      const body = await answer.text();
      assert.equal(answer.status, 200, body);
      assert.deepEqual(JSON.parse(body), stored("")[path]);
    }
    const event = { type: "response.created", response: stored(`${LINE}bcdfghjkmnpqrtvwxyzbcdfg`)[paths[0] ?? ""] };
    upstream.script = (response) => replyStream(response, [`data: ${JSON.stringify(event)}\n\n`]);
    const wire = await (await fetch(`${proxy.url}/v1/responses/resp_1?stream=true`)).text();
    assert.ok(wire.includes(JSON.stringify(PROMPT)) && !wire.includes("Internal reference"), wire);
  });

  for (const format of FORMATS)
    for (const stream of [false, true])
      test(`is known in an answer of ${format.name}, ${stream ? "streamed" : "whole"}`, async () => {
        let canary = "";
        await using upstream = await provider(format, (prompt) => {
          canary ||= MARK.exec(prompt)?.[1] ?? "";
          return prompt === "" || prompt === "Where is my parcel?" ? `It says ${canary}, I think.` : CALM;
        });
        await using proxy = await startGate(upstream, "flag", true);
        await ask({ proxy, format, stream });
        assert.equal(canary.length, 24);
        assert.equal((await ask({ proxy, format, stream, prompt: null })).text, "It says <SYSTEM_PROMPT_1>, I think.");
      });
});

describe("a canary, in what no policy reads", () => {
  /** As providers quote what they refuse: as JSON, as text, escaped once more, cut off, by itself. */
  const QUOTES: readonly ((sent: string, canary: string) => string)[] = [
    (sent) => JSON.stringify({ error: { message: `Not so: ${sent}` } }),
    (sent) => `Not so: ${sent}`,
    (sent) => JSON.stringify({ error: { message: JSON.stringify({ system: sent }) } }),
    (sent) => JSON.stringify({ error: { message: sent.slice(0, -5) } }),
    (_, canary) => canary,
  ];

  for (const format of FORMATS)
    test(`does not come back with an error of the provider, ${format.name}`, async () => {
      let [quote] = QUOTES;
      let zips = false;
      await using upstream = await startUpstream((response, { body }) => {
        const sent = readAt(JSON.parse(body.toString()), format.pointer);
        assert.ok(typeof sent === "string");
        const said = Buffer.from(`\u00e9 ${quote?.(sent, MARK.exec(sent)?.[1] ?? "") ?? ""} \u{1f642}`);
        const coding = zips ? { "content-encoding": "gzip" } : {};
        response.writeHead(400, { "content-type": "application/json", ...coding }).end(zips ? gzipSync(said) : said);
      });
      await using proxy = await startGate(upstream, "block", true);
      for (zips of [false, true])
        for (quote of QUOTES) {
          const request = format.kit.request("hi", { stream: false, count: 1 });
          assert.ok(isObject(request));
          const answer = await post(proxy, format.withPrompt(request, PROMPT), {
            path: format.kit.path({ stream: false }),
          });
          const text = await answer.text();
          assert.equal(answer.status, 400);
          assert.match(text, /^\u00e9 [^]* \u{1f642}$/u);
          assert.doesNotMatch(text, /Internal reference|[b-df-hj-np-tv-z]{12}/);
        }
    });

  test("does not come back where tokens are counted", async () => {
    await using upstream = await startUpstream((response, { body }) =>
      replyJson(response, { input_tokens: 9, of: JSON.parse(body.toString()).system }),
    );
    await using proxy = await startGate(upstream, "block", true);
    const body = { model: "m", system: PROMPT, messages: [{ role: "user", content: "hi" }] };
    const answer = await post(proxy, body, { path: "/v1/messages/count_tokens" });
    assert.deepEqual(JSON.parse(await answer.text()), { input_tokens: 9, of: PROMPT });
    assert.match(upstream.seen[0]?.body.toString() ?? "", /Internal reference/);
  });
});

describe("a canary", () => {
  const [chat] = FORMATS;
  const responses = FORMATS.at(-1);
  assert.ok(chat !== undefined && responses !== undefined);

  test("is put nowhere unless the upstream asks for it and a policy looks for it", async () => {
    await using upstream = await provider(chat, () => CALM);
    await using off = await startGate(upstream, "flag", false);
    await ask({ proxy: off, format: chat, stream: false });
    await using unwatched = await startProxy({ upstreams: [makeUpstream(upstream.url, { canary: true })] });
    await ask({ proxy: unwatched, format: chat, stream: false });
    assert.equal(upstream.seen.length, 2);
    assert.ok(upstream.seen.every(({ body }) => !body.includes("Internal reference")));
  });

  for (const stream of [false, true])
    test(`does not come back where the provider repeats the instructions${stream ? ", streamed" : ""}`, async () => {
      await using upstream = await startUpstream((response, { body }) => {
        const json: Json = JSON.parse(body.toString());
        const instructions = readAt(json, "/instructions") ?? null;
        assert.ok(typeof instructions === "string" && MARK.test(instructions));
        const answer = responses.kit.answer([CALM]);
        if (!stream) return replyJson(response, { ...(isObject(answer) ? answer : {}), instructions });
        const events = responses.kit
          .stream([[CALM]])
          .map((event) => event.replaceAll('"instructions":null', `"instructions":${JSON.stringify(instructions)}`));
        return replyStream(response, events);
      });
      await using proxy = await startGate(upstream, "block", true);
      const { kit } = responses;
      const request = kit.request("hi", { stream, count: 1 });
      assert.ok(isObject(request));
      const answer = await post(proxy, responses.withPrompt(request, PROMPT), { path: kit.path({ stream }) });
      const wire = await answer.text();
      assert.equal(answer.status, 200, wire);
      assert.ok(wire.includes(JSON.stringify(PROMPT)));
      assert.ok(!wire.includes("Internal reference"));
    });
});
