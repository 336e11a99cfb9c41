import { z } from "zod";
import { parseJson } from "../../core/json.ts";
import type { JudgeAnswer, JudgeModel, Question } from "../../core/judge-model.ts";
import type { Json } from "../../core/model.ts";
import { unreadable } from "../judge-failure.ts";
import { isScore } from "../label-scores.ts";
import { answerKey, answerSchema, messagesFor, statementsOf } from "../prompt.ts";
import type { Wire } from "./remote.ts";

/** A complete answer: ended by itself, without calls and without a refusal. */
const completion = z.object({
  choices: z.tuple([
    z.object({
      finish_reason: z.literal("stop"),
      message: z.object({
        content: z.string(),
        refusal: z.null().optional(),
        tool_calls: z.union([z.null(), z.array(z.unknown()).max(0)]).optional(),
      }),
    }),
  ]),
});

/**
 * OpenAI-compatible chat completions with structured output.
 * @see https://platform.openai.com/docs/guides/structured-outputs
 * @param draw random letters and digits
 */
export function chatWire(model: Extract<JudgeModel, { readonly kind: "chat" }>, draw: () => string): Wire {
  const { model: name, temperature } = model;
  return {
    path: "/chat/completions",
    request: (asked) => {
      const schema = { name: "verdict", strict: true, schema: answerSchema(asked.question) };
      const body: Json = {
        model: name,
        messages: messagesFor(asked, draw).map(({ role, content }) => ({ role, content })),
        ...(temperature === null ? {} : { temperature }),
        response_format: { type: "json_schema", json_schema: schema },
      };
      return { body, read: (answer) => readCompletion(answer, asked.question) };
    },
  };
}

/** Anything but exactly the answer that was asked for is none. @throws {JudgeFailure} */
function readCompletion(answer: Json, question: Question): JudgeAnswer {
  const read = completion.safeParse(answer);
  if (!read.success) throw unreadable("the judge refused, was cut off, or answered in another form");
  const [{ message }] = read.data.choices;
  const parsed = parseJson(message.content, { roundsNumbers: true });
  const scores = parsed.ok ? scoresOf(parsed.value, statementsOf(question).length) : null;
  if (scores === null) throw unreadable("the judge's answer does not fit its schema");
  return { score: Math.max(0, ...scores), parts: question.isWhole ? scores.slice(1) : scores };
}

function scoresOf(value: Json, count: number): readonly number[] | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const answers = new Map(Object.entries(value));
  if (answers.size !== count) return null;
  const scores = Array.from({ length: count }, (_, index) => answers.get(answerKey(index))).filter(isScore);
  return scores.length === count ? scores : null;
}
