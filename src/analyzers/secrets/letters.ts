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

/** The value in ASCII, for measures that count letters: marks dropped, other letters exchanged for some letter of the same case. */
export function inAscii(value: string): string {
  if (!BEYOND.test(value)) return value;
  return value
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\0-\u007f]/gu, (letter) => {
      if (!/\p{L}/u.test(letter)) return "?";
      const small = String.fromCharCode(0x61 + ((letter.toLowerCase().codePointAt(0) ?? 0) % LETTERS));
      return letter === letter.toLowerCase() ? small : small.toUpperCase();
    });
}
const LETTERS = 26;
