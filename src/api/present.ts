import type { Evaluation, JsonObject } from "../core/model.ts";
import type { KeyedHash } from "../core/mask-forms.ts";
import { maskText, PlaceholderBook } from "../core/masks.ts";
import type { ShadowOutcome } from "../engine/shadow-policies.ts";
import { presentAllApplied, presentViolation } from "../records/report.ts";

export interface Presented {
  readonly evaluation: Evaluation;
  readonly shadows: readonly ShadowOutcome[];
  /** The submitted text. */
  readonly text: string;
  readonly maskHash: KeyedHash;
}

/** The analyze result of docs/api.md, ready to be encoded. */
export function presentEvaluation(requestId: string, { evaluation, shadows, text, maskHash }: Presented): JsonObject {
  const { violations } = evaluation;
  const masks = violations.flatMap((violation) => violation.masks);
  // One book for the answer: the merged text numbers the values in order of appearance, the others follow it.
  const book = new PlaceholderBook(maskHash);
  if (masks.length > 0) book.reserve(text);
  const masked = maskText(text, masks, book);
  return {
    request_id: requestId,
    verdict: evaluation.verdict,
    policies_violated: violations.map((violation) => {
      // Where one policy alone masks it is the merged text.
      const isAlone = violation.masks.length === masks.length;
      const maskedText = isAlone ? masked : maskText(text, violation.masks, book);
      return Object.assign(presentViolation(violation), { masked_result: maskedText });
    }),
    policies_applied: presentAllApplied(evaluation.applied, shadows),
    ...(masked === null ? {} : { masked_result: masked }),
  };
}
