import { firstFrom } from "../core/lists.ts";
import { compilePolicy } from "../engine/compile.ts";
import { evaluate } from "../engine/evaluate.ts";
import type { Guard } from "../engine/guard.ts";
import type { Clock } from "../core/clock.ts";
import {
  policyId,
  PLAIN_MASKING,
  type Action,
  type Evaluation,
  type Finding,
  type Policy,
  type Side,
  type Span,
  type Violation,
} from "../core/model.ts";
import { Reading } from "../text/reading.ts";
import type { LineText } from "./scan-lines.ts";

/** A place in a text; both count from 1, columns in UTF-16 code units. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where the lines of a text begin. A line ends after `\n`; a text with many findings is read once. */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(raw: string) {
    for (let at = raw.indexOf("\n"); at >= 0; at = raw.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  positionOf(offset: number): Position {
    const line = firstFrom(this.#starts.length, (at) => (this.#starts[at] ?? 0) > offset);
    return { line, column: offset - (this.#starts[line - 1] ?? 0) + 1 };
  }
}

/** What `scan` runs when no asset is named: every policy that needs no configuration of its own. */
const DEFAULT_POLICIES: readonly (readonly [name: string, action: Action])[] = [
  ["prompt_injection_detection", "block"],
  ["pii_detection", "flag"],
  ["secrets_keys_detection", "block"],
];

/** Widest excerpt of a line that is shown, characters. */
const EXCERPT_MAX = 100;

export function defaultGuards(): readonly Guard[] {
  return DEFAULT_POLICIES.flatMap(([name, action]) => {
    const compiled = compilePolicy(defaultPolicy(name, action));
    return compiled.kind === "guard" ? [compiled.guard] : [];
  });
}

const defaultPolicy = (name: string, action: Action): Policy => ({
  id: policyId(`scan:${name}`),
  name,
  action,
  scope: null,
  metadata: null,
  threshold: null,
  mask: false,
  ...PLAIN_MASKING,
  stream: "window",
  onError: "block",
  timeoutMs: 5000,
});

/** Evaluates one text as the API would. */
export function scanText(
  raw: string,
  options: { readonly guards: readonly Guard[]; readonly side: "input" | "output"; readonly clock: Clock },
): Promise<Evaluation> {
  const { guards, side, clock } = options;
  const origin = originOf(side);
  return evaluate(guards, new Reading(raw), { side, origin, clock, signal: new AbortController().signal });
}

const originOf = (side: Side): "user" | "assistant" => (side === "output" ? "assistant" : "user");

/** The verdict, and every finding with its line and carets under its span. */
export function renderScan(file: string, raw: string, evaluation: Evaluation): string {
  const lines = [`${file}: ${evaluation.verdict}`];
  const index = new LineIndex(raw);
  for (const name of evaluation.failedClosed.concat(evaluation.degraded)) lines.push(`  ${name}: could not run`);
  for (const violation of evaluation.violations) {
    lines.push(`  ${violation.policy.name} (${violation.action})`);
    for (const finding of violation.findings) lines.push(...renderFinding(file, finding, { raw, index }));
  }
  return `${lines.join("\n")}\n`;
}

function renderFinding(
  file: string,
  finding: Finding,
  { raw, index }: { readonly raw: string; readonly index: LineIndex },
): readonly string[] {
  const what = [finding.label ?? finding.kind, finding.score.toFixed(2)];
  if (finding.decoded !== undefined) what.push(`disguised as ${finding.decoded}`);
  if (finding.span === undefined) return [`    ${what.join("  ")}`];
  const { line, column, excerpt, caret } = locate(raw, finding.span, index);
  return [`    ${file}:${line}:${column}  ${what.join("  ")}`, `      ${excerpt}`, `      ${caret}`];
}

/** Line and column are 1-based; the caret line ends where the span or its first line ends. */
export function locate(raw: string, span: Span, lines: LineIndex = new LineIndex(raw)) {
  const lineStart = raw.lastIndexOf("\n", span.start - 1) + 1;
  const nextBreak = raw.indexOf("\n", span.start);
  const lineEnd = nextBreak < 0 ? raw.length : nextBreak;
  const cropStart = Math.max(lineStart, Math.min(span.start - 20, lineEnd - EXCERPT_MAX));
  const excerpt = printable(raw.slice(cropStart, Math.min(lineEnd, cropStart + EXCERPT_MAX)));
  const before = printable(raw.slice(cropStart, span.start));
  const width = printable(raw.slice(span.start, Math.min(span.end, lineEnd, cropStart + EXCERPT_MAX))).length;
  return {
    ...lines.positionOf(span.start),
    excerpt,
    caret: " ".repeat(before.length) + "^".repeat(Math.max(1, width)),
  };
}

/** Control characters would move the caret or the terminal's cursor; each becomes one space or a visible mark. */
export const printable = (text: string): string => text.replaceAll("\t", " ").replaceAll(/[\p{Cc}\p{Cf}]/gu, "\u00b7");

/** Where a text stands: a file, and of a file of JSON Lines also the line and the field. */
export interface TextPlace extends Partial<Pick<LineText, "line" | "field" | "lineChars">> {
  readonly name: string;
}

/** For people: `chats.jsonl:3 messages.0.content`. */
export function placeName({ name, line, field = null }: TextPlace): string {
  const place = line === undefined ? name : `${name}:${line}`;
  return field === null ? place : `${place} ${printable(field)}`;
}

/** One JSON document per text. Offsets, kinds and scores; never the matched text. */
export function scanJson({ name: file, line, field }: TextPlace, evaluation: Evaluation): string {
  const violations = evaluation.violations.map((violation: Violation) => ({
    policy_name: violation.policy.name,
    action_taken: violation.action,
    findings: violation.findings.map(({ kind, label, score, span, decoded }) => ({
      kind,
      label,
      score,
      decoded,
      ...span,
    })),
  }));
  return `${JSON.stringify({ file, line, field, verdict: evaluation.verdict, policies_violated: violations })}\n`;
}
