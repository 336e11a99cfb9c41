/**
 * Work in steps. Each step yields its cost in units of about ten nanoseconds: the time to read one UTF-16 unit of JSON. The driver
 * decides whether the event loop turns in between.
 */
export type Steps<Result> = Generator<number, Result, void>;

/** Units of one turn of the event loop: some milliseconds. */
export const SLICE_UNITS = 65_536;

/** Yields to the event loop; one caller continues in each turn. */
export type YieldToLoop = () => Promise<void>;

/** Runs all steps at once, for work that is known to be small. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Cost of one small item, in units. */
export const ITEM_UNITS = 64;

/** Runs at once if the units fit one slice, otherwise slice by slice. */
export function inTurnsIf<Result>(
  units: number,
  steps: Steps<Result>,
  yieldToLoop: YieldToLoop | undefined,
): Result | Promise<Result> {
  return units <= SLICE_UNITS ? finish(steps) : inTurns(steps, yieldToLoop);
}

/** One after the other. */
export function* inOrder(all: Iterable<Steps<void>>): Steps<void> {
  for (const steps of all) yield* steps;
}

/** Runs slice by slice. @param yieldToLoop absent: no other request waits */
export async function inTurns<Result>(steps: Steps<Result>, yieldToLoop: YieldToLoop | undefined): Promise<Result> {
  let spent = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    spent += step.value;
    if (spent < SLICE_UNITS || yieldToLoop === undefined) continue;
    spent = 0;
    await yieldToLoop();
  }
}

/** Applies `change` without a turn of the event loop when the value is there: most policies do not wait, and `await` would cost a turn each. */
export function mapped<From, To>(
  value: From | Promise<From>,
  change: (value: From) => To | Promise<To>,
): To | Promise<To> {
  return value instanceof Promise ? value.then(change) : change(value);
}
