import { openAiChat } from "../../../src/codecs/openai/openai-chat.ts";
import type { Json } from "../../../src/core/model.ts";
import { chatChunk, chatCompletion, STREAM_END } from "../upstream.ts";
import { answerOf, interleaved, sseData } from "./events.ts";
import type { StreamedAnswer, WireKit } from "./kit.ts";

interface Chunk {
  readonly choices?: readonly {
    readonly index: number;
    readonly delta: {
      readonly content?: string;
      readonly tool_calls?: readonly { readonly function: { readonly arguments?: string } }[];
    };
    readonly finish_reason: string | null;
  }[];
}

function read(wire: string): StreamedAnswer {
  const choices = sseData(wire).flatMap((data) =>
    data === "[DONE]" ? [] : ((JSON.parse(data) as Chunk).choices ?? []),
  );
  const told = choices.map(({ delta, ...choice }) => ({ ...choice, text: delta.content ?? "" }));
  return {
    ...answerOf(wire, told),
    toolArguments: choices.map(({ delta }) => delta.tool_calls?.[0]?.function.arguments ?? "").join(""),
  };
}

export const openAiChatKit: WireKit = {
  codec: openAiChat,
  path: () => "/v1/chat/completions",
  choicesMax: 4,
  request: (prompt, { stream, count }) => ({
    model: "test-model",
    messages: [{ role: "user", content: prompt }],
    stream,
    n: count,
  }),
  answer: (texts) => chatCompletion(...texts) as Json,
  answerTexts: (body) =>
    (body as { choices: { message: { content: string | null } }[] }).choices.map(
      ({ message }) => message.content ?? "",
    ),
  contentType: "text/event-stream",
  stream: (choices) => [
    ...interleaved(
      choices.map((pieces, index) => [
        chatChunk({ index, delta: { role: "assistant", content: "" } }),
        ...pieces.map((content) => chatChunk({ index, delta: { content } })),
        chatChunk({ index, finish: "stop" }),
      ]),
    ),
    STREAM_END,
  ],
  toolStream: (pieces) => {
    const call = (fields: object): string => chatChunk({ delta: { tool_calls: [{ index: 0, ...fields }] } });
    return [
      chatChunk({ delta: { role: "assistant", content: null } }),
      call({ id: "call_1", type: "function", function: { name: "look_up", arguments: "" } }),
      ...pieces.map((piece) => call({ function: { arguments: piece } })),
      chatChunk({ finish: "tool_calls" }),
      STREAM_END,
    ];
  },
  read,
};
