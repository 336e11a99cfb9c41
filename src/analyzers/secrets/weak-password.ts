import { isRepeated, isStandInWord } from "../value.ts";
import { FORM_WORDS, isReference } from "./gate.ts";
import { LABEL_WORDS } from "./labels.ts";

/** A word that code gives as a password: likely nothing but one, and little worth. */
export const WEAK_PASSWORD_SCORE = 0.55;
/** Shorter ones are letters of an example (`a:b`), UTF-16 units. */
const LENGTH_MIN = 4;

// What documentation writes where a password belongs, and names of what belongs there.
const PLACEHOLDER =
  /^(?:(?:your|the|db|user|some|new|old|smtp)?[-_ ]?(?:pass(?:w(?:or)?d|phrase|code)?|pw|pwd|psw)|user(?:name)?|token|api[-_]?(?:key|token)|key|credentials?|auth|test|foo|bar|baz|none|null|nil|todo|tbd|fixme|n\/a|true|false|string|value|required|hidden|masked|redacted|\W+)$/i;

/** Whether what stands where a password belongs is none: a reference, the name of what belongs there, the login once more. */
export function isPasswordPlaceholder(password: string, user: string): boolean {
  return (
    password.length < LENGTH_MIN ||
    // Accounts that software comes with: everyone knows their password, which is their name.
    password.toLowerCase() === user.toLowerCase() ||
    PLACEHOLDER.test(password) ||
    isReference(password) ||
    isStandInWord(password) ||
    isRepeated(password) ||
    new Set(password).size < 3
  );
}

/** Shortest word that counts, UTF-16 units. */
const WORD_MIN = 7;
/** Letters of a word that are left without what forms and schemas call a password. */
const OWN_LETTERS_MIN = 4;
/** `Secret123`: the name of a password, made one. */
const DIGITS_AFTER = /[a-z]\d{2,6}!?$/;
const FORM_WORD = new RegExp(`${[...LABEL_WORDS.keys()].join("|")}|${FORM_WORDS.source}`, "gi");
/** Small letters, perhaps after a capital one, and digits: no camel case, no separators. */
const WORD = /^[A-Za-z][a-z]*(?:\d[a-z\d]*)?!?$/;

/**
 * Whether a quoted value that code sets as a password, or compares one with, is a weak password: one word, not only the
 * name of something. Values that look random are judged by other detectors.
 */
export function isWeakPassword(value: string): boolean {
  // `notasecret`: what Google gives every one of its key files.
  if (value.length < WORD_MIN || value === "notasecret" || !WORD.test(value) || isPasswordPlaceholder(value, ""))
    return false;
  // A word with a capital is what a form shows.
  if (/^[A-Z][a-z]+$/.test(value)) return false;
  const own = value.replaceAll(FORM_WORD, "").replaceAll(/[^A-Za-z]/g, "");
  return own.length >= OWN_LETTERS_MIN || DIGITS_AFTER.test(value);
}
