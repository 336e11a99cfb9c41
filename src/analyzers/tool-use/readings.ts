import { foldName, globTest } from "../../core/strings.ts";
import { RawText } from "../../text/units.ts";
import { FOREIGN_FIRST, FOREIGN_LOOKALIKES, LOOKALIKES } from "../../text/fold/confusables.ts";
import { plainOf } from "../../text/fold/plain-view.ts";

/**
 * What a client may make of a name or a value that a model wrote. Clients trim names, cut prefixes and bind `userId` to `user_id`; rules
 * that forbid are held against all of it.
 */

/** Longest part of a name that is read as a name by itself, UTF-16 units, and most of them. */
const PART_MAX = 200;
const PARTS_MAX = 8;

/** What clients put before a tool's name, or after it: `functions.send`, `mcp__mail__send`, `send:0`. */
const NAMESPACE = /[./:|#\\]+|__+/g;
/** Of a path within arguments that is written as one name: `message.to`, `to[]`, `/to`. */
const STEPS = /[./[\]]+/;

/** In plain letters, without invisible characters, and without spaces and signs at its ends. */
function plainName(name: string): string {
  if (PLAIN.test(name)) return name;
  let plain = "";
  for (const character of foldName(name)) {
    const code = character.charCodeAt(0);
    const foreign = FOREIGN_LOOKALIKES[code - FOREIGN_FIRST] ?? 0;
    plain += foreign === 0 ? (LOOKALIKES.get(character) ?? character) : String.fromCharCode(foreign);
  }
  return plain.replaceAll(UNSEEN, "").replaceAll(ENDS, "");
}

const PLAIN = /^[a-z0-9_]*$/;
const UNSEEN = /[\s\p{C}\p{Default_Ignorable_Code_Point}]/gu;
const ENDS = /^[^\p{L}\p{N}_*]+|[^\p{L}\p{N}_*]+$/gu;

/** `userId`, `user-id` and `user_id` are one name. */
const joined = (name: string): string => name.replaceAll(/[_-]/g, "");

/** What clients may make of a name, and the same without separators. */
export interface NameReadings {
  readonly names: readonly string[];
  readonly joined: readonly string[];
}

const readingsOf = (names: readonly string[]): NameReadings => ({ names, joined: names.map(joined) });

/** A name with `*` for any run of characters, as what clients may make of a name is held against it. */
export type NamePattern = (readings: NameReadings) => boolean;

export function namePattern(glob: string): NamePattern {
  const exact = globTest(foldName(glob));
  const plain = plainName(glob);
  const whole = joined(plain);
  // With a wildcard the separators are what it ends at.
  if (!plain.includes("*")) return ({ names, joined: all }) => all.includes(whole) || names.some(exact);
  const matches = globTest(plain);
  return ({ names }) => names.some((name) => exact(name) || matches(name));
}

/** All that clients may take the name of a tool for. */
export const toolReadings = (names: readonly string[]): NameReadings =>
  readingsOf([...new Set(names.flatMap(readingsOfTool))]);

function readingsOfTool(name: string): readonly string[] {
  const plain = plainName(name);
  const readings = new Set([foldName(name), plain]);
  for (const { index, 0: sign } of [...plain.matchAll(NAMESPACE)].slice(-PARTS_MAX)) {
    const tail = plain.slice(index + sign.length);
    if (tail.length > PART_MAX) continue;
    readings.add(tail);
    // A number after a name counts calls.
    if (/^\d+$/.test(tail)) for (const reading of readingsOfTool(plain.slice(0, index))) readings.add(reading);
  }
  return [...readings];
}

/** The names of the fields around a value, outside first: those that are paths themselves in steps, each as all that it may be taken for. */
export const pathReadings = (path: readonly string[]): readonly NameReadings[] =>
  path.flatMap((key) => {
    const plain = plainName(key);
    const whole = readingsOf(plain === key ? [key] : [foldName(key), plain]);
    const steps = plain.split(STEPS);
    return steps.length === 1
      ? whole
      : [whole, ...steps.filter((step) => step !== "").map((step) => readingsOf([step]))];
  });

/** A value in plain letters: `%65`, `&#101;`, invisible characters and look-alikes undone. */
export function plainValue(value: string): string {
  const compatible = value.normalize("NFKC");
  const plain = plainOf(new RawText(compatible))?.text ?? compatible;
  return HIDDEN_SIGN.test(plain) ? plain.replaceAll(HIDDEN_SIGNS, "") : plain;
}

/** Halves of pairs of surrogates, and controls that are no space. */
const HIDDEN_SIGN = /[\p{Cs}\0-\x08\x0e-\x1f\x7f-\x9f]/u;
const HIDDEN_SIGNS = /[\p{Cs}\0-\x08\x0e-\x1f\x7f-\x9f]/gu;

/** Maximum number of addresses distinguished in one value. */
const ADDRESSES_MAX = 1000;
const BETWEEN = /[\s,;<>()"'?&=:|/\\[\]{}]+/;
const ADDRESS = /^[^@]+@[^@]+\.[^@.]+$/;

/** The mail addresses of a value that holds more than one of them by itself; `null`: too many. */
export function addressesIn(value: string): readonly string[] | null {
  if (!value.includes("@")) return NONE;
  const found = new Set<string>();
  for (const part of value.split(BETWEEN)) {
    const address = part.replace(/\.+$/, "");
    if (address !== value && ADDRESS.test(address)) found.add(address);
    if (found.size > ADDRESSES_MAX) return null;
  }
  return [...found];
}

const NONE: readonly string[] = [];
