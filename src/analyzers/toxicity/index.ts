import type { Analyzer } from "../analyzer.ts";
import { prepareLabelled } from "../learned/labelled-policy.ts";
import { LOOKBACK, sharedPolicy } from "../learned/learned-policy.ts";
import { ABOUT, LABELS } from "./question.ts";
import { TOXICITY_MODEL } from "./model.ts";

/** Tells how toxic a text is, and in what way: hate, harassment, insult, threat, sexual, self-harm, violence, profanity. A model of our own, trained by `npm run train`. */
export const TOXICITY_DETECTION: Analyzer<"toxicity_detection"> = {
  name: "toxicity_detection",
  scope: "both",
  // The operator's own words are not suspect.
  covers: (side, origin) => side === "both" || origin !== "system",
  measure: "score",
  threshold: 0.5,
  leakMax: LOOKBACK,
  get sensitivities() {
    return sharedPolicy(TOXICITY_MODEL).thresholds;
  },
  masks: false,
  metadata: "labels",
  prepare: prepareLabelled(TOXICITY_MODEL, {
    kind: "toxicity",
    policy: "toxicity_detection",
    about: ABOUT,
    statements: LABELS,
  }),
};
