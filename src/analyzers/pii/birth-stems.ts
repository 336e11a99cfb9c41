import { KeywordAutomaton } from "../../text/automaton.ts";
import { Remembered } from "../../text/reading-memory.ts";
import { CleanStretch } from "./clean-stretch.ts";

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
const last = new Remembered(() => new CleanStretch(STEM_MAX));

/**
 * Whether a label of a date of birth may stand in `[start, end)`: a look that is cheap where dates stand close together, since
 * each stretch of a text is read once.
 */
export function mayHoldBirth(raw: string, start: number, end: number): boolean {
  const from = Math.max(0, start);
  const to = Math.min(raw.length, end);
  const { known: clean } = last;
  const fresh = clean.knownTo(raw, from);
  if (fresh >= to) return false;
  for (let at = fresh; at < to; at++) if (raw.charCodeAt(at) >= 0x80) return true;
  if (automaton.scan(raw, clean.lookFrom(raw, from), to).length > 0) return true;
  clean.note(raw, from, to);
  return false;
}
