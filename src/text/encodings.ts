import type { Span } from "../core/model.ts";
import { isBreak, isRunUnit, runEnd, unitsStart, WRAPPED_LINE_MIN } from "./run-bounds.ts";

/** A piece of text that stood in the submitted one in disguise. */
export interface Decoded {
  /** Which disguise was undone: `base64`, `hex`, `url_escapes`, … */
  readonly disguise: string;
  readonly text: string;
  /** Where the disguised form stands, UTF-16 units of the submitted text. */
  readonly span: Span;
}

/** Shortest run worth decoding, units: 15 bytes of base64. Shorter ones hold no sentence. */
const RUN_MIN = 20;
/** Longest run that is decoded, units; the rest of a longer one is a file, not a prompt. */
const RUN_MAX = 16_384;
/** Shortest text worth reporting, units. */
const TEXT_MIN = 8;
const RUN = new RegExp(`^[\\w+/=-]{${RUN_MIN},}$`);
const UTF_8 = new TextDecoder("utf-8");
/** Units that are decoded first, to see whether the rest is worth it. */
const SAMPLE = 32;
/** Fewest escapes in a row that make a disguise rather than an escaped character. */
const ESCAPES_MIN = 6;

/** What decoded bytes must look like to be worth a look. */
export interface RunTest {
  /** Shortest run, units. */
  readonly min: number;
  readonly isText: (text: string) => boolean;
}

/** Sentences. */
const PROSE_RUN: RunTest = { min: RUN_MIN, isText: looksLikeText };
/** Values: a card number or a token, no words needed. Shorter runs are words. */
export const VALUE_RUN: RunTest = {
  min: 16,
  isText: (text) => text.length >= TEXT_MIN && !hasControls(text) && /^[ -~\s\p{L}]+$/u.test(text),
};

/** Base64 (RFC 4648 §4, §5) and hex runs. */
export function decodeRuns(raw: string, test: RunTest = PROSE_RUN): readonly Decoded[] {
  const found: Decoded[] = [];
  // A run of `min` units covers every position that is a multiple of it, so the others need no look.
  for (let at = test.min - 1; at < raw.length; at += test.min) {
    if (!isRunUnit(raw, at)) continue;
    const start = unitsStart(raw, at);
    const end = runEnd(raw, start);
    if (end - start >= test.min) {
      const decoded = decodeLines(raw, { start, end }, test);
      if (decoded !== null) found.push(decoded);
    }
    at = Math.max(at, end - 1);
  }
  return found;
}

/**
 * Where the run begins that the text ends with, and that more text could make a finding at or after `from`; the end of the
 * text without one. What begins unreadable stays so, and most runs do; of a run that began earlier nothing is decoded any more.
 */
export function openRun(raw: string, from = 0): number {
  let start = raw.length;
  // A little of the line before tells whether the next one belongs to it.
  const lowest = Math.max(0, from - 2 * WRAPPED_LINE_MIN);
  while (start > lowest && (isRunUnit(raw, start - 1) || isBreak(raw, start - 1))) start--;
  while (start < raw.length && (isBreak(raw, start) || runEnd(raw, start, true) < raw.length))
    start = isBreak(raw, start) ? start + 1 : runEnd(raw, start, true);
  const isOpen = start >= from && raw.length - start <= RUN_MAX && mayBeRead(raw.slice(start, start + PEEK));
  return isOpen ? start : raw.length;
}

/** The line behind wrapped base64 may be prose that only looks like another line of it: then it is left out. */
function decodeLines(raw: string, { start, end }: Span, test: RunTest): Decoded | null {
  // In the run only: a text without line ends would be walked for each of its runs.
  const lastLine = start + raw.slice(start, end).lastIndexOf("\n");
  for (const stop of lastLine > start ? [end, lastLine] : [end]) {
    const decoded = decodeRun(raw.slice(start, Math.min(stop, start + RUN_MAX)), test);
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

/** How many bytes of a character of UTF-8 are still to come behind this one, `pending` before it; -1: none, or a control character. */
function pendingBehind(pending: number, byte: number): number {
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
    pending = pendingBehind(pending, (bits >> held) & 0xff);
    if (pending < 0) return false;
  }
  return true;
}

/** The same for hexadecimal digits. */
function beginsReadableHex(run: string): boolean {
  let pending = 0;
  for (let at = run.startsWith("0x") ? 2 : 0; at + 1 < run.length && at < PEEK && pending >= 0; at += 2) {
    const byte = Number.parseInt(run.slice(at, at + 2), 16);
    pending = Number.isNaN(byte) ? -1 : pendingBehind(pending, byte);
  }
  return pending >= 0;
}

/** Whether a run that begins so may hold a text. */
const mayBeRead = (beginning: string): boolean => beginsReadable(beginning) || beginsReadableHex(beginning);

const isControl = (byte: number): boolean => (byte < 32 && (byte < 9 || byte > 13)) || byte === 127;

function decodeRun(run: string, test: RunTest): Omit<Decoded, "span"> | null {
  const isBase64 = beginsReadable(run);
  if (beginsReadableHex(run) && /^(?:0x)?(?:[0-9a-f]{2})+$/i.test(run)) {
    const text = readHex(run.replace(/^0x/i, ""), test);
    if (text !== null) return { disguise: "hex", text };
  }
  if (!isBase64) return null;
  const units = run
    .replaceAll(/[\r\n=]/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  if (
    units.length < 16 ||
    hasControls(atob(units.slice(0, Math.min(SAMPLE, units.length & ~3))).replaceAll(/[\x80-\x9f]/g, ""))
  )
    return null;
  const binary = atob(units.length % 4 === 1 ? units.slice(0, -1) : units);
  const text = readBytes(
    Uint8Array.from(binary, (unit) => unit.charCodeAt(0)),
    test,
  );
  return text === null ? null : { disguise: "base64", text };
}

function readHex(digits: string, test: RunTest = PROSE_RUN): string | null {
  const bytes = Uint8Array.from({ length: digits.length >> 1 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
  return readBytes(bytes, test);
}

/** `null` unless the bytes are UTF-8 that reads like text. */
function readBytes(bytes: Uint8Array, test: RunTest = PROSE_RUN): string | null {
  const text = UTF_8.decode(bytes);
  return !text.includes("\ufffd") && test.isText(text) ? text : null;
}

const CONTROLS = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;
const hasControls = (text: string): boolean => /[\0-\x08\x0e-\x1f\x7f-\x9f]/.test(text);

/** Letters, words and no control characters: what an order to a model must have. Or another encoded run. */
function looksLikeText(text: string): boolean {
  if (text.length < TEXT_MIN || hasControls(text)) return false;
  if (RUN.test(text)) return true;
  const letters = text.match(/[\p{L}\p{M}\s]/gu)?.length ?? 0;
  return letters >= text.length * 0.6 && /\s|[^\0-\x7f]/.test(text);
}

/** Spaced or prefixed hex (`69 67 6e`, `\x69\x67`), URL, JSON and quoted-printable escapes, HTML character references. */
export function decodeEscapes(raw: string): readonly Decoded[] {
  const found: Decoded[] = [];
  if (raw.includes("%"))
    collect(raw, /(?:%[0-9a-f]{2}|[\w.~+-]){6,8192}/gi, found, (run) =>
      count(run, /%[0-9a-f]{2}/gi) < ESCAPES_MIN ? null : { disguise: "url_escapes", text: readEscapes(run) },
    );
  if (raw.includes("\\x") || raw.includes("0x"))
    collect(raw, /(?:(?:\\x|0x)[0-9a-f]{2}[\s,]{0,2}){6,4096}/gi, found, (run) => ({
      disguise: "hex",
      text: readHex(run.replaceAll(/\\x|0x|[\s,]/gi, "")),
    }));
  if (raw.includes(" 6") || raw.includes(" 7"))
    collect(raw, /\b(?:[2-7][0-9a-f][ :]){12,4096}[2-7][0-9a-f]\b/gi, found, (run) => ({
      disguise: "hex",
      text: readHex(run.replaceAll(/[ :]/g, "")),
    }));
  if (raw.includes("&#"))
    collect(raw, /(?:&#(?:\d{2,6}|x[0-9a-f]{2,5});){6,4096}/gi, found, (run) => ({
      disguise: "html_entities",
      text: run.replaceAll(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) => {
        const point = Number.parseInt(digits, hex === "" ? 10 : 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : " ";
      }),
    }));
  if (raw.includes("\\u"))
    collect(raw, /(?:\\{1,2}u[0-9a-f]{4}[ ,]?){6,4096}/gi, found, (run) => ({
      disguise: "json_escapes",
      text: run
        .replaceAll(/\\{1,2}u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
        .replaceAll(CONTROLS, " "),
    }));
  if (raw.includes("="))
    collect(raw, /(?:=[0-9a-f]{2}(?:=\r?\n| )?){6,4096}/gi, found, (run) => ({
      disguise: "quoted_printable",
      // A space stands for itself; what is cut or no UTF-8 is left out.
      text: UTF_8.decode(Buffer.from(run.replaceAll(" ", "20").replaceAll(/=\r?\n|=/g, ""), "hex"))
        .replaceAll("\ufffd", "")
        .replaceAll(CONTROLS, " "),
    }));
  return found;
}

type Reading = { readonly disguise: string; readonly text: string | null } | null;

function collect(raw: string, pattern: RegExp, found: Decoded[], read: (run: string) => Reading): void {
  for (const match of raw.matchAll(pattern)) {
    const reading = read(match[0]);
    if (reading?.text == null || !looksLikeText(reading.text)) continue;
    found.push({
      disguise: reading.disguise,
      text: reading.text,
      span: { start: match.index, end: match.index + match[0].length },
    });
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function readEscapes(run: string): string | null {
  const hex = run.replaceAll(
    /%([0-9a-f]{2})|([^%])/gi,
    (_, escape: string | undefined, plain: string | undefined) =>
      escape ?? (plain === "+" ? "20" : (plain ?? "").charCodeAt(0).toString(16).padStart(2, "0")),
  );
  return readHex(hex);
}

/** Payloads in characters that no screen shows: tag characters (copies of ASCII) and variation selectors (one byte each). */
export function decodeInvisible(raw: string): readonly Decoded[] {
  const found: Decoded[] = [];
  if (raw.includes("\udb40"))
    for (const match of raw.matchAll(/[\u{e0020}-\u{e007e}]{8,4096}/gu)) {
      const text = Array.from(match[0], (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join("");
      found.push({ disguise: "unicode_tags", text, span: { start: match.index, end: match.index + match[0].length } });
    }
  if (/[\ufe00-\ufe0f\udb40]/.test(raw))
    collect(raw, /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{8,4096}/gu, found, (run) => ({
      disguise: "variation_selectors",
      text: readBytes(
        Uint8Array.from(
          Array.from(run, (selector) => {
            const point = selector.codePointAt(0) ?? 0;
            return point >= 0xe0100 ? point - 0xe0100 + 16 : point - 0xfe00;
          }),
        ),
      ),
    }));
  return found;
}
