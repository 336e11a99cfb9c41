import { parseArgs } from "node:util";
import { buildRuntime } from "../access/runtime.ts";
import { explain } from "../api/explain/explanation.ts";
import type { FindingExplanation, PolicyExplanation } from "../api/explain/explain-schemas.ts";
import type { JudgeEvent } from "../core/judge-model.ts";
import type { Evaluation } from "../core/model.ts";
import { evaluate } from "../engine/evaluate.ts";
import type { Guard } from "../engine/guard.ts";
import { JudgeSet } from "../judges/judge-set.ts";
import { keptApplied, keptReport } from "../records/report.ts";
import { Reading } from "../text/reading.ts";
import { configuredAsset, type ConfiguredAsset, type ConfiguredPorts, UsageError } from "./command.ts";
import { systemClock } from "./process.ts";
import { LineIndex, locate } from "./scan-texts.ts";

/** What the process provides to the command. */
export interface ExplainPorts extends ConfiguredPorts {
  readonly readStdin: () => string;
}

const OPTIONS = {
  file: { type: "string" },
  side: { type: "string", default: "input" },
  asset: { type: "string" },
  config: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** The sides by the names that commands and the API have for them. */
const SIDES = new Map([
  ["input", "input"],
  ["prompt", "input"],
  ["output", "output"],
  ["response", "output"],
] as const);

/** @returns the exit code: 0 passed, 1 flagged or blocked, 2 it could not be judged */
export async function runExplain(args: string[], ports: ExplainPorts): Promise<0 | 1 | 2> {
  const { text, side, asset, config, isJson } = readArguments(args, ports);
  const configured = configuredAsset(config ?? ports.configFile, asset, ports);
  if (configured === null) return 2;
  const evaluated = await judge(text, side, { configured, ports });
  const outcome = evaluated.evaluation.failedClosed.length > 0 ? "unavailable" : evaluated.evaluation.verdict;
  const explanation = explain({
    verdict: outcome,
    // The text is the caller's own, and so are the names in its policies.
    violated: evaluated.evaluation.violations.map((violation) => keptReport(violation, { mode: "full" })),
    applied: evaluated.evaluation.applied.map((applied) => keptApplied(applied, evaluated.guards)),
    assetId: configured.asset.id,
    configured: configured.asset.policies,
  });
  const digest = configured.config.digest;
  const shown = { asset_id: configured.asset.id, side, verdict: outcome, ...explanation, configuration: { digest } };
  ports.print(isJson ? `${JSON.stringify(shown)}\n` : render(text, shown));
  if (outcome === "unavailable") return 2;
  return outcome === "passed" ? 0 : 1;
}

function readArguments(args: string[], ports: ExplainPorts) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const side = [...SIDES].find(([name]) => name === values.side)?.[1];
  if (side === undefined) throw new UsageError("--side must be input or output");
  const { file, asset, config, json: isJson } = values;
  if ((file === undefined) === (positionals.length === 0)) throw new UsageError("explain needs a TEXT or --file FILE");
  const text = file === undefined ? positionals.join(" ") : file === "-" ? ports.readStdin() : ports.readFile(file);
  return { text, side, asset, config, isJson };
}

interface Judged {
  readonly evaluation: Evaluation;
  readonly guards: readonly Guard[];
}

async function judge(
  text: string,
  side: "input" | "output",
  { configured, ports }: { readonly configured: ConfiguredAsset; readonly ports: ExplainPorts },
): Promise<Judged> {
  const { config, asset } = configured;
  const report = (event: JudgeEvent): void => {
    if (event.kind === "failed") ports.printError(`sallyport: judge ${event.judge}: ${event.reason}\n`);
  };
  const judges = new JudgeSet({ clock: systemClock, report });
  try {
    const open = judges.open(config.judges);
    judges.use(open);
    const guards = buildRuntime(config, open).assets.get(asset.id)?.guards ?? [];
    await judges.load();
    const origin = side === "output" ? "assistant" : "user";
    const context = { side, origin, clock: systemClock, signal: new AbortController().signal } as const;
    return { evaluation: await evaluate(guards, new Reading(text), context), guards };
  } finally {
    await judges.close();
  }
}

interface Shown {
  readonly summary: string;
  readonly policies: readonly PolicyExplanation[];
}

function render(text: string, { summary, policies }: Shown): string {
  const lines = [summary];
  const index = new LineIndex(text);
  for (const policy of policies) lines.push("", ...renderPolicy(policy, { text, index }));
  return `${lines.join("\n")}\n`;
}

interface Source {
  readonly text: string;
  readonly index: LineIndex;
}

const MICROSECONDS_PER_MS = 1000;

function renderPolicy(policy: PolicyExplanation, source: Source): readonly string[] {
  const { policy_name: name, status, reason, action, score, threshold, duration_us: durationUs, violations } = policy;
  const facts = [
    status === "violated" ? `violated (${action})` : `${status}${reason === undefined ? "" : `: ${reason}`}`,
    ...(score === null ? [] : [`score ${score}`]),
    ...(threshold === null ? [] : [`threshold ${threshold}`]),
    ...(status === "skipped" ? [] : [`${(durationUs / MICROSECONDS_PER_MS).toFixed(2)} ms`]),
  ];
  const lines = [`${name}: ${facts.join(", ")}`];
  for (const { findings, finding_count: count } of violations) {
    for (const finding of findings) lines.push(...renderFinding(finding, source));
    if (count > findings.length) lines.push(`  and ${count - findings.length} more`);
  }
  if (policy.to_allow === null) return lines;
  const { yaml, note } = policy.to_allow;
  return [
    ...lines,
    `  To allow it: ${note}`,
    ...yaml
      .trimEnd()
      .split("\n")
      .map((line) => `    ${line}`),
  ];
}

function renderFinding(
  { kind, score, start, end, view, disguise }: FindingExplanation,
  { text, index }: Source,
): readonly string[] {
  const seen = view === "as_written" ? "" : `  ${view}${disguise === undefined ? "" : `: ${disguise}`}`;
  if (start === undefined || end === undefined) return [`  ${kind}  ${score}${seen}`];
  const { line, column, excerpt, caret } = locate(text, { start, end }, index);
  return [`  ${kind}  ${score}  ${line}:${column}${seen}`, `    ${excerpt}`, `    ${caret}`];
}
