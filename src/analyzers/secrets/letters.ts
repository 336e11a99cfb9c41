/**
 * Signs beyond ASCII that people type into passwords: the keys of European, Greek and Cyrillic keyboards. Scripts that are
 * composed (Chinese, Japanese, Korean) and quotation marks are none; they stand around values.
 */
export function isLetterBeyond(code: number): boolean {
  if (code < 0xa1) return false;
  if (code <= 0x52f) return code !== 0xab && code !== 0xbb && code !== 0xb7 && code !== 0xad;
  return (code >= 0x1e00 && code <= 0x1fff) || code === EURO;
}
const EURO = 0x20ac;

const BEYOND = /[\u0080-\uffff]/;
const LETTERS = 26;
const ASCII_MAX = 0x7f;
/** Letters are looked up, not taken apart: values are judged wherever a label stands. */
const known: string[] = [];
const KNOWN_MAX = 0x530;

/** The value in ASCII, for measures that count letters: marks dropped, other letters exchanged for some letter of the same case. */
export function inAscii(value: string): string {
  if (!BEYOND.test(value)) return value;
  let ascii = "";
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code <= ASCII_MAX) ascii += value.charAt(at);
    else ascii += code < KNOWN_MAX ? (known[code] ??= letterFor(value.charAt(at))) : letterFor(value.charAt(at));
  }
  return ascii;
}

function letterFor(sign: string): string {
  const letter = sign.normalize("NFD").replaceAll(/\p{M}/gu, "");
  if (letter === "" || (letter.length === 1 && letter.charCodeAt(0) <= ASCII_MAX)) return letter;
  if (!/\p{L}/u.test(letter)) return "?";
  const small = String.fromCharCode(0x61 + ((letter.toLowerCase().codePointAt(0) ?? 0) % LETTERS));
  return letter === letter.toLowerCase() ? small : small.toUpperCase();
}
