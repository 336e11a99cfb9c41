import type { Json, JsonObject } from "../../../src/core/model.ts";
import { anthropicBlock, anthropicCall, anthropicEvents, anthropicKit, anthropicStream } from "./anthropic-messages.ts";
import { sseData } from "./events.ts";
import { geminiKit } from "./gemini.ts";
import type { WireKit } from "./kit.ts";
import { openAiChatKit } from "./openai-chat.ts";
import { completed, created, eventsOf, openAiResponsesKit, response, responseEvents } from "./openai-responses.ts";
import type { TypedEvent } from "./openai-responses.ts";
import { openAiUploads } from "../../../src/codecs/openai/openai-uploads.ts";
import { chatChunk, chatCompletion, STREAM_END } from "../upstream.ts";

/** How a format writes one answer whose text stands in several parts. */
export interface PartsKit {
  readonly name: string;
  readonly kit: WireKit;
  /** The whole answer. */
  readonly whole: (parts: readonly string[]) => Json;
  readonly shownWhole: (body: Json) => readonly string[];
  /** The same as a stream: a list of pieces a part. */
  readonly stream: (parts: readonly (readonly string[])[]) => readonly string[];
  readonly shown: (wire: string) => readonly string[];
  /** A stream does not say where a part ends. */
  readonly isJoined?: boolean;
  /** Every repeated list of the parts of a stream that has ended. */
  readonly copies?: (wire: string) => readonly (readonly string[])[];
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look at bodies field by field, and a wrong guess fails them
type Any = any;

interface Between {
  readonly block: Json;
  readonly wire: (index: number) => readonly string[];
}

const CALL: Between = {
  block: { type: "tool_use", id: "toolu_1", name: "look_up", input: { q: "x" } },
  wire: (index) => anthropicCall(index, ['{"q":', '"x"}']),
};
const THOUGHT: Between = {
  block: { type: "thinking", thinking: "hm", signature: "c2ln" },
  wire: (index) =>
    anthropicBlock(index, { type: "thinking", thinking: "", signature: "" }, [
      { type: "thinking_delta", thinking: "hm" },
      { type: "signature_delta", signature: "c2ln" },
    ]),
};

/** Blocks of one type, others between them. */
function blocks(name: string, field: "text" | "thinking", between: readonly Between[]): PartsKit {
  const message = { id: "m", type: "message", role: "assistant", model: "x", stop_reason: "end_turn", usage: {} };
  const own = (text: string): JsonObject =>
    field === "text" ? { type: "text", text, citations: null } : { type: "thinking", thinking: text, signature: "" };
  return {
    name: `anthropic-messages, ${name}`,
    kit: anthropicKit,
    whole: (parts) => {
      const content = parts.flatMap((text, at) => [...(at === 0 ? [] : between.map(({ block }) => block)), own(text)]);
      return { ...message, content };
    },
    shownWhole: (body) => (body as Any).content.flatMap((block: Any) => (block.type === field ? [block[field]] : [])),
    stream: (parts) => {
      const wire: string[] = [];
      let index = 0;
      for (const [at, pieces] of parts.entries()) {
        if (at > 0) for (const each of between) wire.push(...each.wire(index++));
        wire.push(
          ...anthropicBlock(
            index++,
            own(""),
            pieces.map((text) => ({ type: `${field}_delta`, [field]: text })),
          ),
        );
      }
      return anthropicStream(wire, "end_turn");
    },
    shown: (wire) => {
      const parts = new Map<number, string>();
      for (const event of anthropicEvents(wire) as readonly Any[]) {
        if (event.content_block?.type === field) parts.set(event.index, event.content_block[field]);
        const text = parts.get(event.index);
        if (event.delta?.[field] !== undefined && text !== undefined) parts.set(event.index, text + event.delta[field]);
      }
      return [...parts.values()];
    },
  };
}

interface ResponseParts {
  readonly name: string;
  /** Where the part of that number stands. */
  readonly item: (at: number) => number;
  readonly type: "message" | "reasoning";
  readonly list: "content" | "summary";
  /** The last event alone tells everything. */
  readonly isLate?: boolean;
}

function responses({ name, item: itemOf, type, list, isLate = false }: ResponseParts): PartsKit {
  const part = (text: string): JsonObject =>
    list === "summary"
      ? { type: "summary_text", text }
      : type === "message"
        ? { type: "output_text", text, annotations: [], logprobs: [] }
        : { type: "reasoning_text", text };
  const event = list === "summary" ? "reasoning_summary_text" : type === "message" ? "output_text" : "reasoning_text";
  const partEvent = list === "summary" ? "reasoning_summary_part" : "content_part";
  const itemsOf = (parts: readonly string[]): readonly JsonObject[] => {
    const items: JsonObject[] = [];
    for (const [at, text] of parts.entries()) {
      const index = itemOf(at);
      const known = items[index];
      const texts = [...((known?.[list] as JsonObject[] | undefined) ?? []), part(text)];
      items[index] = { id: `item_${index}`, type, status: "completed", role: "assistant", [list]: texts };
    }
    return items;
  };
  const itemEvents = (parts: readonly (readonly string[])[]): readonly TypedEvent[] => {
    const events: TypedEvent[] = [];
    const items = itemsOf(parts.map((pieces) => pieces.join("")));
    const counts = new Map<number, number>();
    for (const [at, pieces] of parts.entries()) {
      const index = itemOf(at);
      const item = items[index] ?? {};
      const number = counts.get(index) ?? 0;
      counts.set(index, number + 1);
      const place = { item_id: `item_${index}`, output_index: index, [`${list}_index`]: number };
      const text = pieces.join("");
      if (number === 0)
        events.push({
          type: "response.output_item.added",
          output_index: index,
          item: { ...item, status: "in_progress", [list]: [] },
        });
      events.push({ type: `response.${partEvent}.added`, ...place, part: part("") });
      for (const delta of pieces) events.push({ type: `response.${event}.delta`, ...place, delta });
      events.push({ type: `response.${event}.done`, ...place, text });
      events.push({ type: `response.${partEvent}.done`, ...place, part: part(text) });
      if (itemOf(at + 1) !== index || at === parts.length - 1)
        events.push({ type: "response.output_item.done", output_index: index, item });
    }
    return events;
  };
  const textsOf = (output: readonly Any[]): readonly string[] =>
    output.flatMap((each) => (each[list] ?? []).map(({ text }: Any) => text));
  return {
    name: `openai-responses, ${name}`,
    kit: openAiResponsesKit,
    whole: (parts) => response({ output: itemsOf(parts) }),
    shownWhole: (body) => textsOf((body as Any).output),
    stream: (parts) => {
      const items = itemsOf(parts.map((pieces) => pieces.join("")));
      return responseEvents([...created(), ...(isLate ? [] : itemEvents(parts)), completed(items)]);
    },
    shown: (wire) => {
      const events = eventsOf(wire);
      if (isLate) return textsOf(events.at(-1)?.response?.output ?? []);
      const parts = new Map<string, string>();
      for (const each of events) {
        const name = `${each.output_index} ${each[`${list}_index`]}`;
        if (each.type === `response.${partEvent}.added`) parts.set(name, "");
        if (each.type === `response.${event}.delta`) parts.set(name, (parts.get(name) ?? "") + each.delta);
      }
      return [...parts.values()];
    },
    copies: (wire) => {
      const events = eventsOf(wire);
      const of = (end: string): readonly Any[] => events.filter(({ type: each }) => each.endsWith(end));
      const last = textsOf(events.at(-1)?.response?.output ?? []);
      if (isLate) return [last];
      return [
        last,
        of(`${event}.done`).map(({ text }) => text),
        of(`${partEvent}.done`).map(({ part: each }) => each.text),
        textsOf(of("output_item.done").map(({ item }) => item)),
      ];
    },
  };
}

/** Parts that bear their index, as a few servers write them. */
const chatParts: PartsKit = {
  name: "openai-chat, parts with an index",
  kit: openAiChatKit,
  whole: (parts) => {
    const body = chatCompletion("") as Any;
    const content = parts.map((text, index) => ({ type: "text", text, index }));
    return { ...body, choices: [{ ...body.choices[0], message: { role: "assistant", content } }] };
  },
  shownWhole: (body) => (body as Any).choices[0].message.content.map(({ text }: Any) => text),
  stream: (parts) => [
    ...parts.flatMap((pieces, index) =>
      pieces.map((text) => chatChunk({ delta: { content: [{ type: "text", text, index }] } })),
    ),
    chatChunk({ finish: "stop" }),
    STREAM_END,
  ],
  shown: (wire) => {
    const parts = new Map<number, string>();
    for (const data of sseData(wire)) {
      const body: Any = data === "[DONE]" ? {} : JSON.parse(data);
      for (const { index, text } of body.choices?.[0]?.delta?.content ?? [])
        parts.set(index, (parts.get(index) ?? "") + text);
    }
    return [...parts.values()];
  },
};

/** Parts of one event, a thought between them: clients leave it out. */
const geminiParts: PartsKit = {
  name: "gemini, parts around thoughts",
  kit: geminiKit,
  whole: (parts) => ({
    candidates: [
      {
        index: 0,
        finishReason: "STOP",
        content: {
          role: "model",
          parts: parts.flatMap((text, at) => [...(at === 0 ? [] : [{ text: "hm", thought: true }]), { text }]),
        },
      },
    ],
  }),
  shownWhole: (body) =>
    (body as Any).candidates[0].content.parts.flatMap(({ text, thought }: Any) => (thought === true ? [] : [text])),
  stream: (parts) =>
    parts.flatMap((pieces, at) => {
      const bodies = [...(at === 0 ? [] : [{ text: "hm", thought: true }]), ...pieces.map((text) => ({ text }))];
      return bodies.map(
        (part) =>
          `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: "model", parts: [part] } }] })}\n\n`,
      );
    }),
  isJoined: true,
  shown: (wire) => [
    sseData(wire)
      .flatMap((data) => JSON.parse(data).candidates?.[0]?.content?.parts ?? [])
      .map(({ text, thought }: Any) => (thought === true ? "" : text))
      .join(""),
  ],
};

/** Segments of a transcript, by speaker. */
const segments: PartsKit = {
  name: "openai-uploads, segments of a transcript",
  kit: {
    ...openAiChatKit,
    codec: openAiUploads,
    path: () => "/v1/audio/transcriptions",
    request: () => ({ model: "whisper", stream: "true", response_format: "diarized_json" }),
  },
  whole: (parts) => ({ text: "", segments: parts.map((text, id) => ({ id, speaker: "A", text })) }),
  shownWhole: (body) => (body as Any).segments.map(({ text }: Any) => text),
  stream: (parts) => [
    ...parts.map((pieces, id) => {
      const segment = { type: "transcript.text.segment", id, speaker: "A", text: pieces.join("") };
      return `data: ${JSON.stringify(segment)}\n\n`;
    }),
    `data: ${JSON.stringify({ type: "transcript.text.done", text: "" })}\n\n`,
  ],
  shown: (wire) =>
    sseData(wire).flatMap((data) => {
      const body: Any = JSON.parse(data);
      return body.type === "transcript.text.segment" ? [body.text] : [];
    }),
};

const twoInOne = (at: number): number => Math.floor(at / 2);

export const PARTS_KITS: readonly PartsKit[] = [
  blocks("text blocks", "text", []),
  blocks("text blocks around a call and a thought", "text", [CALL, THOUGHT]),
  blocks("thoughts", "thinking", []),
  responses({ name: "parts of a message", item: () => 0, type: "message", list: "content" }),
  responses({ name: "messages", item: (at) => at, type: "message", list: "content" }),
  responses({ name: "messages of two parts", item: twoInOne, type: "message", list: "content" }),
  responses({ name: "messages told at the end", item: twoInOne, type: "message", list: "content", isLate: true }),
  responses({ name: "parts of a thought", item: () => 0, type: "reasoning", list: "content" }),
  responses({ name: "parts of a summary", item: () => 0, type: "reasoning", list: "summary" }),
  chatParts,
  geminiParts,
  segments,
];
