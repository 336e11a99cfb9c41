/** Forms through the proxy, sent by the official client: files pass as they are, texts are checked both ways. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import OpenAI, { BadRequestError, toFile } from "openai";
import { readForm } from "../../src/codecs/forms/multipart.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL } from "../support/proxy.ts";
import { replyJson, replyStream, startUpstream, type SeenRequest } from "../support/upstream.ts";

const AUDIO = Buffer.from([0xff, 0xfb, 0, 1, 13, 10, 45, 45, 0xff, ...Buffer.from(TEST_KEY)]);
const client = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey: "sk-test" });
const audio = () => toFile(AUDIO, "é sound.mp3", { type: "audio/mpeg" });
const event = (body: object): string => `data: ${JSON.stringify(body)}\n\n`;

/** Fields and files of the form that the provider got. */
function fieldsOf({ body, headers }: SeenRequest): Record<string, string> {
  const form = readForm(body, headers["content-type"] ?? "");
  assert.ok(form.ok);
  return Object.fromEntries(form.value.parts.map((part) => [part.name, body.toString("latin1", part.start, part.end)]));
}

describe("the openai client's forms", () => {
  test("reach the provider byte for byte, and masked where a policy masks", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, { text: "all is well" }));
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const sent: Buffer[] = [];
    const openai = new OpenAI({
      baseURL: `${proxy.url}/v1`,
      apiKey: "sk-test",
      fetch: async (url, init) => {
        const request = new Request(url, init);
        const bytes = Buffer.from(await request.arrayBuffer());
        // The client tries its `fetch` once on a `data:` address.
        if (request.url.startsWith("http")) sent.push(bytes);
        return fetch(url, { method: "POST", headers: request.headers, body: bytes });
      },
    });
    const file = await audio();
    const ask = (prompt: string) =>
      openai.audio.transcriptions.create({ file, model: "whisper-1", prompt, language: "en" });
    const clean = await ask("a talk about hats").withResponse();
    assert.deepEqual(clean.data, { text: "all is well" });
    assert.equal(clean.response.headers.get("x-guardrail-unread"), "parts file");
    assert.deepEqual(upstream.seen[0]?.body, sent[0]);
    await ask(`a talk with ${TEST_MAIL} about hats`);
    const [, masked] = upstream.seen;
    assert.ok(masked !== undefined);
    assert.deepEqual(fieldsOf(masked), {
      file: AUDIO.toString("latin1"),
      model: "whisper-1",
      prompt: "a talk with <MAIL_1> about hats",
      language: "en",
    });
    assert.equal(masked.body.toString("latin1"), sent[1]?.toString("latin1").replace(TEST_MAIL, "<MAIL_1>"));
    await assert.rejects(
      ask(`say ${TEST_KEY}`),
      (error) => error instanceof BadRequestError && error.code === "content_filter",
    );
    assert.equal(upstream.seen.length, 2);
  });

  test("are refused where parts that carry no text are, and where they are no forms", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, { text: "all is well" }));
    await using strict = await startProxy({ upstreams: [makeUpstream(upstream.url, { unreadParts: "deny" })] });
    const transcribe = async () => client(strict.url).audio.transcriptions.create({ file: await audio(), model: "m" });
    await assert.rejects(transcribe(), /guardrail cannot read this request: parts file/);
    await using deny = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    await using pass = await startProxy({ upstreams: [makeUpstream(upstream.url, { unread: "pass" })] });
    const broken = `--b\r\ncontent-disposition: form-data; name="prompt"\r\n\r\n${TEST_KEY}\r\n`;
    const init = { method: "POST", headers: { "content-type": "multipart/form-data; boundary=b" }, body: broken };
    assert.equal((await fetch(`${deny.url}/v1/audio/translations`, init)).status, 403);
    const passed = await fetch(`${pass.url}/v1/audio/translations`, init);
    assert.deepEqual([passed.status, passed.headers.get("x-guardrail-unread")], [200, "form end"]);
    // Other routes take no forms.
    assert.equal((await fetch(`${deny.url}/v1/chat/completions`, { ...init, body: `${broken}--b--` })).status, 403);
  });

  test("get transcripts masked in every form of answer, and blocked ones as a 400", async () => {
    const said = `write to ${TEST_MAIL} now`;
    const forms = {
      json: [{ text: said, logprobs: [{ token: "jane" }] }, { text: "write to <MAIL_1> now" }],
      verbose_json: [
        { text: said, segments: [{ id: 0, text: said, tokens: [5] }], words: [{ word: TEST_MAIL, start: 0, end: 1 }] },
        { text: "write to <MAIL_1> now", segments: [{ id: 0, text: "write to <MAIL_1> now", tokens: [] }] },
      ],
      text: [said, "write to <MAIL_1> now"],
      srt: [
        `1\n00:00:00,000 --> 00:00:02,000\n${said}\n\n`,
        "1\n00:00:00,000 --> 00:00:02,000\nwrite to <MAIL_1> now\n\n",
      ],
      vtt: [
        `WEBVTT\n\n00:00.000 --> 00:02.000\n${said}\n`,
        "WEBVTT\n\n00:00.000 --> 00:02.000\nwrite to <MAIL_1> now\n",
      ],
    } as const;
    await using upstream = await startUpstream(() => {});
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    for (const [format, [answer, expected]] of Object.entries(forms)) {
      const reply = (body: unknown): void => {
        upstream.script = (response) => {
          const type = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
          response.writeHead(200, { "content-type": type }).end(typeof body === "string" ? body : JSON.stringify(body));
        };
      };
      const ask = async () =>
        client(proxy.url).audio.transcriptions.create({
          file: await audio(),
          model: "m",
          response_format: format as "json",
        });
      reply(answer);
      assert.deepEqual(await ask(), expected, format);
      reply(typeof answer === "string" ? `the ${TEST_KEY}` : { ...answer, text: `the ${TEST_KEY}` });
      await assert.rejects(ask(), (error) => error instanceof BadRequestError && error.code === "content_filter");
    }
    upstream.script = (response) =>
      void response.writeHead(200, { "content-type": "text/vtt" }).end("WEBVTT\n\n\u{1F600} fine");
    assert.equal(
      await client(proxy.url).audio.translations.create({ file: await audio(), model: "m", response_format: "vtt" }),
      "WEBVTT\n\n\u{1F600} fine",
    );
  });

  test("stream transcripts: deltas and their copy get the same masks, a block ends with an error", async () => {
    const delta = (text: string): string =>
      event({ type: "transcript.text.delta", delta: text, logprobs: [{ token: text }] });
    const done = (text: string): string => event({ type: "transcript.text.done", text, usage: { type: "tokens" } });
    await using upstream = await startUpstream((response) =>
      replyStream(response, [
        delta("write to ja"),
        delta("ne@acme.test"),
        delta(" now"),
        done("write to jane@acme.test now"),
        "data: [DONE]\n\n",
      ]),
    );
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const listen = async () => {
      const stream = await client(proxy.url).audio.transcriptions.create({
        file: await audio(),
        model: "m",
        stream: true,
      });
      let text = "";
      let copy = "";
      for await (const item of stream) {
        if (item.type === "transcript.text.delta") text += item.delta;
        else if (item.type === "transcript.text.done") copy = item.text;
      }
      return [text, copy];
    };
    assert.deepEqual(await listen(), ["write to <MAIL_1> now", "write to <MAIL_1> now"]);
    const words = "some words ".repeat(10);
    upstream.script = (response) =>
      replyStream(response, [
        delta(words),
        delta(words),
        delta(`${TEST_KEY} `),
        delta(words),
        done(`${words}${words}${TEST_KEY} ${words}`),
      ]);
    await assert.rejects(
      listen(),
      (error) => error instanceof Error && /content_filter|guardrail policy/.test(error.message),
    );
    upstream.script = (response) => replyStream(response, [done(`the ${TEST_KEY}`)]);
    await assert.rejects(listen(), BadRequestError);
  });

  test("bring images: prompts are masked, the words of answers checked, whole and streamed", async () => {
    const answer = (words: string) => ({ created: 1, data: [{ b64_json: "AAAA", revised_prompt: words }] });
    await using upstream = await startUpstream((response) => replyJson(response, answer(`for ${TEST_MAIL}`)));
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const image = [
      await toFile(AUDIO, "a.png", { type: "image/png" }),
      await toFile(AUDIO, "b.png", { type: "image/png" }),
    ];
    const edit = () => client(proxy.url).images.edit({ image, model: "m", prompt: `a hat for ${TEST_MAIL}` });
    const edited = await edit().withResponse();
    assert.deepEqual(edited.data, answer("for <MAIL_1>"));
    assert.equal(edited.response.headers.get("x-guardrail-unread"), "parts image");
    assert.equal(fieldsOf(upstream.seen[0] ?? assert.fail())["prompt"], "a hat for <MAIL_1>");
    upstream.script = (response) => replyJson(response, answer(`the ${TEST_KEY}`));
    await assert.rejects(edit(), BadRequestError);
    const completed = { type: "image_edit.completed", b64_json: "AAAA", created_at: 1 };
    upstream.script = (response) =>
      replyStream(response, [event({ type: "image_edit.partial_image", b64_json: "AA" }), event(completed)]);
    const stream = await client(proxy.url).images.edit({
      image: image[0] ?? assert.fail(),
      model: "m",
      prompt: "a hat",
      stream: true,
    });
    const types: string[] = [];
    for await (const item of stream) types.push(item.type);
    assert.deepEqual(types, ["image_edit.partial_image", "image_edit.completed"]);
  });
});
