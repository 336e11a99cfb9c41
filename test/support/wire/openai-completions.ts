import { openAiCompletions } from "../../../src/codecs/openai/openai-completions.ts";
import { STREAM_END } from "../upstream.ts";
import { answerOf, interleaved, sseData, type ToldChoice } from "./events.ts";
import type { StreamedAnswer, WireKit } from "./kit.ts";

const HEAD = { id: "cmpl-1", object: "text_completion", created: 1_700_000_000, model: "test-model" };

const chunk = (index: number, text: string, finish: string | null): string =>
  `data: ${JSON.stringify({ ...HEAD, choices: [{ text, index, logprobs: null, finish_reason: finish }] })}\n\n`;

function read(wire: string): StreamedAnswer {
  const choices = sseData(wire).flatMap((data) =>
    data === "[DONE]" ? [] : (JSON.parse(data) as { choices: readonly ToldChoice[] }).choices,
  );
  return { ...answerOf(wire, choices), toolArguments: "" };
}

/** Its last piece comes with the finish, as servers of this format send it. */
export const openAiCompletionsKit: WireKit = {
  codec: openAiCompletions,
  path: () => "/v1/completions",
  choicesMax: 4,
  request: (prompt, { stream, count }) => ({ model: "test-model", prompt, stream, n: count }),
  answer: (texts) => ({
    ...HEAD,
    choices: texts.map((text, index) => ({ text, index, logprobs: null, finish_reason: "stop" })),
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  answerTexts: (body) => (body as { choices: { text: string }[] }).choices.map(({ text }) => text),
  contentType: "text/event-stream",
  stream: (choices) => [
    ...interleaved(
      choices.map((pieces, index) => [
        ...pieces.slice(0, -1).map((piece) => chunk(index, piece, null)),
        chunk(index, pieces.at(-1) ?? "", "stop"),
      ]),
    ),
    STREAM_END,
  ],
  toolStream: null,
  read,
};
