import { isRepeated, isStandIn, isStandInWord } from "../value.ts";
import { FORM_WORDS, isReference } from "./gate.ts";
import { LABEL_WORDS } from "./labels.ts";

/** A word that code gives as a password: likely nothing but one, and little worth. */
export const WEAK_PASSWORD_SCORE = 0.55;
/** Shorter ones are letters of an example (`a:b`), UTF-16 units. */
const LENGTH_MIN = 4;

// What documentation writes where a password belongs, and names of what belongs there.
const PLACEHOLDER =
  /^(?:(?:your|the|db|user|some|new|old|smtp)?[-_ ]?(?:pass(?:w(?:or)?d|phrase|code)?|pw|pwd|psw)|user(?:name)?|token|api[-_]?(?:key|token)|key|credentials?|auth|test|foo|bar|baz|none|null|nil|true|false|string|value|required|hidden|masked|redacted|\W+)$/i;

/** Whether what stands where a password belongs is none: a reference, the name of what belongs there, the login once more. */
export function isPasswordPlaceholder(password: string, user: string): boolean {
  return (
    password.length < LENGTH_MIN ||
    // Accounts that software comes with: everybody knows their password, which is their name.
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
const DIGITS_BEHIND = /[a-z]\d{2,6}!?$/;
const FORM_WORD = new RegExp(`${[...LABEL_WORDS.keys()].join("|")}|${FORM_WORDS.source}`, "gi");
/** Small letters, perhaps after a capital one, and digits: no camel case, no separators. */
const WORD = /^[A-Za-z][a-z]*(?:\d[a-z\d]*)?!?$/;

/**
 * Whether a quoted value that code sets as a password, or compares one with, is a weak password: one word, not only the
 * name of something. Values that look drawn are judged elsewhere.
 */
export function isWeakPassword(value: string): boolean {
  // `notasecret`: what Google gives every one of its key files.
  if (value.length < WORD_MIN || value === "notasecret" || !WORD.test(value) || isPasswordPlaceholder(value, ""))
    return false;
  // A word with a capital is what a form shows.
  if (/^[A-Z][a-z]+$/.test(value)) return false;
  const own = value.replaceAll(FORM_WORD, "").replaceAll(/[^A-Za-z]/g, "");
  return own.length >= OWN_LETTERS_MIN || DIGITS_BEHIND.test(value);
}

/** Words of a passphrase. */
const WORDS_MIN = 3;
const WORDS_MAX = 12;
const WORD_MAX = 24;
const SCORE = 0.6;

/** Short words that hold a sentence together, in the languages that have words for a password here. Nobody's list: each the commonest of its language. */
const SENTENCE_WORDS: ReadonlySet<string> = new Set(
  [
    "a an the and or not is are be been was were has have must may can will shall should to of in on at by for from with as if it its",
    "your you my our this that than more less least most only no please enter use type minimum maximum must too up per all any",
    "der die das den dem ein eine einen und oder nicht ist sind muss bitte mit im am zu von aus bei mindestens ihr sie nur",
    "le la les un une des du de et ou est sont pas votre vos avec pour dans sur au aux moins plus doit",
    "el los las una y o es son no su tu con para por en del al debe menos mas que",
    "os um uma e ou sua seu com para em da do das dos deve",
    "il lo gli i uno che con per di del della deve tuo tua",
    "het een en of met voor van op uw je niet moet",
  ].flatMap((line) => line.split(" ")),
);
// What counts or names steps of a form.
const COUNTED =
  /char|digit|letter|symbol|zeichen|caract|signe|step|level|version|minute|hour|day|week|month|year|second|attempt|tries|retr|page|phase|code|number|min$|max$|length|limit|rule|policy|item|test|suite|passed/i;

/**
 * The score of words with spaces between them that a quoted value behind the name of a password is made of: words with a
 * digit and another sign of choice (a capital inside, a sign), and none that sentences and forms are made of.
 */
export function scorePassphrase(value: string): number {
  const words = value.split(" ");
  if (words.length < 2 || words.length > WORDS_MAX || isReference(value) || isStandIn(value)) return 0;
  if (!words.every((word) => word.length <= WORD_MAX && /^[\p{L}\p{M}\d!?@#$%&*+_.~^§€£-]+$/u.test(word))) return 0;
  if (words.some((word) => SENTENCE_WORDS.has(word.toLowerCase()) || COUNTED.test(word) || FORM_WORDS.test(word)))
    return 0;
  const isSentence = /^\p{Lu}/u.test(value) && /[.!?]$/.test(value);
  const signs = [
    /\p{L}\d|\d\p{L}/u.test(value),
    /\p{Ll}.*\p{Lu}/u.test(value),
    /[@#$%&*+_~^§€£?!]/.test(isSentence ? value.slice(0, -1) : value),
  ].filter(Boolean).length;
  const isLong = words.length >= WORDS_MIN;
  return /\d/.test(value) && signs >= (isLong ? 1 : 2) ? SCORE : 0;
}
