import { LRUCache } from "lru-cache";
import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Clock } from "../core/clock.ts";
import type { Policy } from "../core/model.ts";
import { compilePolicy } from "../engine/compile.ts";
import { bytesOf, type Guard } from "../engine/guard.ts";
import { detect, runGuard, type GuardOutcome } from "../engine/run-guard.ts";
import { forgetLastMatch } from "../text/reading.ts";
import { Reading } from "../text/reading.ts";
import { serializeOutcome } from "./serialization.ts";
import type { SerializedOutcome, SerializedPolicy, Task } from "./task.ts";

/** Compiled policies of a thread: of large configurations, and of callers with inline policies. */
const GUARDS_MAX = 2000;
/** Their estimated size, bytes. */
const GUARDS_MAX_BYTES = 16 * 1024 * 1024;

/** Runs the tasks of one thread. */
export class TaskRunner {
  readonly #clock: Clock;
  readonly #guards = new LRUCache<number, Guard>({ max: GUARDS_MAX, maxSize: GUARDS_MAX_BYTES });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** One outcome for each policy, in their order. @throws {Error} for a policy that does not compile: none such was configured */
  async run(task: Task): Promise<readonly SerializedOutcome[]> {
    const text = new Reading(task.text);
    const context = this.#contextOf(task);
    const outcomes: SerializedOutcome[] = [];
    for (const policy of task.policies) {
      const guard = this.#guardOf(policy);
      const outcome: GuardOutcome = await (policy.isReviewed ? detect : runGuard)(guard, text, context);
      outcomes.push(serializeOutcome(outcome));
    }
    forgetLastMatch();
    return outcomes;
  }

  #contextOf({ side, origin, from, isOpen, conversation, tool }: Task): AnalysisContext {
    return {
      side,
      origin,
      from,
      isOpen,
      ...(conversation === null ? {} : { conversation }),
      ...(tool === null ? {} : { tool: { ...tool, values: () => tool.values } }),
      clock: this.#clock,
      // A caller that gives up a task ignores its result.
      signal: new AbortController().signal,
    };
  }

  #guardOf({ key, json }: SerializedPolicy): Guard {
    const known = this.#guards.get(key);
    if (known !== undefined) return known;
    const policy: Policy = JSON.parse(Buffer.from(json).toString());
    const compiled = compilePolicy(policy);
    if (compiled.kind === "invalid") throw new Error(`${policy.name}: ${compiled.path}: ${compiled.reason}`);
    // A guard that does not fit is compiled each time.
    this.#guards.set(key, compiled.guard, { size: bytesOf(compiled.guard, json.length) });
    return compiled.guard;
  }
}
