/** The least of any number of values; `Infinity` of none. As arguments of `Math.min` many would not fit on the stack. */
export const least = (values: readonly number[]): number =>
  values.reduce((known, value) => Math.min(known, value), Infinity);
