/**
 * Work that stops now and then and says what it has done since, in units of some ten nanoseconds: about what one UTF-16 unit of JSON takes
 * to be read. Its driver decides whether the event loop turns in between.
 */
export type Steps<Result> = Generator<number, Result, void>;

/** What is done in one turn of the event loop: some milliseconds. */
export const SLICE_UNITS = 65_536;

/** Yields to the event loop; one caller continues in each turn. */
export type Turn = () => Promise<void>;

/** Does all of it now: for work that is known to be small. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** What one of many small things costs to look at, in units. */
export const ITEM_UNITS = 64;

/** At once where that many units are no more than a slice, else a slice at a time. */
export function inTurnsIf<Result>(
  units: number,
  steps: Steps<Result>,
  turn: Turn | undefined,
): Result | Promise<Result> {
  return units <= SLICE_UNITS ? finish(steps) : inTurns(steps, turn);
}

/** One after the other. */
export function* inOrder(all: Iterable<Steps<void>>): Steps<void> {
  for (const steps of all) yield* steps;
}

/** Does it a slice at a time. @param turn absent: no other request waits */
export async function inTurns<Result>(steps: Steps<Result>, turn: Turn | undefined): Promise<Result> {
  let spent = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    spent += step.value;
    if (spent < SLICE_UNITS || turn === undefined) continue;
    spent = 0;
    await turn();
  }
}

/** Goes on at once with what is known at once: most policies wait for nothing, and awaiting them would cost a turn each. */
export function mapped<From, To>(
  value: From | Promise<From>,
  change: (value: From) => To | Promise<To>,
): To | Promise<To> {
  return value instanceof Promise ? value.then(change) : change(value);
}
