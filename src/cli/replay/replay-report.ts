import type { Json, JsonObject } from "../../core/model.ts";
import { printable } from "../scan-texts.ts";
import type { Change, Comparison, LeftOut, Timings, Latencies } from "./comparison.ts";
import type { ReplayOptions } from "./replay-command.ts";

/** The parameters and the end of a replay. */
export interface Replayed extends Pick<ReplayOptions, "config" | "baseline"> {
  /** It was stopped before its end. */
  readonly isStopped: boolean;
  /** Lines that could not be read; they have been reported. */
  readonly problems: number;
}

const VERDICTS = ["passed", "flagged", "blocked", "failed", "none"] as const;
/** Ids and changes that the report for a terminal shows; the JSON has more. */
const IDS_SHOWN = 10;
const CHANGES_SHOWN = 50;

const WHY: Readonly<Record<LeftOut, string>> = {
  no_text: "without text",
  unread: "never read",
  unavailable: "refused because a policy could not run",
  unknown_asset: "of assets that the configuration has not",
  too_long: "longer than server.text_max_chars",
  beside: "decided by policies that judge conversations or tool calls",
  masked: "with masks in their texts, whose values no policy can judge again",
  cut: "whose texts end early",
  inline: "judged with policies of their callers, which a record does not hold",
};

/** For a terminal. No text, unless it was kept to be shown. */
export function renderReplay(replayed: Replayed, comparison: Comparison): string {
  return [
    ...summary(replayed, comparison),
    ...matrix(comparison),
    ...policies(comparison),
    ...changes(comparison),
    ...latencies(replayed, comparison),
    "",
  ].join("\n");
}

function summary({ config, baseline, isStopped, problems }: Replayed, comparison: Comparison): readonly string[] {
  const { cases, texts, changed, cut, masked, inline, leftOut } = comparison;
  const lines = [
    `${config} against ${baseline ?? "what was said before"}: ${texts} texts in ${cases} cases, ${changed} with another verdict`,
  ];
  if (isStopped) lines.push("stopped before the end");
  if (cases === 0) lines.push("nothing was compared");
  const left = [...leftOut].map(([why, count]) => `${count} ${WHY[why]}`);
  if (left.length > 0) lines.push(`left out: ${left.join(", ")}`);
  if (cut > 0) lines.push(`${cut} have texts that end early: their records kept no more`);
  if (masked > 0) lines.push(`${masked} have masks in their texts: what those hide is not found`);
  if (inline > 0) lines.push(`${inline} were judged with policies of their callers, which a record does not hold`);
  if (problems > 0) lines.push(`${problems} lines could not be read`);
  return lines;
}

function matrix({ matrix: rows }: Comparison): readonly string[] {
  if (rows.size === 0) return [];
  const columns = VERDICTS.filter((name) => [...rows.values()].some((row) => row.has(name)));
  const cell = (text: string | number): string => String(text).padStart(9);
  return [
    "",
    `${"old \\ new".padEnd(10)}${columns.map(cell).join("")}`,
    ...VERDICTS.filter((name) => rows.has(name)).map(
      (name) => `${name.padEnd(10)}${columns.map((column) => cell(rows.get(name)?.get(column) ?? 0)).join("")}`,
    ),
  ];
}

const byLabel = <Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));

function policies(comparison: Comparison): readonly string[] {
  const lines: string[] = [];
  for (const [label, { old, new: now, gained, lost, failed, gainedIds, lostIds }] of byLabel(comparison.policies)) {
    const failures = failed === 0 ? "" : `, ${failed} failed`;
    lines.push(`${label}: ${old} → ${now} violated, ${gained} gained, ${lost} lost${failures}`);
    if (gained > 0) lines.push(`  gained ${idsIn(gainedIds, gained)}`);
    if (lost > 0) lines.push(`  lost ${idsIn(lostIds, lost)}`);
  }
  return lines.length === 0 ? [] : ["", ...lines];
}

function idsIn(ids: readonly string[], count: number): string {
  const shown = ids.slice(0, IDS_SHOWN).map(printable);
  return count > shown.length ? `${shown.join(" ")} and ${count - shown.length} more` : shown.join(" ");
}

function changes({ changes: all, changed }: Comparison): readonly string[] {
  if (all.length === 0) return [];
  const lines = all.slice(0, CHANGES_SHOWN).flatMap(renderChange);
  const rest = changed - Math.min(all.length, CHANGES_SHOWN);
  return ["", ...lines, ...(rest > 0 ? [`and ${rest} more`] : [])];
}

function renderChange({ id, old, new: now, gained, lost, texts }: Change): readonly string[] {
  const because = [...gained.map((name) => `+${name}`), ...lost.map((name) => `-${name}`)].join(" ");
  const shown = (texts ?? []).map((text) => `  ${printable(text)}`);
  return [`${printable(id)} ${old} → ${now}${because === "" ? "" : ` ${because}`}`, ...shown];
}

const figure = (us: number): string => (us < 10 ? us.toFixed(1) : String(Math.round(us))).padStart(9);

function latencies({ baseline }: Replayed, { old, new: now }: Comparison): readonly string[] {
  if (now.texts.quantiles.count === 0) return [];
  const labels = ["all policies", ...byLabel(now.policies).map(([label]) => label)];
  const gone = byLabel(old.policies).filter(([label]) => !now.policies.has(label));
  labels.push(...gone.map(([label]) => label));
  const width = Math.max(...labels.map(({ length }) => length));
  const rows = labels.flatMap((label) => [
    ...(baseline === null ? [] : timesOf(`${label.padEnd(width)} old`, latencyOf(old, label))),
    ...timesOf(`${label.padEnd(width)} new`, latencyOf(now, label)),
  ]);
  return [
    "",
    `${"microseconds a text".padEnd(width + 4)}${["p50", "p95", "p99"].map((name) => name.padStart(9)).join("")}`,
    ...rows,
  ];
}

const latencyOf = (timings: Timings, label: string): Latencies | undefined =>
  label === "all policies" ? timings.texts : timings.policies.get(label);

function timesOf(name: string, latencies: Latencies | undefined): readonly string[] {
  if (latencies === undefined) return [];
  const { p50, p95, p99 } = latencies.quantiles;
  return [`${name}${[p50, p95, p99].map(figure).join("")}`];
}

/** The same for programs, with more ids. */
export function replayJson({ config, baseline, isStopped, problems }: Replayed, comparison: Comparison): string {
  const { cases, texts, changed, cut, masked, inline, old, new: now } = comparison;
  const body: JsonObject = {
    config,
    baseline,
    stopped: isStopped,
    cases,
    texts,
    changed,
    cut,
    masked,
    inline,
    left_out: Object.fromEntries(comparison.leftOut),
    problems,
    verdicts: Object.fromEntries([...comparison.matrix].map(([name, row]) => [name, Object.fromEntries(row)])),
    policies: Object.fromEntries(
      byLabel(comparison.policies).map(([label, { gainedIds, lostIds, ...counts }]): [string, Json] => [
        label,
        { ...counts, gained_ids: gainedIds, lost_ids: lostIds },
      ]),
    ),
    changes: comparison.changes.map(({ texts: shown, ...change }): Json =>
      shown === null ? change : { ...change, texts: shown },
    ),
    microseconds: { old: baseline === null ? null : timingsJson(old), new: timingsJson(now) },
  };
  return `${JSON.stringify(body, null, 2)}\n`;
}

function timingsJson({ texts, policies: each }: Timings): JsonObject {
  const rounded = (latencies: Latencies): JsonObject =>
    Object.fromEntries(Object.entries(latencies.quantiles).map(([name, value]) => [name, Math.round(value * 10) / 10]));
  return {
    texts: rounded(texts),
    policies: Object.fromEntries(byLabel(each).map(([label, latencies]) => [label, rounded(latencies)])),
  };
}
