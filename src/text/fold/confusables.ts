/**
 * Letters that look like ASCII ones, after compatibility folding and lower case. A small part of the Unicode table of
 * confusables (UTS #39), kept to what attacks use: full-width, circled and mathematical letters need no entry, NFKC undoes
 * them.
 *
 * @see https://www.unicode.org/reports/tr39/
 */

/** Pairs "character, ASCII": Latin letters and marks for which no spelling depends on the difference. */
const ALWAYS =
  "ıi łl øo đd ħh ŧt ɑa ɡg ɩi ɪi ʟl ɴn ʀr ʏy ʙb ɢg ʜh ᴀa ᴄc ᴅd ᴇe ᴊj ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz ꜰf ꜱs ϲc ϳj " +
  '‘\' ’\' ‚\' ʼ\' ‹\' ›\' “" ”" „" «" »" ‐- ‑- ‒- –- —- ―- −- ⁄/ ∕/ ꞉: ∶: ǃ! 。. 「" 」" 『" 』" 、,';
const LIGATURES: readonly (readonly [string, string])[] = [
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
];
/** Cyrillic and Greek letters: undone only inside words that show the disguise, since they spell languages of their own. */
const FOREIGN =
  "аa вb еe ѕs іi јj кk мm нh оo пn рp сc тt уy хx ԁd ԛq ԝw ѵv һh ӏl гr ьb ԍg " +
  "αa βb εe ιi κk νv οo ρp τt υu χx γy ηn ωw ζz μu σo ςc";

const pairs = (list: string): readonly (readonly [string, string])[] =>
  list.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)]);

export const LOOKALIKES: ReadonlyMap<string, string> = new Map([...pairs(ALWAYS), ...LIGATURES]);

/** First and last unit of the Greek and Cyrillic blocks. */
export const FOREIGN_FIRST = 0x0370;
export const FOREIGN_LAST = 0x052f;
/** ASCII look-alike of each unit from `FOREIGN_FIRST`, 0 where there is none. */
export const FOREIGN_LOOKALIKES: Uint8Array = Uint8Array.from({ length: FOREIGN_LAST - FOREIGN_FIRST + 1 });
for (const [letter, ascii] of pairs(FOREIGN))
  FOREIGN_LOOKALIKES[letter.charCodeAt(0) - FOREIGN_FIRST] = ascii.charCodeAt(0);
