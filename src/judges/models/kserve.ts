import { z } from "zod";
import type { JudgeModel, JudgeSettings } from "../../core/judge-model.ts";
import { unreadable } from "../judge-failure.ts";
import { answerOf, labelled } from "../label-scores.ts";
import type { Wire } from "./remote.ts";

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
