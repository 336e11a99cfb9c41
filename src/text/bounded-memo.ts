import { forgetLater } from "./reading-memory.ts";

/**
 * The function with a memory: what it has said of a key is not asked again while a text is read. At most `max` keys are known; with one
 * more, all are forgotten. For functions that say the same of a key each time, and never `undefined`.
 */
export function boundedMemo<Key, Value extends {} | null>(max: number, of: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  const forget = (): void => known.clear();
  return (key) => {
    const last = known.get(key);
    if (last !== undefined) return last;
    const value = of(key);
    if (known.size === 0) forgetLater(forget);
    else if (known.size >= max) known.clear();
    known.set(key, value);
    return value;
  };
}
