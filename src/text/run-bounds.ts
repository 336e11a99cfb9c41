import { unitsOf } from "./units.ts";

/** A line of wrapped base64 is at least this long (RFC 7468 wraps at 64, RFC 2045 at 76). */
export const WRAPPED_LINE_MIN = 60;
const BASE64 = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Stands between the lines of a run, or at its end. */
export const isBreak = (raw: string, at: number): boolean => {
  const code = raw.charCodeAt(at);
  return code === 10 || code === 13 || code === 61;
};

/** A unit of base64 in either alphabet; hexadecimal digits are some of them. */
export function isRunUnit(raw: string, at: number): boolean {
  return isUnit(raw.charCodeAt(at));
}

const isUnit = (code: number): boolean => code < BASE64.length && BASE64[code] === 1;

/**
 * End of the run, lines of wrapped base64 and padding included.
 * @param isOpen more may follow: another line, where the text ends in a line break
 */
export function runEnd(raw: string, start: number, isOpen = false): number {
  let end = unitsEnd(raw, start);
  for (let lineStart = start; end - lineStart >= WRAPPED_LINE_MIN; end = unitsEnd(raw, lineStart)) {
    if (isOpen && endsInBreak(raw, end)) return raw.length;
    lineStart = end + breakLength(raw, end);
    if (lineStart === end || !isRunUnit(raw, lineStart)) break;
  }
  for (let padding = 0; padding < 2 && raw.charCodeAt(end) === 61; padding++) end++;
  return end;
}

/** Where the units begin that stand around `at`, which is one of them. Here, since a loop over imported functions costs twice as much. */
export function unitsStart(raw: string, at: number): number {
  const units = unitsOf(raw);
  let start = at;
  while (start > 0 && isUnit(units[start - 1] ?? 0)) start--;
  return start;
}

function unitsEnd(raw: string, start: number): number {
  const units = unitsOf(raw);
  let end = start;
  // The 0 behind a text is none of them.
  while (isUnit(units[end] ?? 0)) end++;
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
