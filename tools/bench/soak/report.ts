import { cpus, platform, release, totalmem } from "node:os";
import { markdownTable } from "../../../src/cli/markdown-table.ts";
import type { ProbeSample } from "./probe.ts";
import type { Tally } from "./tally.ts";
import { quantileOf, trendOf } from "./trend.ts";

/** What a run gave, before it is judged. */
export interface SoakRun {
  readonly seed: number;
  readonly minutes: number;
  readonly capacityPerSecond: number;
  readonly perSecond: number;
  /** Of the measured time, in their order. */
  readonly samples: readonly ProbeSample[];
  /** Delays of a process that does nothing, meanwhile on the same machine. */
  readonly idleDelays: readonly number[];
  /** Seen in /metrics: 99th percentile of the event loop's delay over ten seconds, milliseconds. */
  readonly intervalP99Ms: readonly number[];
  readonly pendingMax: number;
  readonly tally: Tally;
  readonly reloads: { readonly written: string; readonly counted: string };
  /** Records of the API in the database, and what the audit said of it. */
  readonly records: { readonly found: number; readonly audit: string };
  readonly exitCode: number | null;
}

const MB = 1024 * 1024;
const DELAY_GOAL_MS = 20;
/** Growth over the measured time below this share of the memory is no growth: a collection of garbage more or less. */
const GROWTH_SHARE = 0.02;

export interface Judgement {
  readonly rss: {
    readonly beginMb: number;
    readonly endMb: number;
    readonly slopeMbPerMinute: number;
    readonly errorMbPerMinute: number;
  };
  readonly heapMb: { readonly begin: number; readonly end: number };
  readonly externalMb: { readonly begin: number; readonly end: number };
  readonly socketsMax: number;
  readonly filesMax: number;
  readonly delayMs: { readonly p50: number; readonly p90: number; readonly p99: number; readonly max: number };
  readonly utilization: number;
  /** What went wrong; none: passed. */
  readonly failures: readonly string[];
}

export function judge(run: SoakRun): Judgement {
  const { samples, minutes } = run;
  const third = Math.max(1, Math.floor(samples.length / 3));
  const [head, rest] = [samples.slice(0, third), samples.slice(third)];
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) throw new Error("the run has no samples");
  const { slope, error } = trendOf(rest.map(({ atMs, rss }) => ({ x: atMs / 60_000, y: rss / MB })));
  const tail = samples.slice(-third);
  const mid = (list: readonly ProbeSample[], of: (sample: ProbeSample) => number): number =>
    quantileOf(list.map(of), 0.5) / MB;
  const most = (of: (sample: ProbeSample) => number): number => Math.max(...samples.map(of));
  const [p50 = Number.NaN, p90 = Number.NaN, p99 = Number.NaN, max = Number.NaN] = last.delays;
  const endMb = mid(tail, ({ rss }) => rss);
  const grows = slope - 2 * error > 0 && slope * minutes > GROWTH_SHARE * endMb;
  return {
    rss: { beginMb: mid(head, ({ rss }) => rss), endMb, slopeMbPerMinute: slope, errorMbPerMinute: error },
    heapMb: { begin: mid(head, ({ heapUsed }) => heapUsed), end: mid(tail, ({ heapUsed }) => heapUsed) },
    externalMb: { begin: mid(head, ({ external }) => external), end: mid(tail, ({ external }) => external) },
    socketsMax: most(({ sockets }) => sockets),
    filesMax: most(({ files }) => files),
    delayMs: { p50, p90, p99, max },
    utilization: (last.activeMs - first.activeMs) / (last.atMs - first.atMs),
    failures: failuresOf(run, { grows, p99 }),
  };
}

function failuresOf(
  run: SoakRun,
  { grows, p99 }: { readonly grows: boolean; readonly p99: number },
): readonly string[] {
  const { tally, reloads, records, exitCode } = run;
  const failures: string[] = [];
  if (grows) failures.push("the resident memory grows");
  if (p99 > DELAY_GOAL_MS) failures.push(`the event loop's delay is above ${DELAY_GOAL_MS} ms at the 99th percentile`);
  if (tally.unexpected > 0) failures.push(`${tally.unexpected} unexpected outcomes`);
  if (reloads.written !== reloads.counted)
    failures.push(`reloads: ${reloads.written} written, ${reloads.counted} counted`);
  if (records.found !== tally.promised) failures.push(`${tally.promised} records promised, ${records.found} found`);
  if (!records.audit.startsWith("whole")) failures.push(`audit: ${records.audit}`);
  if (exitCode !== 0) failures.push(`the service ended with ${exitCode}`);
  return failures;
}

const number = (value: number, digits = 1): string => value.toFixed(digits);

/** Lines that stand for themselves, as Markdown. @param command as it was given */
export function render(run: SoakRun, judgement: Judgement, command: string): string {
  const { tally, perSecond, capacityPerSecond, minutes, seed } = run;
  const { failures } = judgement;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, ${Math.round(totalmem() / MB / 1024)} GB`;
  const share = number((perSecond / capacityPerSecond) * 100, 0);
  const blocks = [
    `${machine}, Node ${process.version}, ${platform()} ${release()}; \`${command}\`; seed ${seed}.`,
    `${tally.requests} requests in ${number(minutes)} minutes, ${number(perSecond)} a second: ${share} % of what would keep the event loop busy ` +
      `all the time. ${tally.left} clients hung up before the end, ${tally.unexpected} outcomes were unexpected.`,
    failures.length === 0 ? "**Passed.**" : `**Failed**: ${failures.join("; ")}.`,
    ...tally.examples.map((example) => `    ${example.replaceAll("\n", " ")}`),
    markdownTable(["what", "figure"], figureRows(run, judgement)),
    "Milliseconds from the time at which a request was due to the end of its answer:",
    markdownTable(["kind", "outcomes", "p50", "p99"], kindRows(tally)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function figureRows(run: SoakRun, judgement: Judgement): readonly (readonly string[])[] {
  const { rss, heapMb, externalMb, delayMs, socketsMax, filesMax } = judgement;
  const { tally, intervalP99Ms, records, reloads } = run;
  const list = (values: readonly number[]): string => values.map((value) => number(value)).join(", ");
  return [
    ["resident memory, first → last third of the time", `${number(rss.beginMb)} → ${number(rss.endMb)} MB`],
    [
      "its slope over the last two thirds, standard error",
      `${number(rss.slopeMbPerMinute, 2)} ± ${number(rss.errorMbPerMinute, 2)} MB a minute`,
    ],
    ["heap in use", `${number(heapMb.begin)} → ${number(heapMb.end)} MB`],
    ["external memory", `${number(externalMb.begin)} → ${number(externalMb.end)} MB`],
    ["most sockets and open files at once", `${socketsMax}, ${filesMax}`],
    [
      "delay of the event loop: p50, p90, p99, longest",
      `${list([delayMs.p50, delayMs.p90, delayMs.p99, delayMs.max])} ms`,
    ],
    ["the same of a process that does nothing", `${list(run.idleDelays)} ms`],
    [
      "the service's p99 over ten seconds: median, worst",
      `${list([quantileOf(intervalP99Ms, 0.5), Math.max(...intervalP99Ms)])} ms`,
    ],
    ["event loop busy", `${number(judgement.utilization * 100, 0)} % of the time`],
    ["records waiting to be written, most seen", String(run.pendingMax)],
    ["records promised by the API, found", `${tally.promised}, ${records.found}`],
    ["audit of the chain", records.audit],
    ["reloads accepted and rejected: written; counted", `${reloads.written}; ${reloads.counted}`],
  ];
}

function kindRows({ kinds }: Tally): readonly (readonly string[])[] {
  return [...kinds]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, { outcomes, latenciesMs }]) => [
      kind,
      [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(", "),
      number(quantileOf(latenciesMs, 0.5)),
      number(quantileOf(latenciesMs, 0.99)),
    ]);
}
