import { markdownTable } from "../../../src/cli/markdown-table.ts";
import { machineFacts } from "../machine.ts";
import { quantile } from "../statistics.ts";
import type { Suffered } from "./victim.ts";

/** What one attack did to another client, and to the process. */
export interface Besieged extends Suffered {
  readonly title: string;
  /** Of the attacker's requests, by status. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly isAlive: boolean;
  readonly rssMaxMb: number;
  /** The longest that the event loop did not turn, and the most processor time that it took meanwhile, milliseconds; `null`: not known. */
  readonly freeze: { readonly delayMaxMs: number; readonly heldMaxMs: number } | null;
}

const P99_GOAL_MS = 500;
const RSS_GOAL_MB = 700;

const p99 = ({ latenciesMs }: Besieged): number => quantile(latenciesMs, 0.99);

export const isMet = (besieged: Besieged): boolean =>
  besieged.isAlive && besieged.errors.size === 0 && p99(besieged) <= P99_GOAL_MS && besieged.rssMaxMb < RSS_GOAL_MB;

const ms = (value: number): string => `${Math.round(value)} ms`;
const freezeOf = ({ freeze, isAlive }: Besieged): string => {
  if (!isAlive) return "the process ended";
  return freeze === null ? "to the end" : `${ms(freeze.delayMaxMs)}, ${ms(freeze.heldMaxMs)} of it its own`;
};
const counts = (list: Iterable<readonly [string, number]>): string =>
  [...list].map(([what, count]) => `${count} × ${what}`).join(", ") || "–";

const HEAD = [
  "attack",
  "p50",
  "p99",
  "max",
  "longest freeze",
  "resident memory",
  "errors of the other client",
  "attacker's answers",
  "met",
];

function row(besieged: Besieged): readonly string[] {
  const { title, latenciesMs, rssMaxMb, errors, outcomes } = besieged;
  return [
    title,
    ms(quantile(latenciesMs, 0.5)),
    ms(p99(besieged)),
    ms(Math.max(...latenciesMs)),
    freezeOf(besieged),
    `${Math.round(rssMaxMb)} MB`,
    counts(errors),
    counts(Object.entries(outcomes)),
    isMet(besieged) ? "yes" : "**no**",
  ];
}

export function render(all: readonly Besieged[], { isHeadless }: { readonly isHeadless: boolean }): string {
  if (isHeadless) return all.map((one) => row(one).join(" | ")).join("\n");
  const facts = machineFacts().map((fact) => `- ${fact}`);
  const goal = `Goal: p99 of at most ${P99_GOAL_MS} ms, no errors, less than ${RSS_GOAL_MB} MB.`;
  return `${facts.join("\n")}\n\n${goal}\n\n${markdownTable(HEAD, all.map(row))}\n`;
}
