import { ENCODINGS, type Recipe } from "./recipe.ts";
import type { Random } from "./random.ts";

/** What hostile texts are built from. */
export interface Material {
  readonly own: readonly string[];
  readonly common: readonly string[];
  /** Samples of what patterns match. */
  readonly sample: () => string;
}

/** Longest unit, UTF-16 units. */
const UNIT_MAX = 240;
const UNITS_MAX = 3;

/** Signs that patterns repeat without a bound. */
const ROWS: readonly string[] = Array.from(" \t\n-_.,;:/\\\"'a1=*(<");

export function newRecipe(material: Material, random: Random): Recipe {
  const pieces = (count: number): string => Array.from({ length: count }, () => pieceOf(material, random)).join("");
  // A long row of one sign, and then what it does not end with: whoever looks along it from each of its signs takes its square.
  if (random.below(5) === 0)
    return { head: pieces(1 + random.below(4)), units: [random.of(ROWS), pieces(1)], encoding: "plain" };
  const count = random.below(4) === 0 ? 2 : 1;
  return {
    head: random.below(5) === 0 ? pieces(1) : "",
    units: Array.from({ length: count }, () => pieces(1 + random.below(3))),
    encoding: random.below(12) === 0 ? random.of(ENCODINGS) : "plain",
  };
}

function pieceOf({ own, common, sample }: Material, random: Random): string {
  const draw = random.below(10);
  if (draw < 4 && own.length > 0) return random.of(own);
  if (draw < 7) return sample();
  return random.of(common);
}

/** A recipe a little different from `recipe`, or one that takes a part from `other`. */
export function mutated(recipe: Recipe, other: Recipe, { material, random }: Making): Recipe {
  const draw = random.below(16);
  const { head, units, encoding } = recipe;
  if (draw === 0) return { ...recipe, head: head === "" ? pieceOf(material, random) : "" };
  if (draw === 1) return { ...recipe, head: random.of(units) };
  if (draw === 2 && units.length < UNITS_MAX) return { ...recipe, units: [...units, random.of(other.units)] };
  if (draw === 3 && units.length > 1) return { ...recipe, units: units.slice(1) };
  if (draw === 4) return { ...recipe, encoding: encoding === "plain" ? random.of(ENCODINGS) : "plain" };
  if (draw === 5) return { ...recipe, units: units.toReversed() };
  const index = random.below(units.length);
  const unit = changed(units[index] ?? "", random.of(other.units), { material, random });
  return { ...recipe, units: units.with(index, unit === "" ? pieceOf(material, random) : unit) };
}

interface Making {
  readonly material: Material;
  readonly random: Random;
}

function changed(unit: string, other: string, { material, random }: Making): string {
  const draw = random.below(8);
  const [start, end] = [random.below(unit.length + 1), random.below(unit.length + 1)].toSorted((a, b) => a - b);
  const [before, part, behind] = [unit.slice(0, start), unit.slice(start, end), unit.slice(end)];
  const cut = (text: string): string => text.slice(0, UNIT_MAX);
  if (draw === 0) return unit.slice(0, -1);
  if (draw === 1) return before + behind;
  if (draw === 2) return cut(before + part + part + behind);
  if (draw === 3) return cut(before + random.of(material.common) + part + behind);
  if (draw === 4) return cut(before + pieceOf(material, random) + behind);
  if (draw === 5) return cut(before + other + behind);
  if (draw === 6) return part === "" ? unit : part;
  return cut(unit + pieceOf(material, random));
}
