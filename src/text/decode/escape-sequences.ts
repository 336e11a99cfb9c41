import { numberIn } from "./numerals.ts";
import { SIGN, type RawText } from "../units.ts";
import { CONTROLS, type Decoded, looksLikeText, readBytes, readHex } from "./readable.ts";
import { urlEscapesIn } from "./url-escapes.ts";

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
