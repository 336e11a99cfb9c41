import type { KeywordHit } from "../../text/match/automaton.ts";
import type { Match, SpanDetector } from "../detector.ts";

/** A piece of a form: what stands there, and what may become that while the text is not complete. */
export interface Step {
  /** Its first group, where it has one, is a value of the form. */
  readonly whole: RegExp;
  readonly partial: RegExp;
}

export interface FormValue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Pieces that stand one after the other, from a keyword on. */
export interface CredentialForm {
  readonly words: readonly string[];
  /** What stands before the keyword; it sees `BEFORE_MAX`. Default: anything. */
  readonly before?: RegExp;
  readonly steps: readonly Step[];
  readonly judge: (values: readonly FormValue[]) => readonly Match[];
}

/** UTF-16 units before the keyword. */
const BEFORE_MAX = 90;

/**
 * @param whole what stands there; what it matched must not change when more text follows, unless it reached the text's end
 * @param partial beginnings of it, up to the end of the text; it may be laxer
 */
export const step = (whole: string, partial: string, flags: "y" | "iy" = "iy"): Step => ({
  whole: new RegExp(whole, flags),
  partial: new RegExp(`(?:${partial})$`, flags),
});

/** `find` and `stableUntil` of a detector of such forms. `reach`: from the end of the keyword to the end of the form, UTF-16 units. */
export function formReader(
  forms: readonly CredentialForm[],
  reach: number,
): Pick<SpanDetector, "keywords" | "find" | "stableUntil"> {
  const keywords = [...new Set(forms.flatMap(({ words }) => words))];
  const byWord = new Map(keywords.map((word) => [word, forms.filter(({ words }) => words.includes(word))]));
  const formsOf = (raw: string, { start, end }: KeywordHit): readonly CredentialForm[] =>
    byWord.get(raw.slice(start, end).toLowerCase()) ?? [];
  return {
    keywords,
    find: ({ raw }, hits, from) =>
      hits.flatMap((hit) =>
        readForms(raw, hit, { forms: formsOf(raw, hit), asksOpen: false }).matches.filter(({ start }) => start >= from),
      ),
    stableUntil: ({ raw }, hits) => {
      for (const hit of hits)
        if (hit.end + reach > raw.length && readForms(raw, hit, { forms: formsOf(raw, hit), asksOpen: true }).isOpen)
          return hit.end;
      return raw.length;
    },
  };
}

interface FormReading {
  readonly matches: readonly Match[];
  /** Whether more text could make it another reading; only where that was asked. */
  readonly isOpen: boolean;
}
const NOTHING: FormReading = { matches: [], isOpen: false };
const OPEN: FormReading = { matches: [], isOpen: true };

/** What the forms of one keyword say; the first that fits. */
function readForms(
  raw: string,
  hit: KeywordHit,
  { forms, asksOpen }: { readonly forms: readonly CredentialForm[]; readonly asksOpen: boolean },
): FormReading {
  let isOpen = false;
  for (const form of forms) {
    const reading = walk(raw, hit.end, { steps: form.steps, judge: form.judge, asksOpen });
    if (reading === NOTHING) continue;
    if (form.before?.test(raw.slice(Math.max(0, hit.start - BEFORE_MAX), hit.start)) === false) continue;
    isOpen ||= reading.isOpen;
    if (reading.matches.length > 0) return { matches: reading.matches, isOpen };
  }
  return isOpen ? OPEN : NOTHING;
}

function walk(
  raw: string,
  from: number,
  { steps, judge, asksOpen }: Pick<CredentialForm, "steps" | "judge"> & { readonly asksOpen: boolean },
): FormReading {
  const values: FormValue[] = [];
  let at = from;
  for (const { whole, partial } of steps) {
    whole.lastIndex = at;
    const found = whole.exec(raw);
    if (found === null) {
      if (!asksOpen) return NOTHING;
      partial.lastIndex = at;
      return partial.test(raw) ? OPEN : NOTHING;
    }
    const text = found[1];
    if (text !== undefined) {
      const start = at + found[0].indexOf(text);
      values.push({ start, end: start + text.length, text });
    }
    at = whole.lastIndex;
  }
  return { matches: judge(values), isOpen: at === raw.length };
}
