import { KeywordAutomaton } from "../../text/automaton.ts";
import { goesOn } from "../../text/goes-on.ts";
import { Remembered } from "../../text/reading-memory.ts";

/** What every label of a date of birth holds that is written in ASCII. Labels beyond ASCII are not looked at here. */
const STEMS = [
  ..."birth born dob d.ob do.b d.o.b bday b-day geb naissance anniversaire nac naixement nasc jaiotze compleanno".split(
    " ",
  ),
  ..."verjaardag syntynyt dag urodz ur. naroz naroden nar. rodj roj nasterii dzim gim lindur dogum ngay lahir".split(
    " ",
  ),
  ..."anganak kuzaliwa dyddiad ganwyd".split(" "),
  "nato ",
  "nata ",
];
const STEM_MAX = Math.max(...STEMS.map((stem) => stem.length));
const automaton = new KeywordAutomaton(STEMS);

/** What is known of the last text: neither a stem nor a sign beyond ASCII stands in that stretch. */
const last = new Remembered(() => ({ raw: "", from: 0, to: 0 }));

/**
 * Whether a label of a date of birth may stand in `[start, end)`: a look that is cheap where dates stand close together, since
 * each stretch of a text is read once.
 */
export function mayHoldBirth(raw: string, start: number, end: number): boolean {
  const from = Math.max(0, start);
  const to = Math.min(raw.length, end);
  const { known: clean } = last;
  const isKnown = from >= clean.from && from <= clean.to && goesOn(raw, clean.raw);
  const fresh = isKnown ? Math.max(from, clean.to) : from;
  const base = isKnown ? Math.max(from, clean.to - STEM_MAX) : from;
  if (fresh >= to) return false;
  for (let at = fresh; at < to; at++) if (raw.charCodeAt(at) >= 0x80) return true;
  if (automaton.scan(raw, base, to).length > 0) return true;
  if (!isKnown) clean.from = from;
  clean.raw = raw;
  clean.to = to;
  return false;
}
