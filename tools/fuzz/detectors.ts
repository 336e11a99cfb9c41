import { TEXTS } from "../bench/detector-texts.ts";
import { harvestPatterns } from "./harvest.ts";
import { materialOf } from "./material.ts";
import { sampleOf } from "./pattern-samples.ts";
import type { Problem } from "./problem.ts";
import { exponentOf, processorMs } from "./processor-time.ts";
import { Random } from "./random.ts";
import { nameOf, recipeOf, textOf, type Recipe } from "./recipe.ts";
import { mutated, newRecipe, type Material } from "./search.ts";
import { makeSubjects, type Subject } from "./subjects.ts";

/** Times the cost of prose that a text of the same length may have with the same policy. */
export const RATIO_MAX = 20;
/** How cost may grow with length, as a power of it. */
export const EXPONENT_MAX = 1.2;

const KB = 1024;
/** UTF-16 units: of what is searched among, and of what growth is measured with. */
const SEARCH_SIZE = 16 * KB;
const SIZES = [16 * KB, 32 * KB, 64 * KB, 128 * KB];
/** Of a suspect: what only takes a step somewhere (a cache that is full, a collection) does not go on to grow. */
const LARGER_SIZES = [64 * KB, 128 * KB, 256 * KB, 512 * KB];
/** Costs below are grain of the clock and collections, ms. */
const GRAIN_MS = 0.3;
/** Longer runs are not repeated, nor tried with longer texts, ms. */
const LONG_MS = 1000;
/** What the clock itself takes, ms. */
const CLOCK_MS = 0.02;
/** Recipes that are gone on from. */
const POOL_SIZE = 24;
/** Of them, the dearest, whose growth is measured unless the options say how many. */
const SUSPECTS = 6;
/** A suspect is measured so often before it counts. */
const REPEATS = 4;
const WARM_UP = 16;
/** Each subject has numbers of its own. */
const SEEDS_APART = 7919;
/** What costs so much more than prose with few units is not tried with many. */
const HOPELESS = 60;

export interface FuzzOptions {
  readonly seed: number;
  /** Recipes that are tried with each subject. */
  readonly rounds: number;
  /** Names of policies; absent: all. */
  readonly policies?: readonly string[];
  /** Of each subject, how many of the dearest are measured for problems. */
  readonly suspects?: number;
  /** Policies that may cost more times prose than `RATIO_MAX`, and how many. */
  readonly ratios?: Readonly<Record<string, number>>;
  /** Is told the dearest of each subject. */
  readonly report?: (line: string) => void;
}

/** Looks for texts that cost a policy much more than prose does, or more than in proportion to their length. */
export async function fuzzDetectors({
  seed,
  rounds,
  policies,
  suspects = SUSPECTS,
  ratios = {},
  report,
}: FuzzOptions): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const chosen = makeSubjects().filter(({ policy }) => policies === undefined || policies.includes(policy));
  const patterns = harvestPatterns(chosen);
  for (const [index, subject] of chosen.entries()) {
    // Other work of the process has its turn.
    await new Promise(setImmediate);
    const trial = new Trial(subject);
    const search = new Search(trial, patterns.get(subject) ?? [], seed * SEEDS_APART + index);
    search.run(rounds);
    const [dearest] = search.dearest(1);
    if (dearest !== undefined)
      report?.(`${subject.policy} ${subject.manner}: ${dearest.ratio.toFixed(1)} × prose, ${nameOf(dearest.recipe)}`);
    for (const { recipe } of search.dearest(suspects))
      problems.push(...trial.problemsOf(recipe, ratios[subject.policy]));
  }
  return problems;
}

/** Measures one named input again. @throws {TypeError} when there is no such subject */
export function replay(
  name: string,
  ratioMax = RATIO_MAX,
): { readonly problems: readonly Problem[]; readonly figures: string } {
  const subject = makeSubjects().find(({ policy, manner }) => name.startsWith(`${policy} ${manner}: `));
  if (subject === undefined) throw new TypeError(`no such input: ${name}`);
  const recipe = recipeOf(name.slice(name.indexOf(": ") + 2));
  const trial = new Trial(subject);
  return { problems: trial.problemsOf(recipe, ratioMax), figures: trial.figuresOf(recipe) };
}

interface Tried {
  readonly recipe: Recipe;
  readonly ratio: number;
}

/** One subject and what prose costs there. */
class Trial {
  readonly #subject: Subject;
  readonly #prose = new Map<number, number>();
  #calls = 0;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  get policy(): string {
    return this.#subject.policy;
  }

  /** Times what prose of the length costs. */
  ratioOf(recipe: Recipe, size: number, repeats: number): number {
    return this.#costOf(recipe, size, repeats) / Math.max(CLOCK_MS, this.#proseMs(size));
  }

  problemsOf(recipe: Recipe, ratioMax = RATIO_MAX): readonly Problem[] {
    const name = `${this.#subject.policy} ${this.#subject.manner}: ${nameOf(recipe)}`;
    if (this.ratioOf(recipe, KB, REPEATS) > HOPELESS * ratioMax)
      return [{ name, reason: "costs much more than prose, even of 1 KB", figure: this.ratioOf(recipe, KB, REPEATS) }];
    const problems: Problem[] = [];
    const ratio = this.#surely((size) => this.ratioOf(recipe, size, REPEATS), ratioMax);
    if (ratio > ratioMax) problems.push({ name, reason: "times the cost of prose", figure: ratio });
    let repeats = 0;
    const first = this.#surely(() => this.#growthOf(recipe, (repeats += 1)), EXPONENT_MAX);
    const exponent = first > EXPONENT_MAX ? Math.min(first, this.#growthOf(recipe, REPEATS, LARGER_SIZES)) : first;
    if (exponent > EXPONENT_MAX) problems.push({ name, reason: "exponent of growth", figure: exponent });
    return problems;
  }

  figuresOf(recipe: Recipe): string {
    return this.#bounded(recipe, REPEATS)
      .map(([size, ms]) => {
        return `${size / KB} KB: ${((ms * 1000 * KB) / size).toFixed(0)} µs/KB, ${(ms / this.#proseMs(size)).toFixed(1)} × prose`;
      })
      .join("\n");
  }

  /** What is over its bound is measured again: the least counts. */
  #surely(measure: (size: number) => number, bound: number): number {
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < REPEATS && least > bound; attempt++) least = Math.min(least, measure(SEARCH_SIZE));
    return least;
  }

  #growthOf(recipe: Recipe, repeats: number, sizes = SIZES): number {
    return exponentOf(this.#bounded(recipe, repeats, sizes).map(([size, ms]) => [size, Math.max(GRAIN_MS, ms)]));
  }

  /** Costs by size, as far as they can be waited for: at least two. */
  #bounded(recipe: Recipe, repeats: number, sizes = SIZES): readonly (readonly [size: number, ms: number])[] {
    const costs: (readonly [size: number, ms: number])[] = [];
    for (const size of sizes) {
      costs.push([size, this.#costOf(recipe, size, repeats)]);
      if (costs.length > 1 && (costs.at(-1)?.[1] ?? 0) > LONG_MS) break;
    }
    return costs;
  }

  #proseMs(size: number): number {
    const known = this.#prose.get(size);
    if (known !== undefined) return known;
    const prose: Recipe = { head: "", units: [TEXTS.get("prose") ?? ""], encoding: "plain" };
    // Warm: the first calls compile.
    if (size <= SEARCH_SIZE) this.#costOf(prose, size, WARM_UP);
    const ms = this.#costOf(prose, size, REPEATS);
    this.#prose.set(size, ms);
    return ms;
  }

  #costOf(recipe: Recipe, size: number, repeats: number): number {
    const raw = textOf(recipe, size);
    let least = Number.POSITIVE_INFINITY;
    // What takes long needs no repeats: nothing that disturbs it is as long.
    for (let count = 0; count < repeats && !(count > 0 && least > LONG_MS); count++) {
      // Another text at each call: what readers keep of the last one must not save them this one.
      const text = this.#anew(raw);
      least = Math.min(
        least,
        processorMs(() => this.#subject.run(text)),
      );
    }
    return least;
  }

  #anew(raw: string): string {
    const text = `${String.fromCharCode(0x61 + (this.#calls++ % 26))}\n${raw}`;
    // Puts the units in one place, as those of a text that has been received are.
    text.charCodeAt(0);
    return text;
  }
}

/** Climbs from the dearest recipes to dearer ones. */
class Search {
  readonly #trial: Trial;
  readonly #random: Random;
  readonly #material: Material;
  readonly #pool: Tried[] = [];

  constructor(trial: Trial, patterns: readonly RegExp[], seed: number) {
    this.#trial = trial;
    this.#random = new Random(seed);
    const { own, common } = materialOf(trial.policy);
    const sample = (): string => (patterns.length === 0 ? " " : sampleOf(this.#random.of(patterns), this.#random));
    this.#material = { own, common, sample };
  }

  run(rounds: number): void {
    for (let round = 0; round < rounds; round++) this.#try(this.#next(round, rounds));
  }

  dearest(count: number): readonly Tried[] {
    return this.#pool.slice(0, count);
  }

  #next(round: number, rounds: number): Recipe {
    const isNew = round < rounds / 3 || this.#pool.length === 0 || this.#random.below(6) === 0;
    if (isNew) return newRecipe(this.#material, this.#random);
    const [one, other] = [this.#random.of(this.#pool), this.#random.of(this.#pool)];
    return mutated(one.recipe, other.recipe, { material: this.#material, random: this.#random });
  }

  #try(recipe: Recipe): void {
    const least = this.#pool.length < POOL_SIZE ? 0 : (this.#pool.at(-1)?.ratio ?? 0);
    const small = this.#trial.ratioOf(recipe, KB, 1);
    let ratio = small;
    if (small < HOPELESS * RATIO_MAX) {
      ratio = this.#trial.ratioOf(recipe, SEARCH_SIZE, 1);
      if (ratio > least) ratio = Math.min(ratio, this.#trial.ratioOf(recipe, SEARCH_SIZE, 2));
      if (ratio > least && ratio < HOPELESS) ratio = Math.max(ratio, this.#trial.ratioOf(recipe, 4 * SEARCH_SIZE, 1));
    }
    if (ratio <= least) return;
    this.#pool.push({ recipe, ratio });
    this.#pool.sort((a, b) => b.ratio - a.ratio);
    this.#pool.length = Math.min(this.#pool.length, POOL_SIZE);
  }
}
