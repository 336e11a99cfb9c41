/** Where the role begins in the packed attributes. */
export const ROLE_SHIFT = 11;

/** A role, and the higher half of how often a word is small. */
const ORDINARY = (0xffff << ROLE_SHIFT) | (1 << 10);

/**
 * What is known of a word, packed in 16 bits: how often it is a given name, a surname, (part of) the name of a place, an
 * ordinary word, how often it is written small, and the part it plays in a sentence.
 */
export const attributes = {
  given: (packed: number): number => packed & 3,
  surname: (packed: number): number => (packed >> 2) & 3,
  place: (packed: number): number => (packed >> 4) & 7,
  /** Frequency in running text, 0 = never seen. */
  common: (packed: number): number => (packed >> 7) & 3,
  /** Share of small letters where no sentence begins: 0 unknown, 1 capital, 2 both, 3 small. */
  small: (packed: number): number => (packed >> 9) & 3,
  role: (packed: number): number => packed >> ROLE_SHIFT,
  /** Whether it is known as a given name, a surname or a place by itself. */
  isName: (packed: number): boolean => (packed & 15) !== 0 || (packed & 112) > 16,
  /** Whether it is known as a name and hardly as anything else: the only such words that count although they are written small. */
  isOnlyName: (packed: number): boolean => (packed & ORDINARY) === 0 && attributes.isName(packed),
  /** What is left of it for a word that only begins like the known one: weaker, and without a role. */
  stem: (packed: number): number =>
    Math.min(packed & 3, 1) | (Math.min((packed >> 2) & 3, 1) << 2) | (((packed >> 4) & 7) >= 3 ? 2 << 4 : 0),
  /** Given name, surname and place at once. */
  names: (packed: number): number => packed & 127,
} as const;

/** The part that a word plays beside a name. Its order is part of the weights file. */
export const ROLES = [
  "none",
  "stop",
  "title",
  "personLabel",
  "placeLabel",
  "particle",
  "suffix",
  "company",
  "calendar",
  "people",
  "kin",
  "saying",
  "preposition",
  "greeting",
  "copula",
  "placeNoun",
  "job",
  "otherLabel",
  "article",
  "pronoun",
  "product",
  "naming",
] as const;
export type Role = (typeof ROLES)[number];

export const roleIndex = (role: Role): number => ROLES.indexOf(role);
export const packAttributes = (a: {
  readonly given: number;
  readonly surname: number;
  readonly place: number;
  readonly common: number;
  readonly small: number;
  readonly role: Role;
}): number =>
  a.given | (a.surname << 2) | (a.place << 4) | (a.common << 7) | (a.small << 9) | (roleIndex(a.role) << 11);

/** Look-ups that are remembered. */
const MEMO_SIZE = 4096;

/** A search begins in one of at most that many slots; a power of two. */
const PLACES_MAX = 2 ** 18;
/** Slots looked at before a word counts as unknown. */
const PROBES_MAX = 48;

/** A hash table of 16-bit fingerprints and 16-bit attributes: the words themselves cannot be read from it. */
export class Lexicon {
  readonly slots: Uint32Array;
  /** The hashes that were looked up last, each with what was found: texts are made of the same words, and the table is large. */
  readonly #last = new Int32Array(2 * MEMO_SIZE);

  /** @param slots at most `PLACES_MAX` of them; 0 = empty. */
  constructor(slots: Uint32Array) {
    this.slots = slots;
    this.#forget();
  }

  /** A place holds a hash that belongs in another: that is none. */
  #forget(): void {
    this.#last.fill(0);
    this.#last[0] = 1;
  }

  /** Attributes of the word with that hash; 0 when it is unknown. */
  lookup(hash: number): number {
    const last = this.#last;
    const place = 2 * ((hash ^ (hash >>> 14)) & (MEMO_SIZE - 1));
    if (last[place] === (hash | 0)) return last[place + 1] ?? 0;
    const found = this.#find(hash);
    last[place] = hash;
    last[place + 1] = found;
    return found;
  }

  #find(hash: number): number {
    const spread = mix(hash, 1);
    const fingerprint = (spread >>> 16) | 1;
    let slot = this.#slotOf(spread);
    for (let probe = 0; probe < PROBES_MAX; probe++) {
      const entry = this.slots[slot] ?? 0;
      if (entry === 0) return 0;
      if (entry >>> 16 === fingerprint) return entry & 0xffff;
      slot = slot + 1 === this.slots.length ? 0 : slot + 1;
    }
    return 0;
  }

  /** Where the search for a word begins. Its lower bits choose the slot, because the upper ones are the fingerprint. */
  #slotOf(spread: number): number {
    return Math.floor(((spread & (PLACES_MAX - 1)) * this.slots.length) / PLACES_MAX);
  }

  /** Whether there was room for it. A word that is there already stays as it is. */
  insert(hash: number, packed: number): boolean {
    this.#forget();
    const spread = mix(hash, 1);
    const fingerprint = (spread >>> 16) | 1;
    let slot = this.#slotOf(spread);
    for (let probe = 0; probe < PROBES_MAX; probe++) {
      const entry = this.slots[slot] ?? 0;
      if (entry >>> 16 === fingerprint) return true;
      if (entry === 0) {
        this.slots[slot] = ((fingerprint << 16) | packed) >>> 0;
        return true;
      }
      slot = slot + 1 === this.slots.length ? 0 : slot + 1;
    }
    return false;
  }
}

/** Hash of a name of several words, from the hash of those before and the next one's. */
export const joinHash = (before: number, next: number): number => mix(before, next ^ 0x51ed270b);

/** Spreads two numbers over 32 bits. */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0xc2b2ae35) ^ (hash >>> 13);
}
