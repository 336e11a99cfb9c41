import { field } from "../codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { OPENAI } from "./formats.ts";
import { readMockInputs } from "./inputs.ts";
import { answerCount, CREATED, isStream, modelOf, pieces, replyText, tokens } from "./mock-turn.ts";
import { dataStream, invalid, json, type MockRoute } from "./mock-route.ts";

/** OpenAI's older completions: a prompt, or several, without roles. */
export const mockCompletions: MockRoute = {
  method: "POST",
  path: /\/completions$/,
  format: OPENAI,
  answer: ({ body }) => {
    const prompts = readMockInputs(field(body, "prompt"));
    if (prompts === null) return invalid("prompt must be a text, token ids, or a list of either");
    const count = answerCount(field(body, "n"));
    if (prompts.length * count > CHOICES_MAX) return invalid(`at most ${CHOICES_MAX} choices are made`);
    const echo = field(body, "echo") === true;
    const texts = prompts.flatMap((prompt) =>
      Array.from({ length: count }, () => (echo ? prompt : "") + replyText({ prompt, isAfterTool: false })),
    );
    const completion = { head: { ...HEAD, model: modelOf(body) }, texts, usage: usage(prompts, texts) };
    if (!isStream(body)) return json(whole(completion));
    const includeUsage = field(field(body, "stream_options"), "include_usage") === true;
    return dataStream(chunks(completion, includeUsage));
  },
};

/** As many as the provider makes of one request. */
const CHOICES_MAX = 128;
const HEAD = { id: "cmpl-mock", object: "text_completion", created: CREATED, system_fingerprint: "fp_mock" };

interface Completion {
  readonly head: JsonObject;
  readonly texts: readonly string[];
  readonly usage: JsonObject;
}

function usage(prompts: readonly string[], texts: readonly string[]): JsonObject {
  const count = (list: readonly string[]): number => tokens(list.reduce((sum, text) => sum + text.length, 0));
  const [prompt, completion] = [count(prompts), count(texts)];
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

function whole({ head, texts, usage }: Completion): JsonObject {
  const choices = texts.map((text, index) => ({ index, text, logprobs: null, finish_reason: "stop" }));
  return { ...head, choices, usage };
}

function* chunks({ head, texts, usage }: Completion, includeUsage: boolean): Generator<Json> {
  const chunk = (index: number, text: string, finish: string | null): JsonObject => ({
    ...head,
    choices: [{ index, text, logprobs: null, finish_reason: finish }],
    ...(includeUsage ? { usage: null } : {}),
  });
  const open = new Map(texts.map((text, index) => [index, pieces(text)]));
  // The choices come interleaved; each ends when its text does.
  while (open.size > 0) {
    for (const [index, rest] of open) {
      const { done, value } = rest.next();
      yield chunk(index, done === true ? "" : value, done === true ? "stop" : null);
      if (done === true) open.delete(index);
    }
  }
  if (includeUsage) yield { ...head, choices: [], usage };
}
