/** Adds any number of items: as arguments of one `push` they could overflow the stack. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** The least of any number of values; `Infinity` of none. As arguments of `Math.min` they could overflow the stack. */
export const least = (values: readonly number[]): number =>
  values.reduce((known, value) => Math.min(known, value), Infinity);

/**
 * Binary search: the first of `count` places for which `isPast` holds, if it holds for all later ones too; `count` if there is none.
 * @param isPast of a place, from 0
 */
export function firstFrom(count: number, isPast: (at: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >>> 1;
    if (isPast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
