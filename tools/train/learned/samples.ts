import { featuresOf, idsOf } from "../../../src/analyzers/learned/features.ts";
import { windowsOf } from "../../../src/analyzers/learned/linear-model.ts";
import { fold } from "../../../src/text/fold/fold.ts";
import type { Row } from "./rows.ts";
import { RawText } from "../../../src/text/units.ts";

/** A text as the trainer keeps it: its features by token, and its windows. */
export interface Sample {
  readonly row: Row;
  readonly ids: Uint32Array;
  readonly ends: Uint32Array;
  /** Starts and ends in turn, in tokens. */
  readonly windows: Int32Array;
}

/** Longest text that is trained on, UTF-16 units: what is said behind that is seldom new. */
export const TEXT_MAX = 8000;

/** Reads texts with the code that runs in production; those without tokens are left out. */
export function samplesOf(rows: readonly Row[]): Sample[] {
  return rows.flatMap((row) => {
    const features = featuresOf(fold(new RawText(row.text.slice(0, TEXT_MAX))).text);
    const { tokens, ends, sentences } = features;
    if (tokens.count === 0) return [];
    return [{ row, ids: idsOf(features), ends, windows: Int32Array.from(windowsOf(sentences)) }];
  });
}
