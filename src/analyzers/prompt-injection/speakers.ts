/** What one speaker says in a faked dialogue, without the name, UTF-16 units. */
export interface Line {
  readonly speaker: string;
  readonly start: number;
  readonly end: number;
}

/** Who speaks, at the beginning of a line, in the forms that transcripts and prompt templates have. */
const SPEAKER =
  /^[ \t]*(?:[-*>]{1,3}[ \t]*)?(?:<\|im_start\|>|<\|?|#{1,6}[ \t]*|\*{1,2}|\[)?(\p{L}[\p{L} ]{0,15})(?:<\||\|?>|\*{1,2}:?|\]:?|[ \t]*[:：>]|(?= ?\n)|[ \t]-[ \t])/muy;
/** The same, or the marks of a template, which stand anywhere. */
const SPEAKER_OR_MARK = new RegExp(`${SPEAKER.source}|\\[(\\/?INST)\\]`, "gmu");
const MARK = "INST]";

/** Characters that a line begins behind. */
const LINE_ENDS = ["\n", "\r", "\u2028", "\u2029"];

/** What each speaker says, in order; nothing where fewer than `min` lines can be one's: few texts have as many. Linear in the text. */
export function spokenIn(raw: string, min: number): readonly Line[] {
  const hasMarks = raw.includes(MARK);
  const starts = lineStarts(raw);
  if (!hasMarks && starts.length < min) return [];
  const lines: { speaker: string; start: number; end: number }[] = [];
  for (const match of hasMarks ? raw.matchAll(SPEAKER_OR_MARK) : speakersAt(raw, starts)) {
    const last = lines.at(-1);
    if (last !== undefined) last.end = match.index;
    const speaker = (match[1] ?? match[2] ?? "").trim().toLowerCase();
    lines.push({ speaker, start: match.index + match[0].length, end: raw.length });
  }
  return lines;
}

/** Where the lines of a text begin, ascending. */
function lineStarts(raw: string): readonly number[] {
  const starts = [0];
  let ends = 0;
  for (const sign of LINE_ENDS) {
    let at = raw.indexOf(sign);
    if (at >= 0) ends += 1;
    for (; at >= 0; at = raw.indexOf(sign, at + 1)) starts.push(at + 1);
  }
  return ends > 1 ? starts.sort((a, b) => a - b) : starts;
}

/** ASCII unit → whether a line may begin with it that names a speaker. */
const MAY_BEGIN = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[ \t\-*><#[a-z]/i.test(String.fromCharCode(code))),
);

/** Looks at the beginnings of lines only: a search would look at each character. */
function* speakersAt(raw: string, starts: readonly number[]): Generator<RegExpExecArray> {
  for (const start of starts) {
    if (MAY_BEGIN[raw.charCodeAt(start)] === 0) continue;
    SPEAKER.lastIndex = start;
    const match = SPEAKER.exec(raw);
    if (match !== null) yield match;
  }
}
