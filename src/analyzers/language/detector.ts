// oxlint-disable sallyport/layers -- analyzers read no files; a package that only some processes should load is loaded like this
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
// oxlint-enable sallyport/layers
import type { eld } from "eld/extrasmall";

type Detector = typeof eld;

let shared: Detector | undefined;

/**
 * Reads the detector's tables: a quarter of a second, once, and some thirty megabytes, which only a process with such a policy should
 * spend. Configured policies are prepared before the process is ready; the first inline one waits. Read like this, rather than by
 * `import()`, so that policies stay synchronous: V8 makes the tables in one go on this thread, so a background would not spare the wait.
 */
export function loadDetector(): Detector {
  if (shared === undefined) {
    // The package's exports name no module for `require`, so it is named by its file.
    const file = fileURLToPath(import.meta.resolve("eld/extrasmall"));
    const module: { readonly eld: Detector } = createRequire(import.meta.url)(file);
    shared = module.eld;
  }
  return shared;
}

/** What the detector says of a text, of which it reads some 350 bytes. */
export interface Fit {
  /** The language that fits best, `""` for none. */
  readonly language: string;
  /** How well it fits each language, 0..1; those that do not fit at all are absent. Costs as much as telling the best. */
  readonly scores: () => Readonly<Record<string, number>>;
}

export function fitOf(text: string): Fit {
  const { language, getScores } = loadDetector().detect(text);
  return { language, scores: getScores };
}
