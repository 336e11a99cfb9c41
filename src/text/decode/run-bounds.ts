import { isOfRun, RUN_MIN, SIGN, type RawText } from "../units.ts";

/** A line of wrapped base64 is at least this long (RFC 7468 wraps at 64, RFC 2045 at 76). */
export const WRAPPED_LINE_MIN = 60;
/** `=` */
const PADDING = 61;

/** Without these no run is long enough, with or without padding. */
const RUNS = SIGN.run | SIGN.equals;

/** Stands between the lines of a run, or at its end. */
export const isBreak = (raw: string, at: number): boolean => {
  const code = raw.charCodeAt(at);
  return code === 10 || code === 13 || code === PADDING;
};

/** A unit of base64 in either alphabet; hexadecimal digits are some of them. */
export function isRunUnit(raw: string, at: number): boolean {
  return isOfRun(raw.charCodeAt(at));
}

/**
 * End of the run, lines of wrapped base64 and padding included.
 * @param isOpen more may follow: another line, where the text ends in a line break
 */
export function runEnd(text: RawText, start: number, isOpen = false): number {
  const { raw } = text;
  let end = unitsEnd(text, start);
  for (let lineStart = start; end - lineStart >= WRAPPED_LINE_MIN; end = unitsEnd(text, lineStart)) {
    if (isOpen && endsInBreak(raw, end)) return raw.length;
    lineStart = end + breakLength(raw, end);
    if (lineStart === end || !isRunUnit(raw, lineStart)) break;
  }
  for (let padding = 0; padding < 2 && raw.charCodeAt(end) === PADDING; padding++) end++;
  return end;
}

/**
 * Where a run begins that is at least `min` units long, or may be with its padding and further lines; -1 without one. Only some units are
 * looked at, `from` and each `min` units behind the last one or behind the run that it stood in: of a long enough run no other is missed.
 */
export function nextRun(text: RawText, from: number, min: number): number {
  // Most texts have none.
  const mayHoldOne = min < RUN_MIN || (text.signs & RUNS) !== 0;
  return mayHoldOne ? runFrom(text.units, text.raw.length, { from, min }) : -1;
}

function runFrom(units: Uint16Array, length: number, { from, min }: { from: number; min: number }): number {
  for (let at = from; at < length; at += min) {
    if (!isOfRun(units[at] ?? 0)) continue;
    let start = at;
    while (start > 0 && isOfRun(units[start - 1] ?? 0)) start--;
    // The 0 behind a text is no unit of a run.
    while (isOfRun(units[at + 1] ?? 0)) at++;
    if (at + 1 - start >= min || units[at + 1] === PADDING) return start;
  }
  return -1;
}

function unitsEnd({ units }: RawText, start: number): number {
  let end = start;
  // The 0 behind a text is none of them.
  while (isOfRun(units[end] ?? 0)) end++;
  return end;
}

function breakLength(raw: string, at: number): number {
  if (raw.startsWith("\r\n", at)) return 2;
  return raw.charCodeAt(at) === 10 ? 1 : 0;
}

/** Whether nothing but a line break, or the half of one, stands behind `at`. */
function endsInBreak(raw: string, at: number): boolean {
  if (raw.length - at > 2) return false;
  const rest = raw.slice(at);
  return rest === "\n" || rest === "\r\n" || rest === "\r";
}
