/** Goes on at once with what is known at once: most policies wait for nothing, and awaiting them would cost a turn each. */
export function mapped<From, To>(
  value: From | Promise<From>,
  change: (value: From) => To | Promise<To>,
): To | Promise<To> {
  return value instanceof Promise ? value.then(change) : change(value);
}
