import type { Analyzer } from "../analyzer.ts";
import { hazardStatements } from "../hazards.ts";
import { prepareLabelled } from "../learned/labelled-policy.ts";
import { LOOKBACK } from "../learned/learned-policy.ts";
import weights from "./weights.json" with { type: "json" };

/** Tells whether a prompt asks for help in doing harm, and of what kind. A model of our own, trained by `npm run train`. */
export const UNSAFE_PROMPT_PROTECTION: Analyzer<"unsafe_prompt_protection"> = {
  name: "unsafe_prompt_protection",
  scope: "input",
  covers: (side, origin) => side === "both" || (side === "input" && origin === "user"),
  measure: "score",
  threshold: 0.5,
  leakMax: LOOKBACK,
  sensitivities: weights.model.thresholds,
  masks: false,
  prepare: prepareLabelled(weights, {
    kind: "unsafe_prompt",
    policy: "unsafe_prompt_protection",
    about: "The prompt asks for help in doing harm or in breaking the law.",
    statements: hazardStatements("The prompt asks for"),
  }),
};
