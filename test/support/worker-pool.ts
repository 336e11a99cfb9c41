import type { ReloadOutcome, Started, WorkerMethods, WorkerStart } from "../../src/cluster/contract.ts";
import { WorkerPoolMetrics } from "../../src/cluster/pool-metrics.ts";
import { WorkerPool, type Exit, type WorkerProcess } from "../../src/cluster/worker-pool.ts";
import { createLogger } from "../../src/telemetry/logger.ts";
import { createManualClock, type ManualClock } from "./clock.ts";
import { linkPair, workerMethods } from "./links.ts";

/** A worker as the test plays it. */
interface Played {
  readonly id: number;
  readonly starts: WorkerStart[];
  /** What it was told, in order. */
  readonly told: string[];
  isKilled: boolean;
  readonly die: (exit?: Partial<Exit>) => void;
  readonly leave: () => void;
}

/** A pool with processes that a test plays. */
export interface Stage {
  readonly pool: WorkerPool;
  readonly clock: ManualClock;
  readonly played: Played[];
  readonly metrics: WorkerPoolMetrics;
  readonly gone: number[];
  readonly start: { source: string; isRejected: boolean; isStoreReady: boolean };
  /** What the operator was told. */
  readonly printed: string[];
  /** So many times there is no room for another process. */
  readonly room: { refusals: number };
}

/** How each of them answers. */
export type Play = (each: Played) => Partial<WorkerMethods>;

export const LISTENING: Started = { kind: "listening", places: { host: "h", port: 1, adminPort: null } };

export const TAKEN: ReloadOutcome = { kind: "taken" };

export function stage(play: Play = () => ({}), size = 2): Stage {
  const clock = createManualClock();
  const played: Played[] = [];
  const gone: number[] = [];
  const start = { source: "one", isRejected: false, isStoreReady: true };
  const printed: string[] = [];
  const room = { refusals: 0 };
  const fork = (onLeaving: () => void): WorkerProcess => {
    if (room.refusals > 0) {
      room.refusals -= 1;
      throw new Error("spawn ENOMEM");
    }
    const id = played.length + 1;
    const { promise: exited, resolve } = Promise.withResolvers<Exit>();
    const die = ({ code = 1, signal = null }: Partial<Exit> = {}): void => resolve({ code, signal });
    const each: Played = { id, starts: [], told: [], isKilled: false, die, leave: onLeaving };
    played.push(each);
    const note = (what: string) => (): null => {
      each.told.push(what);
      return null;
    };
    const noted = { leave: note("leave"), drain: note("drain"), close: note("close") };
    const methods = workerMethods({ ...noted, ...play(each) });
    const begin = methods.start;
    const { left } = linkPair(
      {
        left: {},
        right: {
          ...methods,
          start: (asked) => {
            each.starts.push(asked);
            return begin(asked);
          },
        } satisfies WorkerMethods,
      },
      clock,
    );
    const kill = (): void => {
      each.isKilled = true;
      die({ code: null, signal: "SIGKILL" });
    };
    return { id, pid: 1000 + id, link: left, exited, kill };
  };
  const metrics = new WorkerPoolMetrics(() => pool.members.map(({ state }) => state));
  const pool: WorkerPool = new WorkerPool({
    size,
    clock,
    logger: createLogger({ level: "silent" }),
    print: (text) => void printed.push(text),
    metrics,
    fork,
    startOf: () => ({
      file: "f",
      startedSource: "one",
      overrides: {},
      maskKey: "k",
      version: "v",
      ...start,
    }),
    drainSeconds: () => 20,
    onGone: ({ process }) => void gone.push(process.id),
  });
  return { pool, clock, played, metrics, gone, start, printed, room };
}

/** As the process that leads does. */
export const takeOver = ({ pool, start }: Stage, source: string): Promise<ReloadOutcome> =>
  pool.reload(source, () => void (start.source = source));

export function noted(reloads: number[], id: number): ReloadOutcome {
  reloads.push(id);
  return TAKEN;
}

export const ready = (pool: WorkerPool): readonly number[] =>
  pool.members.filter(({ state }) => state === "ready").map(({ process }) => process.id);

/** Turns of the event loop in which everything happens that waits for no time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export const restarts = ({ metrics }: Stage, reason: string): number => {
  const samples = metrics.metrics.flatMap((metric) => [...metric.samples()]);
  return samples.find(({ labels }) => labels["reason"] === reason)?.value ?? Number.NaN;
};
