/** Longest word of an address, UTF-16 units: a compound of German or Dutch. */
export const WORD_MAX = 40;

/** ASCII signs and letters inside of words: letters, digits, `-`, `.`, `/`, `'`. */
const ASCII = new Uint8Array(128);
for (const sign of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-./'") ASCII[sign.charCodeAt(0)] = 1;

/** The comma, semicolon and question mark of Arabic, the space and the stops of Chinese. */
const PUNCTUATION = new Set([0x60c, 0x61b, 0x61f, 0x3000, 0x3001, 0x3002, 0x3003, 0x3004]);
/** Halves of a pair, in blocks of 2,048: they are emoji. */
const NO_LETTERS = new Set([0xd800 >> 11]);

/** Letters, digits and the signs inside of words; punctuation of typography and of East Asia parts words. */
export const isWordCode = (code: number): boolean => (code < 0x80 ? ASCII[code] === 1 : isWordCodeBeyond(code));

function isWordCodeBeyond(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb0 || code === 0xba;
  if (code >= 0x2000 && code <= 0x2bff) return code === 0x2019 || code === 0x2116;
  return !NO_LETTERS.has(code >> 11) && !PUNCTUATION.has(code);
}
