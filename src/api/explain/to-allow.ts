import { findAnalyzer } from "../../analyzers/registry.ts";
import type { ToAllow } from "./explain-schemas.ts";
import { scoreOf, type ExplainedPolicy, type Judgement } from "./recorded.ts";

/** How the ids of inline policies begin. */
const INLINE = "inline:";

/**
 * What would let the same text through, as keys to write into the configuration; `null`: the policy stops nothing.
 * Never a value of the text: kinds and thresholds, which are no secret.
 */
export function allowPolicy(explained: ExplainedPolicy, judgement: Judgement): ToAllow {
  const { applied } = explained;
  if (applied.shadow === true) return null;
  const isInline = applied.policy_id.startsWith(INLINE);
  if (applied.status === "failed") return isInline ? null : configured(explained, judgement, keysOfFailure(explained));
  if (applied.status !== "violated") return null;
  if (isInline) return ofRequest(explained);
  return configured(explained, judgement, keysOf(explained, judgement));
}

/** Lines of YAML below the policy's entry, and why. */
interface Keys {
  readonly lines: readonly string[];
  readonly note: string;
}

function configured({ applied }: ExplainedPolicy, { assetId }: Judgement, { lines, note }: Keys): ToAllow {
  const yaml = [
    "assets:",
    `  - id: ${scalar(assetId ?? "")}`,
    "    policies:",
    `      - policy_name: ${scalar(applied.policy_name)}`,
    ...lines.map((line) => `        ${line}`),
  ];
  return { where: "configuration", yaml: `${yaml.join("\n")}\n`, note };
}

/** An inline policy is the request's own: no configuration can weaken it. */
function ofRequest({ applied }: ExplainedPolicy): ToAllow {
  const item = { policy_name: applied.policy_name, action: "flag" };
  return {
    where: "request",
    yaml: `policies: [${JSON.stringify(item)}]\n`,
    note: "The request sent this policy along. Send it with another action, or leave it out.",
  };
}

function keysOfFailure({ applied }: ExplainedPolicy): Keys {
  const isLate = applied.reason === "timeout";
  return {
    lines: ["on_error: pass", ...(isLate ? ["# or give it more time, milliseconds:", "# timeout_ms: 2000"] : [])],
    note: "The policy could not run. With on_error: pass such texts pass, and x-guardrail-degraded names the policy.",
  };
}

function keysOf(explained: ExplainedPolicy, judgement: Judgement): Keys {
  const isScore = findAnalyzer(explained.applied.policy_name)?.measure === "score";
  return isScore ? keysOfScore(explained) : keysOfKinds(explained, judgement);
}

/** Kinds that one snippet allows. */
const KINDS_MAX = 20;

function keysOfKinds({ applied, violations }: ExplainedPolicy, { configured: policies }: Judgement): Keys {
  const known = policies.find(({ id }) => id === applied.policy_id)?.allow?.types ?? [];
  const found = violations.flatMap(({ findings }) => findings.map(({ kind }) => kind));
  const kinds = [...new Set([...known, ...found])].slice(0, KINDS_MAX);
  if (found.length === 0) return FLAG;
  return {
    lines: [
      "allow:",
      `  types: [${kinds.map(scalar).join(", ")}]`,
      "  # or, narrower, single values in place of their types:",
      "  # values: [the value as it stands in your text]",
      "  # patterns: [a pattern in RE2 syntax that matches the whole value]",
    ],
    note: "allow.types lets every value of these kinds pass. A value or a pattern allows less: prefer one where you can.",
  };
}

const FLAG: Keys = {
  lines: ["action: flag"],
  note: "The policy then reports what it finds and lets it pass.",
};

/** Thresholds are written in hundredths. */
const HUNDREDTHS = 100;

/** A threshold just above the score; where there is none, the action. */
function keysOfScore(explained: ExplainedPolicy): Keys {
  const score = scoreOf(explained) ?? 1;
  // Read as one, texts must score higher than alone, so a threshold for them is no measure for others.
  const isJoined = explained.violations.some(({ joined }) => joined === "turns");
  const above = aboveScore(score);
  if (above > 1 || isJoined) return FLAG;
  return {
    lines: [`threshold: ${above} # in place of threshold and sensitivity`],
    note: `The text scored ${score}. A threshold above it lets it pass, and whatever else scores as low.`,
  };
}

function aboveScore(score: number): number {
  const least = Math.ceil(score * HUNDREDTHS) / HUNDREDTHS;
  return least > score ? least : Math.round(least * HUNDREDTHS + 1) / HUNDREDTHS;
}

/** Words that YAML reads as something else than text. */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Plain where YAML reads it as the text that it is. */
const scalar = (text: string): string =>
  /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(text) && !WORDS.test(text) ? text : JSON.stringify(text);
