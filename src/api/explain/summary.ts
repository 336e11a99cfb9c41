import type { ExplainedPolicy, Judgement, RecordedViolation, Refusal } from "./recorded.ts";

/** The outcome in sentences that an operator can read out: names, kinds and places, no text. */
export function summarize(
  { verdict, refusal }: Pick<Judgement, "verdict" | "refusal">,
  policies: readonly ExplainedPolicy[],
): string {
  const acting = policies.filter(({ applied }) => applied.shadow !== true);
  const said = sentencesFor(verdict, acting);
  return (refusal === undefined ? said : [...said, sentenceOf(refusal)]).join(" ");
}

function sentencesFor(verdict: string, acting: readonly ExplainedPolicy[]): readonly string[] {
  switch (verdict) {
    case "blocked":
      return ["Blocked.", ...acting.flatMap(sentencesOf)];
    case "flagged": {
      // A block that leaves its exchange flagged took a text out of the history.
      const isRemoved = acting.some(({ violations }) =>
        violations.some(({ action_taken }) => action_taken === "block"),
      );
      return ["Flagged.", ...acting.flatMap(sentencesOf), ...(isRemoved ? [REMOVED] : [])];
    }
    case "unavailable":
      return [
        "Refused: it could not be judged.",
        ...acting.filter(({ applied }) => applied.status === "failed").map(failureOf),
      ];
    case "unread":
      return ["No policy has read all of it."];
    default:
      return [passed(acting.filter(({ applied }) => applied.status === "passed").length)];
  }
}

const REMOVED = "What is blocked stood in the conversation's history: it was taken out, and the rest went on.";

function passed(asked: number): string {
  if (asked === 0) return "Passed: no policy had anything to judge.";
  return `Passed: ${asked} ${asked === 1 ? "policy" : "policies"} found nothing.`;
}

/** Settings that let pass what could not be read, by reason; all others follow `unread`. */
const SETTINGS: ReadonlyMap<string, string> = new Map([
  ["parts", "unread_parts: pass"],
  ["websocket", "websocket: inspect, or unread: pass"],
]);

function sentenceOf({ code, reason = "" }: Refusal): string {
  if (code === "passed_unread") return `Passed without being read: ${reason}.`;
  if (code !== "guardrail_unread") return `It ended with ${code}.`;
  return `It could not be read: ${reason}. The upstream's ${SETTINGS.get(reason) ?? "unread: pass"} would let it pass.`;
}

function failureOf({ applied }: ExplainedPolicy): string {
  return `${applied.policy_name} could not run (${applied.reason ?? "error"}).`;
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
  const spanned = findings.find(({ start, end }) => start !== undefined && end !== undefined);
  const offsets = spanned === undefined ? "" : ` at ${spanned.start}–${spanned.end}`;
  const view = spanned?.disguise === undefined ? "" : `, written as ${spanned.disguise}`;
  const where = pointer ?? (channel === undefined ? undefined : `the stream's ${channel}`);
  const sideName = side === undefined ? "" : side === "output" ? " in the answer" : " in the prompt";
  const together =
    joined === undefined ? "" : `, only in ${joined === "parts" ? "its parts" : "several messages"} read as one`;
  return `${sideName}${where === undefined ? "" : `, ${where}`}${offsets}${view}${together}`;
}
