import { parseForm, type Element } from "./form.ts";

/**
 * All digits are one class, and all letters: which of them a form takes is looked at when it is complete and something
 * speaks for it. So few classes keep the automaton small.
 */
export const DIGIT = 0;
export const LETTER = 1;
export const CLASSES = 2;

/** Numbers of places must fit a `Uint16Array`. */
const PLACES_MAX = 65_535;

/** The places of many forms: what may stand at each, and what is complete there. Separators are left out. */
export class Places {
  /** The first place of each form. */
  readonly first: readonly number[];
  /** Place × class → whether it fits. */
  readonly #fits: Uint8Array;
  readonly #isOptional: Uint8Array;
  /** Place → the forms that are complete there. */
  readonly #completes: ReadonlyMap<number, readonly number[]>;
  /** Marks of the last closure that reached a place. */
  readonly #marks: Uint32Array;
  #mark = 0;

  constructor(
    sequences: ReadonlyMap<string, { readonly elements: readonly Element[]; readonly forms: readonly number[] }>,
  ) {
    const first: number[] = [];
    const fits: Uint8Array[] = [];
    const isOptional: number[] = [];
    const completes = new Map<number, readonly number[]>();
    for (const { elements, forms } of sequences.values()) {
      first.push(fits.length);
      for (const { of, min, max } of elements)
        for (let repeat = 0; repeat < max; repeat++) {
          fits.push(classesOf(of));
          isOptional.push(repeat >= min ? 1 : 0);
        }
      completes.set(fits.length, forms);
      fits.push(new Uint8Array(CLASSES));
      isOptional.push(0);
    }
    if (fits.length > PLACES_MAX) throw new TypeError(`forms have more than ${PLACES_MAX} places`);
    this.first = first;
    this.#fits = new Uint8Array(fits.length * CLASSES);
    for (const [place, classes] of fits.entries()) this.#fits.set(classes, place * CLASSES);
    this.#isOptional = Uint8Array.from(isOptional);
    this.#completes = completes;
    this.#marks = new Uint32Array(fits.length);
  }

  /** The places right behind those of the set that `unit` fits, ascending. */
  behind(set: Uint16Array, unit: number): readonly number[] {
    const reached: number[] = [];
    for (const place of set) if (this.#fits[place * CLASSES + unit] === 1) reached.push(place + 1);
    return reached;
  }

  /** Ascending places, and all that can be reached from them over places that may be missing, ascending. */
  closure(from: readonly number[]): Uint16Array {
    const mark = ++this.#mark;
    const reached: number[] = [];
    for (const place of from)
      for (let at = place; this.#marks[at] !== mark; at++) {
        this.#marks[at] = mark;
        reached.push(at);
        if (this.#isOptional[at] !== 1) break;
      }
    return Uint16Array.from(reached).sort();
  }

  /** The forms that are complete somewhere in the set. */
  completed(set: Uint16Array): readonly number[] {
    const forms: number[] = [];
    for (const place of set) forms.push(...(this.#completes.get(place) ?? []));
    return forms;
  }
}

/**
 * Forms that differ by their separators only share their places.
 *
 * @throws {TypeError} when a form cannot be read.
 */
export function placesOf(forms: readonly string[]): Places {
  const sequences = new Map<string, { readonly elements: readonly Element[]; readonly forms: number[] }>();
  for (const [index, form] of forms.entries()) {
    const elements = parseForm(form).filter(({ isSeparator }) => !isSeparator);
    const name = elements
      .map(({ of, min, max }) => classesOf(of).join("").repeat(min) + `${classesOf(of).join("")}?`.repeat(max - min))
      .join(" ");
    const known = sequences.get(name);
    if (known === undefined) sequences.set(name, { elements, forms: [index] });
    else known.forms.push(index);
  }
  return new Places(sequences);
}

/** Class → whether some unit of it fits. */
function classesOf(inside: string): Uint8Array {
  return Uint8Array.of(/\d/.test(inside) ? 1 : 0, /[A-Z]/.test(inside) ? 1 : 0);
}
