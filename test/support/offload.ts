import type { Offload } from "../../src/engine/offload.ts";
import { movable, deserializeOutcome, taskOf } from "../../src/threads/serialization.ts";
import { TaskRunner } from "../../src/threads/task-runner.ts";
import { realClock } from "./clock.ts";

export interface CopiedTexts extends Offload {
  /** Texts that were read there. */
  readonly count: () => number;
}

/** Reads every text as a thread does, copied there and back, without the thread. */
export function copiedTexts(): CopiedTexts {
  const runner = new TaskRunner(realClock);
  let count = 0;
  return {
    takes: () => true,
    run: async (guards, text, context) => {
      count += 1;
      const outcomes = await runner.run(structuredClone(taskOf(guards, text, context)));
      return structuredClone(outcomes, { transfer: movable(outcomes) }).map(deserializeOutcome);
    },
    count: () => count,
  };
}
