import type { Analyzer } from "../analyzer.ts";
import { hazardStatements } from "../hazards.ts";
import { prepareLabelled } from "../learned/labelled-policy.ts";
import { LOOKBACK, sharedPolicy } from "../learned/learned-policy.ts";
import { UNSAFE_RESPONSE_MODEL } from "./model.ts";

/** Tells whether an answer helps in doing harm, and of what kind. A model of our own, trained by `npm run train`. */
export const UNSAFE_RESPONSE_DETECTION: Analyzer<"unsafe_response_detection"> = {
  name: "unsafe_response_detection",
  scope: "output",
  covers: (side, origin) => side === "both" || (side === "output" && origin === "assistant"),
  measure: "score",
  threshold: 0.5,
  leakMax: LOOKBACK,
  get sensitivities() {
    return sharedPolicy(UNSAFE_RESPONSE_MODEL).thresholds;
  },
  masks: false,
  metadata: "hazard labels",
  prepare: prepareLabelled(UNSAFE_RESPONSE_MODEL, {
    kind: "unsafe_response",
    policy: "unsafe_response_detection",
    about: "The answer gives help in doing harm or in breaking the law.",
    statements: hazardStatements("The answer gives"),
  }),
};
