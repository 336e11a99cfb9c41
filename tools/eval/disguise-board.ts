import { DISGUISES } from "../train/learned/disguises.ts";
import type { Row } from "../train/learned/rows.ts";

/** Longer texts would only take longer. */
const TEXT_MAX = 3000;
/** One harmless text in that many is disguised. */
const HARMLESS_STEP = 3;

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

/** For each disguise the share of attacks found and of harmless texts flagged, as they are and in disguise. */
export function disguiseTable(rows: readonly Row[], isFlagged: (row: Row) => boolean): readonly (readonly string[])[] {
  // What is disguised already would be so twice.
  const short = rows.filter(({ text, kind }) => text.length <= TEXT_MAX && kind !== "obfuscated");
  const attacks = short.filter(({ label }) => label === 1);
  const harmless = short.filter(({ label }) => label === 0).filter((_, index) => index % HARMLESS_STEP === 0);
  const flagged = new Set([...attacks, ...harmless].filter(isFlagged));
  return DISGUISES.map(({ name, isForAll, write }) => {
    const shares = (list: readonly Row[]): readonly string[] => {
      const fitting = list.filter(({ lang }) => isForAll || lang === "en");
      const share = (isFound: (row: Row) => boolean): string =>
        percent(fitting.filter(isFound).length / fitting.length);
      return [share((row) => flagged.has(row)), share((row) => isFlagged({ ...row, text: write(row.text) }))];
    };
    return [name, ...shares(attacks), ...shares(harmless)];
  });
}
