import type { Json, JsonObject } from "../../src/core/model.ts";

/** A request body that grows in one respect. */
export interface HostileBody {
  readonly format: string;
  readonly method: string;
  readonly path: string;
  /** What there is much of. */
  readonly name: string;
  /** About that many UTF-16 units as JSON. */
  readonly of: (size: number, seed: number) => Json;
}

/** Where a format takes what a body is filled with. */
interface Format {
  readonly format: string;
  readonly path: string;
  /** Each text a message, an input or a prompt of its own. */
  readonly messages: (texts: readonly string[]) => JsonObject;
  /** Each text a part of one message; absent: there are no parts. */
  readonly parts?: (texts: readonly string[]) => JsonObject;
  /** A field within a message. */
  readonly within?: (value: Json) => JsonObject;
}

const messageOf = (content: Json, rest: JsonObject = {}): JsonObject => ({ role: "user", content, ...rest });

const FORMATS: readonly Format[] = [
  {
    format: "anthropic-messages",
    path: "/v1/messages",
    messages: (texts) => ({ messages: texts.map((text) => messageOf(text)) }),
    parts: (texts) => ({ messages: [messageOf(texts.map((text) => ({ type: "text", text })))] }),
    within: (value) => ({ messages: [messageOf([{ type: "text", text: "x", more: value }])] }),
  },
  {
    format: "gemini",
    path: "/v1beta/models/m:generateContent",
    messages: (texts) => ({ contents: texts.map((text) => ({ role: "user", parts: [{ text }] })) }),
    parts: (texts) => ({ contents: [{ role: "user", parts: texts.map((text) => ({ text })) }] }),
    within: (value) => ({ contents: [{ role: "user", parts: [{ text: "x", more: value }] }] }),
  },
  {
    format: "openai-chat",
    path: "/v1/chat/completions",
    messages: (texts) => ({ messages: texts.map((text) => messageOf(text)) }),
    parts: (texts) => ({ messages: [messageOf(texts.map((text) => ({ type: "text", text })))] }),
    within: (value) => ({ messages: [messageOf("x", { more: value })] }),
  },
  { format: "openai-completions", path: "/v1/completions", messages: (texts) => ({ prompt: texts }) },
  { format: "openai-inputs", path: "/v1/embeddings", messages: (texts) => ({ input: texts }) },
  {
    format: "openai-responses",
    path: "/v1/responses",
    messages: (texts) => ({ input: texts.map((text) => messageOf(text)) }),
    parts: (texts) => ({ input: [messageOf(texts.map((text) => ({ type: "input_text", text })))] }),
    within: (value) => ({ input: [messageOf([{ type: "input_text", text: "x", more: value }])] }),
  },
  { format: "openai-uploads", path: "/v1/images/edits", messages: (texts) => ({ prompt: texts }) },
];

/** A list of as many items as have about that size. */
export function listOf<Item extends Json>(size: number, itemAt: (index: number) => Item): readonly Item[] {
  const items: Item[] = [];
  for (let length = 0; length < size;) {
    const item = itemAt(items.length);
    items.push(item);
    length += JSON.stringify(item).length + 1;
  }
  return items;
}

function fieldsOf(size: number, name: string): JsonObject {
  const entries: [string, Json][] = [];
  for (let length = 0; length < size; length += name.length + 12) entries.push([`${name}${entries.length}`, "x"]);
  return Object.fromEntries(entries);
}

const longKey = (size: number): JsonObject => ({ ["k".repeat(size / 2)]: fieldsOf(size / 2, "a") });

/** Half of what a parser takes, so that it fits wherever it stands. */
const DEPTH = 60;

function nested(depth: number): Json {
  return depth === 0 ? "x" : depth % 2 === 0 ? [nested(depth - 1)] : { a: nested(depth - 1) };
}

const exactNumber = (digits: string): Json => JSON.rawJSON(digits);

/** Values of any place. */
export const FILLINGS: Readonly<Record<string, (size: number) => Json>> = {
  "a long key over many fields": longKey,
  "long keys in each other": (size) => ({ outer: { ["o".repeat(size / 4)]: longKey((size * 3) / 4) } }),
  "many fields": (size) => fieldsOf(size, "field"),
  "deep nesting": (size) => listOf(size, () => nested(DEPTH)),
  "one long number": (size) => exactNumber("7".repeat(size)),
  "many long numbers": (size) => listOf(size, (index) => exactNumber(`1234567890123456${index}`)),
  "many short numbers behind a long one": (size) => [exactNumber("12345678901234567890"), ...listOf(size, () => 1)],
  "many escapes": (size) => '"\\\u0001'.repeat(size / 10),
  "many empty lists": (size) => listOf(size, () => []),
};

/** Texts of messages or parts. */
export const TEXTS: Readonly<Record<string, (index: number, seed: number) => string>> = {
  "many texts": (index, seed) => `w${seed}${index}`,
  "the same text": () => "the same",
  "many addresses": (index, seed) => `jane${index}@acme${seed}-mail.com`,
  "many placeholders": (index) => `<EMAIL_ADDRESS_${index}>`,
};

/** What a text costs in a body besides itself, UTF-16 units. */
const AROUND = 40;

function bodiesOf({ format, path, messages, parts, within }: Format): readonly HostileBody[] {
  const common = { format, method: "POST", path };
  const base = (): JsonObject => messages(["x"]);
  const texts = Object.entries(TEXTS).flatMap(([name, textAt]) => {
    const list = (size: number, seed: number): readonly string[] =>
      listOf(size, (index) => textAt(index, seed)).slice(0, Math.ceil(size / AROUND));
    const own = [
      { ...common, name: `${name} as messages`, of: (size: number, seed: number) => messages(list(size, seed)) },
    ];
    if (parts === undefined) return own;
    return [
      ...own,
      { ...common, name: `${name} as parts`, of: (size: number, seed: number) => parts(list(size, seed)) },
    ];
  });
  const fillings = Object.entries(FILLINGS).flatMap(([name, fill]) => {
    const beside = {
      ...common,
      name: `${name} beside messages`,
      of: (size: number) => ({ ...base(), more: fill(size) }),
    };
    if (within === undefined) return [beside];
    return [beside, { ...common, name: `${name} in a message`, of: (size: number) => within(fill(size)) }];
  });
  const tools = {
    ...common,
    name: "many tools",
    of: (size: number) => ({
      ...base(),
      tools: listOf(size, (index) => ({ type: "function", function: { name: `f${index}` } })),
    }),
  };
  return [...texts, ...fillings, tools];
}

export const BODIES: readonly HostileBody[] = FORMATS.flatMap(bodiesOf);
