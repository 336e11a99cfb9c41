/**
 * The first of `count` places for which `isBehind` holds, where it holds for all later ones too; `count` where there is none.
 * @param isBehind of a place, from 0
 */
export function firstBehind(count: number, isBehind: (at: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
