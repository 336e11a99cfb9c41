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
  return DISGUISES.map(({ name, isForAll, write }) => {
    const share = (list: readonly Row[], as: (text: string) => string): number => {
      const fitting = list.filter(({ lang }) => isForAll || lang === "en");
      return fitting.filter((row) => isFlagged({ ...row, text: as(row.text) })).length / fitting.length;
    };
    const plain = (text: string): string => text;
    return [
      name,
      percent(share(attacks, plain)),
      percent(share(attacks, write)),
      percent(share(harmless, plain)),
      percent(share(harmless, write)),
    ];
  });
}
