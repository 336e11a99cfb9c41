import { z } from "zod";
import type { JudgeModel, JudgeSettings } from "../../core/judge-model.ts";
import { unreadable } from "../judge-failure.ts";
import { answerOf } from "../label-scores.ts";
import type { Wire } from "./remote.ts";

const moderation = z.object({
  results: z.tuple([z.object({ category_scores: z.record(z.string(), z.number().min(0).max(1)) })]),
});

/** OpenAI-compatible moderations. @see https://platform.openai.com/docs/api-reference/moderations */
export function moderationsWire(
  { model }: Extract<JudgeModel, { readonly kind: "moderations" }>,
  labels: JudgeSettings["labels"],
): Wire {
  return {
    path: "/moderations",
    request: ({ question, text }) => ({
      body: { ...(model === null ? {} : { model }), input: text.toWellFormed() },
      read: (answer) => {
        const read = moderation.safeParse(answer);
        if (!read.success) throw unreadable("the judge's answer is no moderation");
        return answerOf(new Map(Object.entries(read.data.results[0].category_scores)), question, labels);
      },
    }),
  };
}
