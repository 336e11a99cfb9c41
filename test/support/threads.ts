import type { ThreadEvent } from "../../src/core/threads.ts";
import type { Reply, Task } from "../../src/threads/task.ts";
import type { OpenThread, ThreadEvents } from "../../src/threads/thread-port.ts";

/** A thread that does what a test says. */
export interface FakeThread {
  readonly tasks: readonly Task[];
  readonly isEnded: () => boolean;
  /** It has loaded. */
  readonly ready: () => void;
  /** It has read its text and found nothing. */
  readonly done: () => void;
  readonly lose: () => void;
}

export interface FakeThreads {
  readonly open: OpenThread;
  readonly all: readonly FakeThread[];
  readonly report: (event: ThreadEvent) => void;
  /** How texts ended, in order; `lost` for a thread. */
  readonly ends: readonly string[];
  readonly waitsMs: readonly number[];
}

export function fakeThreads(): FakeThreads {
  const all: FakeThread[] = [];
  const ends: string[] = [];
  const waitsMs: number[] = [];
  const open = ({ reply, lost }: ThreadEvents) => {
    const tasks: Task[] = [];
    let isEnded = false;
    const say = (message: Reply): void => {
      if (!isEnded) reply(message);
    };
    const nothing = {
      kind: "findings",
      serialized: { numbers: new Float64Array(), labels: [] },
      durationUs: 5,
    } as const;
    all.push({
      tasks,
      isEnded: () => isEnded,
      ready: () => say({ kind: "ready" }),
      done: () => say({ kind: "done", outcomes: (tasks.at(-1)?.policies ?? []).map(() => nothing) }),
      lose: () => lost(new Error("on purpose")),
    });
    return {
      post: (task: Task) => void tasks.push(task),
      rest: () => {},
      end: () => Promise.resolve(void (isEnded = true)),
    };
  };
  const report = (event: ThreadEvent): void => {
    if (event.kind === "begun") waitsMs.push(event.waitMs);
    else ends.push(event.kind === "ended" ? event.end : event.kind);
  };
  return { open, all, report, ends, waitsMs };
}
