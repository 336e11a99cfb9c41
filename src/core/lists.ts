/** Adds all items, however many: as arguments of one call they would not fit on the stack. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** The least of any number of values; `Infinity` of none. As arguments of `Math.min` many would not fit on the stack. */
export const least = (values: readonly number[]): number =>
  values.reduce((known, value) => Math.min(known, value), Infinity);

/**
 * The first of `count` places for which `isBehind` holds, where it holds for all later ones too; `count` where there is none.
 * @param isBehind of a place, from 0
 */
export function firstFrom(count: number, isBehind: (at: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
