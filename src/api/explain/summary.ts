import type { ExplainedPolicy, RecordedViolation } from "./recorded.ts";

/** The outcome in sentences that an operator can read out: names, kinds and places, no text. */
export function summarize(verdict: string, policies: readonly ExplainedPolicy[]): string {
  const acting = policies.filter(({ applied }) => applied.shadow !== true);
  switch (verdict) {
    case "blocked":
    case "flagged":
      return [`${verdict === "blocked" ? "Blocked" : "Flagged"}.`, ...acting.flatMap(sentencesOf)].join(" ");
    case "unavailable": {
      const failed = acting.filter(({ applied }) => applied.status === "failed").map(failureOf);
      return failed.length === 0
        ? "Refused: the request could not be judged."
        : `Refused: ${failed.join("; ")}. A policy that fails closed (on_error: block) refuses what it cannot judge.`;
    }
    case "unread":
      return "No policy read the text: it was refused before, or passed unread.";
    default: {
      const asked = acting.filter(({ applied }) => applied.status === "passed").length;
      return asked === 0
        ? "Passed: no policy had anything to judge."
        : `Passed: ${asked} ${asked === 1 ? "policy" : "policies"} found nothing.`;
    }
  }
}

function failureOf({ applied }: ExplainedPolicy): string {
  return `${applied.policy_name} could not run (${applied.reason ?? "error"})`;
}

/** Violations that a summary names of one policy. */
const NAMED_MAX = 3;

function sentencesOf({ applied, violations }: ExplainedPolicy): readonly string[] {
  const named = violations.slice(0, NAMED_MAX).map((violation) => {
    const { findings, threshold } = violation;
    const kinds = [...new Set(findings.map(({ kind }) => kind))].join(", ");
    const score = findings.reduce((top, finding) => Math.max(top, finding.score), 0);
    const measured = threshold === undefined ? "" : ` (score ${score}, threshold ${threshold})`;
    const verb = violation.action_taken === "block" ? "blocks" : "flags";
    return `${applied.policy_name} ${verb}${kinds === "" ? "" : ` ${kinds}`}${measured}${placeOf(violation)}.`;
  });
  const rest = violations.length - NAMED_MAX;
  return rest > 0 ? [...named, `${rest} more of ${applied.policy_name}.`] : named;
}

/** Where it stands, as far as that is known. */
function placeOf({ side, pointer, channel, joined, findings }: RecordedViolation): string {
  const [spanned] = findings.filter(({ start, end }) => start !== undefined && end !== undefined);
  const offsets = spanned === undefined ? "" : ` at ${spanned.start}–${spanned.end}`;
  const view = spanned?.disguise === undefined ? "" : `, written as ${spanned.disguise}`;
  const where = pointer ?? (channel === undefined ? undefined : `the stream's ${channel}`);
  const sideName = side === undefined ? "" : side === "output" ? " in the answer" : " in the prompt";
  const together =
    joined === undefined ? "" : `, only in ${joined === "parts" ? "its parts" : "several messages"} read as one`;
  return `${sideName}${where === undefined ? "" : `, ${where}`}${offsets}${view}${together}`;
}
