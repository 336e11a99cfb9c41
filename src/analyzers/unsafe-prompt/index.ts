import type { Analyzer } from "../analyzer.ts";
import { hazardStatements } from "../hazards.ts";
import { prepareLabelled } from "../learned/labelled-policy.ts";
import { LOOKBACK, sharedPolicy } from "../learned/learned-policy.ts";
import { UNSAFE_PROMPT_MODEL } from "./model.ts";

/** Tells whether a prompt asks for help in doing harm, and of what kind. A model of our own, trained by `npm run train`. */
export const UNSAFE_PROMPT_PROTECTION: Analyzer<"unsafe_prompt_protection"> = {
  name: "unsafe_prompt_protection",
  scope: "input",
  covers: (side, origin) => side === "both" || (side === "input" && origin === "user"),
  measure: "score",
  threshold: 0.5,
  leakMax: LOOKBACK,
  get sensitivities() {
    return sharedPolicy(UNSAFE_PROMPT_MODEL).thresholds;
  },
  masks: false,
  metadata: "hazard labels",
  prepare: prepareLabelled(UNSAFE_PROMPT_MODEL, {
    kind: "unsafe_prompt",
    policy: "unsafe_prompt_protection",
    about: "The prompt asks for help in doing harm or in breaking the law.",
    statements: hazardStatements("The prompt asks for"),
  }),
};
