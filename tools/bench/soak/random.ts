/** Numbers that look random and are the same for the same seed. */
export type Random = (below: number) => number;

/** @see Tommy Ettinger's mulberry32, public domain */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = random(at + 1);
    const [a, b] = [list[at], list[other]];
    if (a !== undefined && b !== undefined) [list[at], list[other]] = [b, a];
  }
  return list;
}
