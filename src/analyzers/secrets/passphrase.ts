import { FORM_WORDS, isReference } from "./gate.ts";
import { isStandIn } from "../value.ts";

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
