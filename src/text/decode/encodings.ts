import type { Span } from "../../core/model.ts";
import { hexValue } from "./numerals.ts";
import { type Decoded, PROSE_RUN, readBytes, readHex, type RunTest } from "./readable.ts";
import { isOfRun, type RawText, RUN_MIN, SIGN } from "../units.ts";

/** Longest run that is decoded, units; the rest of a longer one is a file, not a prompt. */
const RUN_MAX = 16_384;

/** Base64 (RFC 4648 §4, §5) and hex runs. */
export function decodeRuns(text: RawText, test: RunTest = PROSE_RUN): readonly Decoded[] {
  const found: Decoded[] = [];
  // A run of `min` units covers every position that is a multiple of it, so the others need no look.
  for (let from = test.min - 1; ;) {
    const start = nextRun(text, from, test.min);
    if (start < 0) return found;
    const end = runEnd(text, start);
    if (end - start >= test.min) {
      const decoded = decodeLines(text.raw, { start, end }, test);
      if (decoded !== null) found.push(decoded);
    }
    from = end - 1 + test.min;
  }
}

/**
 * Where the run begins that the text ends with, and that more text could make a finding at or after `from`; the end of the
 * text without one. What begins unreadable stays so, and most runs do; of a run that began earlier nothing is decoded any more.
 */
export function openRun(text: RawText, from = 0): number {
  const { raw } = text;
  let start = raw.length;
  // The end of the previous line shows whether the next one belongs to it.
  const lowest = Math.max(0, from - 2 * WRAPPED_LINE_MIN);
  while (start > lowest && (isRunUnit(raw, start - 1) || isBreak(raw, start - 1))) start--;
  for (let end = start; start < raw.length; start = end) {
    end = isBreak(raw, start) ? start + 1 : runEnd(text, start, true);
    if (end === raw.length && !isBreak(raw, start)) break;
  }
  const isOpen = start >= from && raw.length - start <= RUN_MAX && writtenAs(raw, start) !== null;
  return isOpen ? start : raw.length;
}

/** The line after wrapped base64 may be prose that only looks like another line of it: then it is left out. */
function decodeLines(raw: string, { start, end }: Span, test: RunTest): Decoded | null {
  const written = writtenAs(raw, start);
  if (written === null) return null;
  // In the run only: a text without line ends would be walked for each of its runs.
  const lastLine = start + raw.slice(start, end).lastIndexOf("\n");
  for (const stop of lastLine > start ? [end, lastLine] : [end]) {
    const decoded = decodeRun(raw.slice(start, Math.min(stop, start + RUN_MAX)), written, test);
    if (decoded !== null) return { ...decoded, span: { start, end: Math.min(stop, start + RUN_MAX) } };
  }
  return null;
}

/** Units of a run that are decoded by hand first: random bytes are no UTF-8, or hold a control character, soon, and most runs are random. */
const PEEK = 16;
/** Base64 unit → its six bits; 64 = none. */
const SEXTETS = Uint8Array.from({ length: 128 }, (_, code) => {
  const at = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".indexOf(String.fromCharCode(code));
  if (at >= 0) return at;
  return code === 45 ? 62 : code === 95 ? 63 : 64;
});

/** How many bytes of a UTF-8 character must follow this one, given `pending` before it; -1: invalid, or a control character. */
function pendingAfter(pending: number, byte: number): number {
  if (pending > 0) return byte >= 0x80 && byte < 0xc0 ? pending - 1 : -1;
  if (byte < 0x80) return isControl(byte) ? -1 : 0;
  if (byte < 0xc2 || byte > 0xf4) return -1;
  return byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
}

/** Whether the first bytes of base64 begin a text. Line breaks and padding end the look. */
function beginsReadable(run: string): boolean {
  let bits = 0;
  let held = 0;
  let pending = 0;
  for (let at = 0; at < run.length && at < PEEK; at++) {
    const sextet = SEXTETS[run.charCodeAt(at)] ?? 64;
    if (sextet === 64) break;
    bits = ((bits << 6) | sextet) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    pending = pendingAfter(pending, (bits >> held) & 0xff);
    if (pending < 0) return false;
  }
  return true;
}

/** The same for hexadecimal digits. */
function beginsReadableHex(run: string): boolean {
  let pending = 0;
  const end = Math.min(run.length, PEEK) - 1;
  for (let at = run.startsWith("0x") ? 2 : 0; at < end && pending >= 0; at += 2) {
    const [high, low] = [hexValue(run.charCodeAt(at)), hexValue(run.charCodeAt(at + 1))];
    pending = high < 0 || low < 0 ? -1 : pendingAfter(pending, high * 16 + low);
  }
  return pending >= 0;
}

interface Written {
  readonly isBase64: boolean;
  readonly isHex: boolean;
}

/** As what the run that begins at `start` may hold a text; `null` when it cannot. */
function writtenAs(raw: string, start: number): Written | null {
  const beginning = raw.slice(start, start + PEEK);
  const [isBase64, isHex] = [beginsReadable(beginning), beginsReadableHex(beginning)];
  return isBase64 || isHex ? { isBase64, isHex } : null;
}

const isControl = (byte: number): boolean => (byte < 32 && (byte < 9 || byte > 13)) || byte === 127;

function decodeRun(run: string, { isBase64, isHex }: Written, test: RunTest): Omit<Decoded, "span"> | null {
  if (isHex && /^(?:0x)?(?:[0-9a-f]{2})+$/i.test(run)) {
    const text = readHex(run.replace(/^0x/i, ""), test);
    if (text !== null) return { disguise: "hex", text };
  }
  if (!isBase64) return null;
  const units = /[\r\n=]/.test(run) ? run.replaceAll(/[\r\n=]/g, "") : run;
  if (units.length < 16) return null;
  // Both alphabets, and what is cut short: `Buffer` reads them as they come.
  const text = readBytes(Buffer.from(units.length % 4 === 1 ? units.slice(0, -1) : units, "base64"), test);
  return text === null ? null : { disguise: "base64", text };
}

/** A line of wrapped base64 is at least this long (RFC 7468 wraps at 64, RFC 2045 at 76). */
const WRAPPED_LINE_MIN = 60;
/** `=` */
const PADDING = 61;

/** Without these no run is long enough, with or without padding. */
const RUNS = SIGN.run | SIGN.equals;

/** Stands between the lines of a run, or at its end. */
const isBreak = (raw: string, at: number): boolean => {
  const code = raw.charCodeAt(at);
  return code === 10 || code === 13 || code === PADDING;
};

/** A unit of base64 in either alphabet; hexadecimal digits are some of them. */
function isRunUnit(raw: string, at: number): boolean {
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
 * Start of a run that is at least `min` units long, or may be with its padding and further lines; -1 without one. It reads only some
 * units: `from`, then every `min` units after the last one or after the run that contains it. No run that is long enough is missed.
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
    // The terminating 0 is no unit of a run.
    while (isOfRun(units[at + 1] ?? 0)) at++;
    if (at + 1 - start >= min || units[at + 1] === PADDING) return start;
  }
  return -1;
}

function unitsEnd({ units }: RawText, start: number): number {
  let end = start;
  // The terminating 0 is none of them.
  while (isOfRun(units[end] ?? 0)) end++;
  return end;
}

function breakLength(raw: string, at: number): number {
  if (raw.startsWith("\r\n", at)) return 2;
  return raw.charCodeAt(at) === 10 ? 1 : 0;
}

/** Whether only a line break, or half of one, follows `at`. */
function endsInBreak(raw: string, at: number): boolean {
  if (raw.length - at > 2) return false;
  const rest = raw.slice(at);
  return rest === "\n" || rest === "\r\n" || rest === "\r";
}
