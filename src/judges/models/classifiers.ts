import { z } from "zod";
import type { JudgeSettings, JudgeModel } from "../../core/judge-model.ts";
import { unreadable } from "../judge-failure.ts";
import { answerOf, labelled } from "../label-scores.ts";
import type { Wire } from "./model-contract.ts";

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

/** One number a class, flat or as the one row of a batch. */
const numbers = z.array(z.number());
const inference = z.object({
  outputs: z.array(z.object({ name: z.string(), data: z.unknown() })),
});
const tensor = z.union([numbers, z.tuple([numbers])]);

/** The KServe v2 protocol. @see https://kserve.github.io/website/docs/concepts/architecture/data-plane/v2-protocol */
export function kserveWire(
  model: Extract<JudgeModel, { readonly kind: "kserve" }>,
  labels: JudgeSettings["labels"],
): Wire {
  const { input, output, classes, activation } = model;
  return {
    path: `/v2/models/${encodeURIComponent(model.model)}/infer`,
    request: ({ question, text }) => ({
      body: {
        inputs: [{ name: input, shape: [1], datatype: "BYTES", data: [text.toWellFormed()] }],
        outputs: [{ name: output }],
      },
      read: (answer) => {
        const read = inference.safeParse(answer);
        const found = read.success ? read.data.outputs.find(({ name }) => name === output) : undefined;
        const values = tensor.safeParse(found?.data);
        if (!values.success) throw unreadable("the judge's answer lacks its output tensor");
        return answerOf(labelled(classes, values.data.flat(), activation), question, labels);
      },
    }),
  };
}
