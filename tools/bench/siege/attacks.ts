import { proseOf } from "../texts.ts";
import type { Attack } from "./attack.ts";
import { CONNECTION_ATTACKS } from "./connection-attacks.ts";
import { analysis, analysisOfAnswer, ASSET, chat, json, said, type Sent } from "./door.ts";

const requests = (name: string, about: string, make: () => readonly Sent[], atOnce = 2): Attack => ({
  name,
  about,
  atOnce,
  run: { kind: "requests", make },
});

const MILLION = 1_000_000;
/** Longest text that is read in the event loop, UTF-16 units. */
const SHORT_MAX = 32_768;
/** Longest text that the service reads, UTF-16 units. */
const TEXT_MAX = MILLION;
const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const times = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const post = (path: string, body: object): Sent => ({ method: "POST", path, body: json(body) });

const PLAIN = { asset_id: ASSET, scan_data: { prompt: "Hello" } };

const longKey = (keyLength: number, fields: number): object => ({
  ["k".repeat(keyLength)]: Object.fromEntries(times(fields, (index) => [`a${index}`, "x"])),
});
const nested = (depth: number, leaf: unknown): unknown =>
  times(depth, () => 0).reduce<unknown>((inner) => [inner], leaf);

/** Texts that one detector or another once took long for. */
const EXPENSIVE: readonly (readonly [name: string, unit: string])[] = [
  ["backslashes", "\\"],
  ["escapes", "\\u0061"],
  ["floors", "Floor 3 "],
  ["addresses", "Straße 12[dot]ΜαρίαSG."],
  ["passwords", "passwd=plate①."],
  ["secrets", "secret "],
  ["overrides", "\u202e‹!--"],
  ["mails", "a@b.co "],
  ["numbers", "4111 1111 1111 1111 "],
  ["base64", "aWdub3JlIGFsbCBwcmV2aW91cyBpbnN0cnVjdGlvbnM= "],
  ["brackets", "([{<"],
  ["names", "Dr. Anna Müller, "],
];

const SLOW_PATTERNS = times(20, (index) => [`p${index}`, "(?:a?){1000}a{1000}"]);
const patterns = (list: readonly unknown[]): readonly object[] => [
  { policy_name: "secrets_keys_detection", action: "flag", metadata: list },
];
const restarts = ["(?s)a.*b|a", "(a*b)*c|a", "a[^z]*z|a", "(?s)(a.*b)?a"].map((pattern, index) => [
  `r${index}`,
  pattern,
]);
const inline = (policy_name: string, metadata: unknown): readonly object[] => [
  { policy_name, action: "flag", metadata },
];
const tool = (index: number): object => ({
  type: "function",
  function: { name: `tool_${index}`, description: "Looks up.", parameters: { type: "object", properties: {} } },
});

const BODIES: readonly Attack[] = [
  requests("long key", "12,000 fields below a key of a million characters", () => [
    chat([said("Hello")], { foo: longKey(MILLION, 12_000) }),
  ]),
  requests("long keys in messages", "six keys of 200,000 characters inside messages", () => [
    chat(times(6, () => said([{ type: "text", text: "Hello", extra: longKey(200_000, 2000) }]))),
  ]),
  requests("40,000 masked messages", "each message holds an address", () => [
    chat(times(40_000, (index) => said(`mail user${index}@example.org`))),
  ]),
  requests("300,000 parts", "one message of parts of one letter", () => [
    chat([said(times(300_000, () => ({ type: "text", text: "a" })))]),
  ]),
  requests("160,000 messages", "messages of two letters", () => [chat(times(160_000, () => said("hi")))]),
  requests("80,000 messages that differ", "none of them known", () => [
    chat(times(80_000, (index) => said(`m ${index} ${Math.random()}`))),
  ]),
  requests("50,000 tools", "tools on offer", () => [chat([said("Hello")], { tools: times(50_000, tool) })]),
  requests("20,000 tool calls", "calls and results, traced by tool_provenance", () => [
    chat(
      times(10_000, (index) => index).flatMap((index) => [
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: `c${index}`, type: "function", function: { name: "send", arguments: `{"to":"user${index}@x.org"}` } },
          ],
        },
        { role: "tool", tool_call_id: `c${index}`, content: `user${index + 1}@x.org, 4711${index}` },
      ]),
    ),
  ]),
  requests("deep nesting", "lists in lists", () => [
    chat([said("Hello")], { foo: nested(900, "x") }),
    { ...chat([]), body: Buffer.from("[".repeat(4 * MILLION)) },
  ]),
  requests("long numbers and escapes", "4 MB of digits, 4 MB of \\u0061", () => [
    { ...chat([]), body: Buffer.from(`{"messages":[],"n":${"9".repeat(4 * MILLION)}}`) },
    { ...chat([]), body: Buffer.from(`{"messages":[{"role":"user","content":"${"\\u0061".repeat(MILLION)}"}]}`) },
  ]),
  requests("a million numbers", "a list of numbers and one of fields", () => [
    chat([said("Hello")], { foo: times(MILLION, (index) => index) }),
    chat([said("Hello")], { foo: Object.fromEntries(times(300_000, (index) => [`k${index}`, index])) }),
  ]),
  requests("large metadata", "analyses whose own metadata has 6 MB", () => [
    {
      method: "POST",
      path: "/sdk/v1/analyze/prompt",
      body: json({ ...PLAIN, metadata: longKey(4 * MILLION, 100_000) }),
    },
    {
      method: "POST",
      path: "/sdk/v1/analyze/prompt",
      body: json({ ...PLAIN, metadata: { list: times(90_000, (index) => ({ [`k${index}`]: `v${index}` })) } }),
    },
  ]),
  requests("many shapes", "objects of which each has fields of its own", () => [
    chat([said("Hello")], { foo: times(90_000, (index) => ({ [`k${index}`]: 1, [`j${index}`]: 2 })) }),
    chat([said("Hello")], Object.fromEntries(times(16_000, (index) => [`k${index}`, `text ${index}`]))),
  ]),
  requests("other formats", "contents, blocks, items and inputs, as many as may be", () => [
    post("/v1beta/models/m:generateContent", {
      contents: times(45_000, (index) => ({ role: "user", parts: [{ text: `m ${index}` }] })),
    }),
    post("/v1beta/models/m:batchEmbedContents", {
      requests: times(40_000, (index) => ({ model: "m", content: { parts: [{ text: `m ${index}` }] } })),
    }),
    post("/v1/messages", {
      model: "m",
      max_tokens: 1,
      messages: [said(times(90_000, (index) => ({ type: "text", text: `m ${index}` })))],
    }),
    post("/v1/responses", {
      model: "m",
      input: times(60_000, (index) => ({ role: "user", content: `m ${index}` })),
    }),
    post("/v1/embeddings", { model: "m", input: times(99_000, (index) => `m ${index}`) }),
    post("/v1/embeddings", { model: "m", input: times(290_000, (index) => index) }),
    post("/v1/embeddings", { model: "m", input: times(90_000, (index) => [index]) }),
  ]),
  requests("log probabilities", "as an answer has them, in a request", () => [
    chat([
      {
        ...said("a ".repeat(20_000)),
        logprobs: { content: times(40_000, (index) => ({ token: index % 2 ? " " : "a", logprob: -1, bytes: [97] })) },
      },
    ]),
  ]),
  requests("many policies", "inline policies and their lists", () => [
    analysis(
      "Hello",
      times(90_000, () => ({ policy_name: "pii_detection", action: "flag" })),
    ),
    analysis(
      "Hello",
      inline(
        "pii_detection",
        times(290_000, () => "EMAIL_ADDRESS"),
      ),
    ),
    analysis(
      "Hello",
      inline(
        "secrets_keys_detection",
        times(90_000, () => ["a", "b"]),
      ),
    ),
    analysis(
      "Hello",
      inline(
        "tool_use_rules",
        times(290_000, () => "deny a"),
      ),
    ),
  ]),
];

const TEXTS: readonly Attack[] = EXPENSIVE.flatMap(([name, unit]) => [
  requests(`${name}, short`, `the longest text that the event loop reads, of ${name}`, () => [
    analysis(filled(unit, SHORT_MAX)),
    chat([said(filled(unit, SHORT_MAX), "system"), said("Hello")]),
  ]),
  requests(`${name}, long`, `the longest text, of ${name}`, () => [
    analysis(filled(unit, TEXT_MAX)),
    chat([said(filled(unit, TEXT_MAX), "system"), said("Hello")]),
  ]),
]);

const POLICIES: readonly Attack[] = [
  requests("expensive patterns", "20 patterns of 3,000 instructions", () => [
    analysis("a".repeat(SHORT_MAX), patterns(SLOW_PATTERNS)),
  ]),
  requests("one expensive pattern", "one pattern of 3,000 instructions", () => [
    analysis("a".repeat(SHORT_MAX), patterns(SLOW_PATTERNS.slice(0, 1))),
    analysis("a".repeat(4096), patterns([["p", `(?:a?){800}a{800}${Math.random()}`]])),
  ]),
  requests("patterns that begin anew", "each match reads to the end of the text", () => [
    analysis("a".repeat(SHORT_MAX), patterns(restarts)),
  ]),
  requests("patterns that compile slowly", "100 patterns, other ones each time", () => [
    analysis("Hello", patterns(times(100, (index) => [`p${index}`, `${"a{1000}".repeat(140)}${Math.random()}`]))),
    analysis(
      "Hello",
      patterns(times(100, (index) => [`p${index}`, `${String.raw`(?i:[\PL\PN])`.repeat(70)}${Math.random()}`])),
    ),
  ]),
  requests("100,000 names", "competitors and topics, given inline, other ones each time", () => [
    analysis(
      proseOf(8000),
      inline(
        "competitor_mention_detection",
        times(100_000, (index) => `Company ${index} ${Math.random()}`),
      ),
    ),
    analysis(
      proseOf(8000),
      inline(
        "banned_topics_detection",
        times(100_000, (index) => `topic ${index} ${Math.random()}`),
      ),
    ),
  ]),
  requests("long system prompts", "the leak policy learns a megabyte", () => [
    analysisOfAnswer(
      proseOf(SHORT_MAX),
      inline("system_prompt_leak_detection", `${Math.random()} ${proseOf(TEXT_MAX)}`),
    ),
    chat([said(`${Math.random()} ${proseOf(TEXT_MAX)}`, "system"), said("Hello")]),
    chat(times(6, () => said(`${Math.random()} ${proseOf(TEXT_MAX)}`, "system"))),
  ]),
];

const STREAMS: readonly Attack[] = ["tiny", "tiny-mails", "tiny-backslashes", "event", "choices", "prose"].map(
  (answer) =>
    requests(`stream: ${answer}`, "an answer of the provider's model: see provider.ts", () => [
      chat([said(proseOf(200), "system"), said(`Go on ${Math.random()}`)], { stream: true }, answer),
    ]),
);

export const ATTACKS: readonly Attack[] = [...BODIES, ...TEXTS, ...POLICIES, ...STREAMS, ...CONNECTION_ATTACKS];
