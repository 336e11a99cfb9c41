import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import { HOSTILE, sized, TEXTS } from "../bench/detector-texts.ts";
import type { Subject } from "./subjects.ts";

const SAMPLE_SIZE = 400;

/** The patterns that a policy runs over texts, those included that are put together while it runs. */
export function harvestPatterns(subjects: readonly Subject[]): ReadonlyMap<Subject, readonly RegExp[]> {
  const texts = [
    ...TEXTS.values(),
    ...[...HOSTILE.values()].map((text) => sized(text, SAMPLE_SIZE)),
    ...[...SECRET_DETECTORS, ...PII_DETECTORS].flatMap(({ examples }) =>
      examples.hits.slice(0, 1).map(([text]) => text),
    ),
  ];
  return new Map(
    subjects.map((subject) => {
      const run = new Map<string, RegExp>();
      watching(run, () => {
        for (const text of texts) subject.run(text);
      });
      return [subject, [...run.values()]] as const;
    }),
  );
}

/** Notes every pattern that runs. */
function watching(run: Map<string, RegExp>, work: () => void): void {
  // All ways to run a pattern go through its `exec`, whatever has made it.
  const own = Object.getOwnPropertyDescriptor(RegExp.prototype, "exec");
  if (own === undefined) throw new TypeError("patterns cannot be watched");
  const exec: (this: RegExp, text: string) => RegExpExecArray | null = own.value;
  const noting = function (this: RegExp, text: string): RegExpExecArray | null {
    run.set(this.source, this);
    return exec.call(this, text);
  };
  // oxlint-disable-next-line no-extend-native -- for the time of the work only: nothing else sees patterns that are put together while it runs
  Object.defineProperty(RegExp.prototype, "exec", { ...own, value: noting });
  try {
    work();
  } finally {
    // oxlint-disable-next-line no-extend-native -- puts the built-in method back
    Object.defineProperty(RegExp.prototype, "exec", own);
  }
}
