import type { Json, JsonObject } from "../../src/core/model.ts";
import { FILLINGS, listOf, TEXTS, type HostileBody } from "./body-shapes.ts";

/** How a format's answers and events hold texts. */
interface AnswerFormat {
  readonly format: string;
  readonly path: string;
  /** Each text in a choice, a block, a part or an item of its own. */
  readonly answer: (texts: readonly string[], more: Json) => Json;
  /** The same as one event of a stream; absent: an event brings one. */
  readonly event?: (texts: readonly string[], more: Json) => Json;
}

const FORMATS: readonly AnswerFormat[] = [
  {
    format: "anthropic-messages",
    path: "/v1/messages",
    answer: (texts, more) => ({ content: texts.map((text) => ({ type: "text", text })), more }),
    event: (texts, more) => ({
      type: "message_start",
      message: { content: texts.map((text) => ({ type: "text", text })), more },
    }),
  },
  {
    format: "gemini",
    path: "/v1beta/models/m:generateContent",
    answer: (texts, more) => ({ candidates: [{ content: { parts: texts.map((text) => ({ text })) }, more }] }),
    event: (texts, more) => ({ candidates: [{ content: { parts: texts.map((text) => ({ text })) }, more }] }),
  },
  {
    format: "gemini calls",
    path: "/v1beta/models/m:generateContent",
    answer: (texts) => ({
      candidates: [{ content: { parts: texts.map((name) => ({ functionCall: { name, args: { name } } })) } }],
    }),
    event: (texts) => ({
      candidates: [
        {
          content: {
            parts: texts.map((name) => ({
              functionCall: { name, willContinue: true, partialArgs: [{ jsonPath: "$.a", stringValue: name }] },
            })),
          },
        },
      ],
    }),
  },
  {
    format: "openai-chat",
    path: "/v1/chat/completions",
    answer: (texts, more) => ({
      choices: texts.map((content, index) => ({ index, message: { role: "assistant", content } })),
      more,
    }),
    event: (texts, more) => ({
      choices: texts.slice(0, 500).map((content, index) => ({ index, delta: { content } })),
      more,
    }),
  },
  {
    format: "openai-chat calls",
    path: "/v1/chat/completions",
    answer: (texts) => ({
      choices: [
        {
          index: 0,
          message: {
            tool_calls: texts.map((name) => ({ id: name, function: { name, arguments: `{"a":"${name}"}` } })),
          },
        },
      ],
    }),
    event: (texts) => ({
      choices: [
        {
          index: 0,
          delta: { tool_calls: texts.map((name, index) => ({ index, id: name, function: { name, arguments: "{}" } })) },
        },
      ],
    }),
  },
  {
    format: "openai-responses",
    path: "/v1/responses",
    answer: (texts, more) => ({
      object: "response",
      output: texts.map((text) => ({ type: "message", content: [{ type: "output_text", text }] })),
      more,
    }),
    event: (texts, more) => ({
      type: "response.output_item.done",
      output_index: 0,
      item: { type: "message", content: texts.map((text) => ({ type: "output_text", text })), more },
    }),
  },
  {
    format: "openai-uploads",
    path: "/v1/audio/transcriptions",
    answer: (texts, more) => ({ text: texts.join(""), segments: texts.map((text) => ({ text })), more }),
  },
];

/** What a text costs in an answer besides itself, UTF-16 units. */
const AROUND = 60;

function shapesOf(kind: "answer" | "event"): readonly HostileBody[] {
  return FORMATS.flatMap(({ format, path, ...formats }) => {
    const make = formats[kind];
    if (make === undefined) return [];
    const common = { format, method: "POST", path };
    const texts = Object.entries(TEXTS).map(([name, textAt]) => ({
      ...common,
      name: `${name} in one ${kind}`,
      of: (size: number, seed: number): Json =>
        make(listOf(size, (index) => textAt(index, seed)).slice(0, Math.ceil(size / AROUND)), null),
    }));
    const fillings = Object.entries(FILLINGS).map(([name, fill]) => ({
      ...common,
      name: `${name} in one ${kind}`,
      of: (size: number): Json => make(["x"], fill(size)),
    }));
    return format.endsWith(" calls") ? texts : [...texts, ...fillings];
  });
}

export const ANSWERS = shapesOf("answer");
export const EVENTS = shapesOf("event");

/** Items of a realtime conversation, and requests over a WebSocket. */
function messageShapes(): readonly HostileBody[] {
  const formats: readonly (readonly [
    format: string,
    path: string,
    of: (texts: readonly string[], more: Json) => JsonObject,
  ])[] = [
    [
      "openai-realtime",
      "/v1/realtime",
      (texts, more) => ({
        type: "conversation.item.create",
        item: { type: "message", role: "user", content: texts.map((text) => ({ type: "input_text", text })), more },
      }),
    ],
    [
      "openai-responses-messages",
      "/v1/responses",
      (texts, more) => ({ type: "response.create", input: texts.map((content) => ({ role: "user", content })), more }),
    ],
  ];
  return formats.flatMap(([format, path, make]) => [
    ...Object.entries(TEXTS).map(([name, textAt]) => ({
      format,
      path,
      method: "GET",
      name: `${name} in one message`,
      of: (size: number, seed: number): Json =>
        make(listOf(size, (index) => textAt(index, seed)).slice(0, Math.ceil(size / AROUND)), null),
    })),
    ...Object.entries(FILLINGS).map(([name, fill]) => ({
      format,
      path,
      method: "GET",
      name: `${name} in one message`,
      of: (size: number): Json => make(["x"], fill(size)),
    })),
  ]);
}

export const MESSAGES = messageShapes();
