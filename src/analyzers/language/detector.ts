import type { eld } from "eld/extrasmall";

type Detector = typeof eld;

const { createRequire } = process.getBuiltinModule("node:module");
const { fileURLToPath } = process.getBuiltinModule("node:url");

let shared: Detector | undefined;

/**
 * Reads the detector's tables: a third of a second and some thirty megabytes, which only a process with such a policy should spend.
 * Read like this, rather than by `import()`, so that policies stay synchronous.
 */
export function loadDetector(): Detector {
  if (shared === undefined) {
    const module: { readonly eld: Detector } = createRequire(import.meta.url)(
      fileURLToPath(import.meta.resolve("eld/extrasmall")),
    );
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
