import { z } from "zod";
import type { JudgeSettings } from "../../core/judge-model.ts";
import { unreadable } from "../judge-failure.ts";
import { answerOf } from "../label-scores.ts";
import type { Wire } from "./remote.ts";

/** Labels of one classification; no model has more. */
const LABELS_MAX = 10_000;

const predictions = z
  .array(z.object({ label: z.string(), score: z.number().min(0).max(1) }))
  .min(1)
  .max(LABELS_MAX);
/** Some versions answer one text with a list of one list. */
const prediction = z.union([predictions, z.tuple([predictions])]);

/** text-embeddings-inference. @see https://huggingface.co/docs/text-embeddings-inference/quick_tour */
export function classifierWire(labels: JudgeSettings["labels"]): Wire {
  return {
    path: "/predict",
    request: ({ question, text }) => ({
      // A text that is too long is refused, not cut: what is cut off would pass unread.
      body: { inputs: text.toWellFormed(), raw_scores: false, truncate: false },
      read: (answer) => {
        const read = prediction.safeParse(answer);
        if (!read.success) throw unreadable("the judge's answer is no classification");
        return answerOf(new Map(read.data.flat().map(({ label, score }) => [label, score])), question, labels);
      },
    }),
  };
}
