/** A way to write a text so that a program does not see what a reader, or a model, does. */
export interface Disguise {
  readonly name: string;
  /** Whether it works on texts of any script. */
  readonly isForAll: boolean;
  readonly write: (text: string) => string;
}

const bytes = (text: string, write: (byte: number) => string): string => Array.from(Buffer.from(text), write).join("");
const hexOf = (byte: number): string => byte.toString(16).padStart(2, "0");
/** Replaces letters by the table's, every other sign stays. */
const lettersBy = (table: Readonly<Record<string, string>>) => (text: string) =>
  Array.from(text, (sign) => table[sign] ?? sign).join("");
const asciiBy = (write: (code: number) => number) => (text: string) =>
  Array.from(text, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return code < 0x80 ? String.fromCodePoint(write(code)) : sign;
  }).join("");
const isLetter = (code: number): boolean => /[a-z]/i.test(String.fromCharCode(code));
const rotated = (code: number): number => {
  if (!isLetter(code)) return code;
  const base = code < 0x61 ? 0x41 : 0x61;
  return ((code - base + 13) % 26) + base;
};
const CYRILLIC = { a: "а", c: "с", e: "е", o: "о", p: "р", x: "х", y: "у", i: "і", A: "А", E: "Е", O: "О", C: "С" };
const LEET = { a: "4", e: "3", i: "1", o: "0", s: "5", t: "7" };

/** The disguises that a text is read behind, each applied to a whole text. */
export const DISGUISES: readonly Disguise[] = [
  { name: "upper case", isForAll: true, write: (text) => text.toUpperCase() },
  { name: "full width", isForAll: true, write: asciiBy((code) => (code > 0x20 && code < 0x7f ? code + 0xfee0 : code)) },
  { name: "look-alike letters", isForAll: false, write: lettersBy(CYRILLIC) },
  { name: "combining marks", isForAll: false, write: (text) => text.replaceAll(/[a-z]/gi, "$&\u0336") },
  { name: "invisible characters", isForAll: true, write: (text) => Array.from(text).join("\u200b") },
  {
    name: "unicode tags",
    isForAll: false,
    write: (text) => bytes(text, (byte) => String.fromCodePoint(0xe0000 + byte)),
  },
  { name: "leet", isForAll: false, write: lettersBy(LEET) },
  { name: "spaced letters", isForAll: false, write: (text) => Array.from(text).join(" ") },
  { name: "base64", isForAll: true, write: (text) => Buffer.from(text).toString("base64") },
  { name: "base64url", isForAll: true, write: (text) => Buffer.from(text).toString("base64url") },
  { name: "hexadecimal", isForAll: true, write: (text) => Buffer.from(text).toString("hex") },
  { name: "URL escapes", isForAll: true, write: (text) => bytes(text, (byte) => `%${hexOf(byte)}`) },
  {
    name: "HTML entities",
    isForAll: true,
    write: (text) => Array.from(text, (sign) => `&#${sign.codePointAt(0)};`).join(""),
  },
  {
    name: "JSON escapes",
    isForAll: true,
    write: (text) => text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  },
  { name: "quoted-printable", isForAll: true, write: (text) => bytes(text, (byte) => `=${hexOf(byte).toUpperCase()}`) },
  { name: "ROT13", isForAll: false, write: asciiBy(rotated) },
  { name: "reversed", isForAll: false, write: (text) => Array.from(text).toReversed().join("") },
  {
    name: "base64 of base64",
    isForAll: true,
    write: (text) => Buffer.from(Buffer.from(text).toString("base64")).toString("base64"),
  },
];
