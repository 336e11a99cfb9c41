import type { Figure } from "./figures.ts";

/** What a figure ought to be, at least or at most. */
export interface Goal {
  readonly what: string;
  readonly scenario: string;
  readonly figure: string;
  readonly unit: Figure["unit"];
  readonly bound: { readonly kind: "least" | "most"; readonly value: number };
}

const least = (value: number): Goal["bound"] => ({ kind: "least", value });
const most = (value: number): Goal["bound"] => ({ kind: "most", value });

export const CHAT = "chat 1 KB / 1 KB";
export const STREAM = "stream of 100 deltas";
export const LARGE = "analyze 1 MB";
export const LATENCY = "open loop, chat";
export const FOOTPRINT = "footprint";
export const HOSTILE = "hostile texts of 64 KB";
export const BESIDE_LARGE = "analyze 1 KB while 1 MB is analysed";
export const pacedScenario = (streams: number): string => `${streams} streams, a delta every 10 ms`;
export const analyzeScenario = (bytes: number): string => `analyze ${bytes} B`;
export const SHOWN_BY = "added to the first text, from the delta that shows it";

/** The ratios of one run on two cores, policies of the shipped asset on and both sides checked, that the project wants to keep. */
export const GOALS: readonly Goal[] = [
  {
    what: "chat / bare http-proxy-3",
    scenario: CHAT,
    figure: "sallyport / bare http-proxy-3",
    unit: "×",
    bound: least(1),
  },
  { what: "chat / bare undici", scenario: CHAT, figure: "sallyport / bare undici", unit: "×", bound: least(0.6) },
  {
    what: "chat / Portkey without guards",
    scenario: CHAT,
    figure: "sallyport / Portkey, no guards",
    unit: "×",
    bound: least(5),
  },
  {
    what: "analyze 1 KB / echo",
    scenario: analyzeScenario(1000),
    figure: "sallyport / bare node:http echo",
    unit: "×",
    bound: least(0.35),
  },
  {
    what: "streams of 100 deltas / bare undici",
    scenario: STREAM,
    figure: "sallyport / bare undici",
    unit: "×",
    bound: least(0.6),
  },
  {
    what: "added to the first token, 50 paced streams, p50",
    scenario: pacedScenario(50),
    figure: `${SHOWN_BY}, p50`,
    unit: "ms",
    bound: most(3),
  },
  {
    what: "added to the first token, 50 paced streams, p99",
    scenario: pacedScenario(50),
    figure: `${SHOWN_BY}, p99`,
    unit: "ms",
    bound: most(25),
  },
  { what: "added at 500 requests/s, p50", scenario: LATENCY, figure: "500/s: added p50", unit: "ms", bound: most(1.5) },
  { what: "added at 500 requests/s, p99", scenario: LATENCY, figure: "500/s: added p99", unit: "ms", bound: most(10) },
  {
    what: "text of 1 MB / of 64 KB, processor time",
    scenario: LARGE,
    figure: "1 MB / 64 KB, processor time",
    unit: "×",
    bound: most(20),
  },
  { what: "dearest hostile text / prose", scenario: HOSTILE, figure: "dearest / prose", unit: "×", bound: most(3) },
  {
    what: "analyze 1 KB while 1 MB is analysed, p99",
    scenario: BESIDE_LARGE,
    figure: "beside 1 MB: p99",
    unit: "ms",
    bound: most(60),
  },
  { what: "spawn to ready", scenario: FOOTPRINT, figure: "spawn to ready", unit: "ms", bound: most(1500) },
  {
    what: "RSS after 20,000 mixed requests",
    scenario: FOOTPRINT,
    figure: "RSS after 20,000 mixed requests",
    unit: "MB",
    bound: most(200),
  },
  {
    what: "growth of RSS in the last half of 40 s of load",
    scenario: FOOTPRINT,
    figure: "growth of RSS in the last half of a load of 40 s",
    unit: "%",
    bound: most(10),
  },
];

export interface Judged {
  readonly goal: Goal;
  /** `null`: not measured in this run. */
  readonly value: number | null;
  readonly outcome: "met" | "missed" | "not measured";
}

/** Compares every goal with what was measured. */
export const judgeGoals = (figures: readonly Figure[], goals = GOALS): readonly Judged[] =>
  goals.map((goal) => {
    const found = figures.find(({ scenario, figure }) => scenario === goal.scenario && figure === goal.figure);
    if (found === undefined || Number.isNaN(found.value)) return { goal, value: null, outcome: "not measured" };
    const { kind, value } = goal.bound;
    const isMet = kind === "least" ? found.value >= value : found.value <= value;
    return { goal, value: found.value, outcome: isMet ? "met" : "missed" };
  });
