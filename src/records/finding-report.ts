import type { Finding, JsonObject, Violation } from "../core/model.ts";
import { FOLDED_DISGUISES } from "../text/fold/fold.ts";

/** Findings that a record lists of one violation, in the order of their places; it counts them all. */
const FINDINGS_MAX = 20;

/** How the engine came to a violation, as records keep it: what was found where, and in which view of the text. No text. */
export function reportFindings({ findings, threshold, joined }: Violation): JsonObject {
  return {
    threshold,
    ...(joined === undefined ? {} : { joined }),
    finding_count: findings.length,
    findings: findings.slice(0, FINDINGS_MAX).map(reportFinding),
  };
}

function reportFinding({ kind, score, span, decoded, isFolded }: Finding): JsonObject {
  return {
    kind,
    score,
    ...(span === undefined ? {} : { start: span.start, end: span.end }),
    ...viewOf(decoded, isFolded),
  };
}

/**
 * The view of the text that shows a finding: the text as written, as a reader sees it (look-alikes and invisible characters undone), or
 * what an encoding or a cipher hides.
 */
function viewOf(disguise: string | undefined, isFolded = false): JsonObject {
  if (disguise === undefined) return { view: isFolded ? "folded" : "as_written" };
  return { view: FOLDED_DISGUISES.has(disguise) ? "folded" : "decoded", disguise };
}
