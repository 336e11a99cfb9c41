import { Random } from "./random.ts";

/**
 * How a hostile text of any length is made: a head that stands once, then units, each repeated over its share of the text, and at last
 * what the whole is written in. Some signs of a unit stand for something else at each repeat, so that no reader knows it already.
 */
export interface Recipe {
  readonly head: string;
  readonly units: readonly string[];
  readonly encoding: Encoding;
}

export const ENCODINGS = ["plain", "base64", "hex", "percent", "references", "json"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Signs of the private use area that stand for something drawn. */
export const COUNTER = "\ue0f1";
export const DRAWN_WORD = "\ue0f2";
export const DRAWN_KEY = "\ue0f3";
export const DRAWN_DIGITS = "\ue0f4";
const DRAWN = /[\ue0f1-\ue0f4]/g;
const HAS_DRAWN = /[\ue0f1-\ue0f4]/;
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const BASE64 = `${LOWER.toUpperCase()}${LOWER}0123456789+/`;

/** Its name tells all of it. */
export const nameOf = ({ head, units, encoding }: Recipe): string => JSON.stringify([encoding, head, ...units]);

/** @throws {TypeError} when it is no name */
export function recipeOf(name: string): Recipe {
  const [encoding, head, ...units]: unknown[] = [JSON.parse(name)].flat();
  const known = ENCODINGS.find((each) => each === encoding);
  if (known === undefined || typeof head !== "string") throw new TypeError(`not a recipe: ${name}`);
  return { encoding: known, head, units: units.map(String) };
}

/** @param length UTF-16 units, a few more or less where signs are drawn */
export function textOf({ head, units, encoding }: Recipe, length: number): string {
  const room = Math.max(0, Math.floor(length / GROWTH[encoding]) - head.length);
  const random = new Random(1);
  let text = head;
  for (const unit of units) text += repeated(unit, Math.floor(room / units.length), random);
  return encoded(text, encoding).slice(0, length);
}

function repeated(unit: string, length: number, random: Random): string {
  if (unit === "") return "";
  if (!HAS_DRAWN.test(unit)) return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  let text = "";
  for (let count = 0; text.length < length; count++)
    text += unit.replaceAll(DRAWN, (sign) => (sign === COUNTER ? String(count) : drawn(sign, random)));
  return text;
}

function drawn(sign: string, random: Random): string {
  const [signs, length] = sign === DRAWN_WORD ? [LOWER, 7] : sign === DRAWN_KEY ? [BASE64, 24] : ["0123456789", 9];
  let text = "";
  for (let count = 0; count < length; count++) text += signs.charAt(random.below(signs.length));
  return text;
}

/** UTF-16 units that one of the text becomes, about. */
const GROWTH: Readonly<Record<Encoding, number>> = {
  plain: 1,
  base64: 4 / 3,
  hex: 2,
  percent: 3,
  references: 5,
  json: 6,
};

function encoded(text: string, encoding: Encoding): string {
  if (encoding === "plain") return text;
  if (encoding === "json") return units(text, (code) => `\\u${code.toString(16).padStart(4, "0")}`);
  if (encoding === "references") return units(text, (code) => `&#${code};`);
  const bytes = Buffer.from(text);
  return encoding === "percent" ? bytes.toString("hex").replaceAll(/../g, "%$&") : bytes.toString(encoding);
}

const units = (text: string, write: (code: number) => string): string =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join("");
