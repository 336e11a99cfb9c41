import { hexValue, numberIn } from "./numerals.ts";
import { type RawText, SIGN } from "../units.ts";
import { CONTROLS, type Decoded, looksLikeText, readBytes, readHex } from "./readable.ts";
import type { Span } from "../../core/model.ts";

const UTF_8 = new TextDecoder("utf-8");
const UTF_16 = new TextDecoder("utf-16le", { ignoreBOM: true });
/** Spaced or prefixed hex (`69 67 6e`, `\x69\x67`), URL, JSON and quoted-printable escapes, HTML character references. */
export function decodeEscapes(text: RawText): readonly Decoded[] {
  const found: Decoded[] = [];
  const { raw, signs } = text;
  if ((signs & SIGN.percent) !== 0)
    for (const row of urlEscapesIn(text)) found.push({ disguise: "url_escapes", ...row });
  if (mayHoldHex(raw, signs))
    collect(raw, /(?:(?:\\x|0x)[0-9a-f]{2}[\s,]{0,2}){6,4096}/gi, found, (run) => ({
      disguise: "hex",
      text: readHex(run.replaceAll(/\\x|0x|[\s,]/gi, "")),
    }));
  if ((signs & SIGN.digit) !== 0 && / [67]/.test(raw))
    collect(raw, /\b(?:[2-7][0-9a-f][ :]){12,4096}[2-7][0-9a-f]\b/gi, found, (run) => ({
      disguise: "hex",
      text: readHex(run.replaceAll(/[ :]/g, "")),
    }));
  if ((signs & SIGN.ampersand) !== 0)
    collect(raw, /(?:&#(?:\d{2,6}|x[0-9a-f]{2,5});){6,4096}/gi, found, (run) => ({
      disguise: "html_entities",
      text: readReferences(run),
    }));
  if ((signs & SIGN.backslash) !== 0)
    collect(raw, /(?:\\{1,2}u[0-9a-f]{4}[ ,]?){6,4096}/gi, found, (run) => ({
      disguise: "json_escapes",
      text: readJsonEscapes(run),
    }));
  if ((signs & SIGN.equals) !== 0)
    collect(raw, /(?:=[0-9a-f]{2}(?:=\r?\n| )?){6,4096}/gi, found, (run) => ({
      disguise: "quoted_printable",
      // A space stands for itself; what is cut or no UTF-8 is left out.
      text: UTF_8.decode(Buffer.from(run.replaceAll(" ", "20").replaceAll(/=\r?\n|=/g, ""), "hex"))
        .replaceAll("\ufffd", "")
        .replaceAll(CONTROLS, " "),
    }));
  return found;
}

/** Letters as `\x69` or `0x69`. */
const mayHoldHex = (raw: string, signs: number): boolean =>
  ((signs & SIGN.backslash) !== 0 && raw.includes("\\x")) || ((signs & SIGN.digit) !== 0 && raw.includes("0x"));

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

/** `&#65;`, `&#x41;` and nothing else; a number that is no character stands for a space. */
function readReferences(run: string): string {
  let text = "";
  for (let at = 0; at < run.length;) {
    const end = run.indexOf(";", at);
    const isHex = (run.charCodeAt(at + 2) | 0x20) === 0x78;
    const point = numberIn(run, { start: isHex ? at + 3 : at + 2, end }, isHex ? 16 : 10);
    text += point <= 0x10ffff ? String.fromCodePoint(point) : " ";
    at = end + 1;
  }
  return text;
}

/** `\uXXXX`, its backslash written once or twice, and what stands between. */
function readJsonEscapes(run: string): string {
  const units = new Uint16Array(run.length);
  let length = 0;
  for (let at = 0; at < run.length; at++) {
    const code = run.charCodeAt(at);
    if (code !== 0x5c) {
      units[length++] = code;
      continue;
    }
    const digits = at + (run.charCodeAt(at + 1) === 0x5c ? 3 : 2);
    units[length++] = numberIn(run, { start: digits, end: digits + 4 }, 16);
    at = digits + 3;
  }
  return UTF_16.decode(units.subarray(0, length)).replaceAll(CONTROLS, " ");
}

/** Payloads in characters that no screen shows: tag characters (copies of ASCII) and variation selectors (one byte each). */
export function decodeInvisible({ raw, isAscii }: RawText): readonly Decoded[] {
  const found: Decoded[] = [];
  if (isAscii) return found;
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

/** Fewest escapes in a row that make a disguise rather than an escaped character, and most characters of one that is read as one. */
const ESCAPES_MIN = 6;
const CHARACTERS_MAX = 8192;
/** Units that stand for themselves between escapes: letters, digits, `_ . ~ + -`. */
const IS_ITSELF = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\w.~+-]/.test(String.fromCharCode(code))));
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/** What a row of characters says of which many are escaped. */
interface EscapedRow {
  readonly text: string;
  readonly span: Span;
}

/** The rows of a text that are escaped as URLs are, `%69%67%6e`, and hold UTF-8 that reads like text. Looks around percent signs only. */
export function urlEscapesIn({ raw, units }: RawText): readonly EscapedRow[] {
  const found: EscapedRow[] = [];
  const row: Row = { end: 0, escapes: 0, bytes: new Uint8Array(CHARACTERS_MAX), length: 0 };
  for (let at = 0; at < raw.length; at = Math.max(at + 1, row.end)) {
    if (units[at] !== PERCENT || !isEscape(units, at)) continue;
    // What is too long for one row is read as several.
    for (let start = rowStart(units, at, row.end); start <= at; start = row.end) {
      readRow(units, start, row);
      if (row.escapes < ESCAPES_MIN) continue;
      const text = readBytes(row.bytes.subarray(0, row.length));
      if (text !== null) found.push({ text, span: { start, end: row.end } });
    }
  }
  return found;
}

/** A percent sign and two hexadecimal digits. The terminating 0 is neither. */
const isEscape = (units: Uint16Array, at: number): boolean =>
  units[at] === PERCENT && hexValue(units[at + 1] ?? 0) >= 0 && hexValue(units[at + 2] ?? 0) >= 0;

const isItself = (code: number): boolean => code < 128 && IS_ITSELF[code] === 1;

/** Where the row begins whose first escape stands at `at`; at `lowest` at the earliest. */
function rowStart(units: Uint16Array, at: number, lowest: number): number {
  let start = at;
  while (start > lowest && isItself(units[start - 1] ?? 0)) start -= 1;
  return start;
}

/** The row that was read last: one for all of a text, since a hostile one has thousands. */
interface Row {
  end: number;
  escapes: number;
  /** What it says, and how many of the bytes that is. */
  readonly bytes: Uint8Array;
  length: number;
}

function readRow(units: Uint16Array, start: number, row: Row): void {
  const { bytes } = row;
  let escapes = 0;
  let count = 0;
  let at = start;
  for (; count < CHARACTERS_MAX; count++) {
    const code = units[at] ?? 0;
    if (isItself(code)) {
      bytes[count] = code === PLUS ? SPACE : code;
      at += 1;
    } else if (isEscape(units, at)) {
      bytes[count] = hexValue(units[at + 1] ?? 0) * 16 + hexValue(units[at + 2] ?? 0);
      escapes += 1;
      at += 3;
    } else break;
  }
  row.end = at;
  row.escapes = escapes;
  row.length = count;
}
