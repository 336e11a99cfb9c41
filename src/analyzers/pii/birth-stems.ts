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

/** How far ahead is read at once, UTF-16 units: where dates stand close together, each asks for a little more. */
const AHEAD = 1024;

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
  const ascii = asciiEnd(raw, fresh, Math.min(raw.length, to + AHEAD));
  if (ascii < to) return true;
  const hits = automaton.scan(raw, clean.lookFrom(raw, from), ascii);
  const [nearest] = hits;
  if (nearest !== undefined && nearest.end <= to) return true;
  // Hits come in order of their ends: before the end of the first there is none.
  clean.note(raw, from, nearest === undefined ? ascii : nearest.end - 1);
  return false;
}

/** Where the first sign beyond ASCII stands in `[start, end)`; `end` without one. */
function asciiEnd(raw: string, start: number, end: number): number {
  let at = start;
  while (at < end && raw.charCodeAt(at) < 0x80) at += 1;
  return at;
}
