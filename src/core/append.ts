/** Adds all items, however many: as arguments of one call they would not fit on the stack. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
