/**
 * Full-width letters, digits and signs of the keyboards of East Asia, spaces that do not break, hyphens and dashes of
 * typography. An em dash parts words, so it stays.
 */
const TYPOGRAPHIC =
  /[\u00a0\u2000-\u200a\u2010-\u2013\u202f\u2212\u3000\uff08-\uff0b\uff0d\uff0e\uff10-\uff19\uff20-\uff3a\uff41-\uff5a]/;
const EACH = new RegExp(TYPOGRAPHIC.source, "g");

/** A text with such characters written in ASCII, unit by unit, so that offsets stay; the text itself when it has none. */
export function toPlain(raw: string): string {
  return TYPOGRAPHIC.test(raw) ? raw.replace(EACH, plain) : raw;
}

function plain(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff00) return String.fromCharCode(code - 0xfee0);
  return (code >= 0x2010 && code <= 0x2013) || code === 0x2212 ? "-" : " ";
}
