import { SYSTEM_PROMPT_LEAK_DETECTION } from "../../src/analyzers/system-prompt-leak/index.ts";
import { systemClock } from "../../src/cli/process.ts";
import { Reading } from "../../src/text/reading.ts";
import { anew } from "../bench/detector-texts.ts";
import { readTopics } from "./leak-board.ts";

/** UTF-16 units. */
const LENGTH = 16 * 1024;
const KB = 1024;
const RUNS = 60;
const WARM_UPS = 100;

/** Least µs per KB of comparing English answers with the prompt of one of their topics, over several runs. */
export function leakCost(): number {
  const topics = readTopics().filter(({ lang }) => lang === "en");
  const preparation = SYSTEM_PROMPT_LEAK_DETECTION.prepare(topics[0]?.prompt ?? "");
  if (preparation.kind !== "ready") throw new Error("cannot run");
  const context = { side: "output", origin: "assistant", from: 0 } as const;
  const { signal } = new AbortController();
  const next = anew(
    topics
      .flatMap(({ answers }) => answers)
      .join(" ")
      .slice(0, LENGTH),
  );
  let least = Number.POSITIVE_INFINITY;
  for (let run = -WARM_UPS; run < RUNS; run++) {
    const text = new Reading(next());
    const startedMs = performance.now();
    void preparation.analyzer.analyze(text, { ...context, clock: systemClock, signal });
    if (run >= 0) least = Math.min(least, ((performance.now() - startedMs) * 1000 * KB) / text.raw.length);
  }
  return least;
}
