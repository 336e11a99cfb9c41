import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { analyze, prepare } from "./stream-window.ts";

/** What the policy, restricted to one type, finds in a text at its shipped threshold. */
export function found(type: string, raw: string): readonly string[] {
  return analyze(prepare(PII_DETECTION, [type]), raw)
    .filter(({ score }) => score >= PII_DETECTION.threshold)
    .map(({ span }) => raw.slice(span?.start, span?.end));
}
