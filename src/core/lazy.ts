/**
 * A value that is made when it is first asked for, and stays: a table, a model, what only some configurations need. What it
 * returns is shared by all requests, so nothing of a request may be kept in it.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
