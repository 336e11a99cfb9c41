/** Numbers of 0..1 that are the same in every run (a linear congruential generator). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

/** The items in another order. */
export function shuffled<Item>(random: () => number, items: readonly Item[]): readonly Item[] {
  const keys = items.map((item) => ({ item, key: random() }));
  return keys.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
