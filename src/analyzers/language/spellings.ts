/**
 * Letters that one alphabet has twice: which of them stands in a text says what keyboard it was written on, not in what language. Arabic
 * is written with Persian letters on many telephones, Persian and Urdu with Arabic ones (Unicode, chapter 9.2: yeh and kaf).
 */

/** Vowel signs and the stroke that makes a word longer, which few texts have. */
const MARKS = /\u0640|[\u064b-\u065f]|\u0670/g;
const PERSIAN_LETTERS = /[یک]/g;
const ARABIC_LETTERS = /[يىك]/g;

export const hasPersianLetters = (wording: string): boolean => /[یک]/.test(wording);

/** The wording as somebody writes it who has the keyboard of the language. */
export function spelled(wording: string, language: string): string {
  const bare = wording.replaceAll(MARKS, "");
  return language === "ar"
    ? bare.replaceAll(PERSIAN_LETTERS, (letter) => (letter === "ک" ? "ك" : "ي"))
    : bare.replaceAll(ARABIC_LETTERS, (letter) => (letter === "ك" ? "ک" : "ی"));
}
