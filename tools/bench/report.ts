import { escaped, markdownTable } from "../../src/cli/markdown-table.ts";
import { shown, type Figure } from "./figures.ts";
import { judgeGoals, type Judged } from "./goals.ts";

/** Where and with what a run was made. */
export interface Conditions {
  /** One line each: machine, versions. */
  readonly facts: readonly string[];
  readonly command: string;
  /** ISO 8601. */
  readonly date: string;
  /** What was left out, and why. */
  readonly skipped: readonly string[];
}

const wanted = ({ goal }: Judged): string =>
  `${goal.bound.kind === "least" ? "≥" : "≤"} ${goal.bound.value} ${goal.unit}`.trimEnd();

/** A run as Markdown: conditions, goals, and the figures of each scenario. */
export function renderReport(figures: readonly Figure[], { facts, command, date, skipped }: Conditions): string {
  const judged = judgeGoals(figures);
  const count = (outcome: Judged["outcome"]): number => judged.filter((one) => one.outcome === outcome).length;
  const scenarios = [...new Set(figures.map(({ scenario }) => scenario))];
  const blocks = [
    `\`${command}\`, ${date}.`,
    facts.map((fact) => `- ${fact}`).join("\n"),
    ...skipped.map((why) => `**Left out**: ${why}.`),
    "## Goals",
    `${count("met")} met, ${count("missed")} missed, ${count("not measured")} not measured.`,
    markdownTable(
      ["goal", "wanted", "measured", ""],
      judged.map((one) => [
        escaped(one.goal.what),
        wanted(one),
        one.value === null ? "–" : shown({ value: one.value, unit: one.goal.unit }),
        one.outcome === "missed" ? "**missed**" : one.outcome,
      ]),
    ),
    "## Figures",
    ...scenarios.flatMap((scenario) => [
      `### ${scenario}`,
      markdownTable(
        ["figure", "value"],
        figures.filter((one) => one.scenario === scenario).map((one) => [escaped(one.figure), shown(one)]),
      ),
    ]),
  ];
  return `${blocks.join("\n\n")}\n`;
}
