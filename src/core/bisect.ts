/**
 * The first of `count` places that is behind, where all behind it are as well; `count` where none is.
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
