import { isRepeated, isStandInWord } from "../value.ts";
import { isReference } from "./gate.ts";

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
