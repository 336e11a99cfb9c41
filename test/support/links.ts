import type { Clock } from "../../src/core/clock.ts";
import type { PrimaryMethods, WorkerMethods } from "../../src/cluster/contract.ts";
import { ProcessLink, type Frame, type Methods } from "../../src/cluster/link.ts";
import { realClock } from "./clock.ts";

export interface LinkPair<Left extends Methods, Right extends Methods> {
  /** Asks what the right side answers. */
  readonly left: ProcessLink<Right>;
  readonly right: ProcessLink<Left>;
  /** Messages that went each way, and frames in them. */
  readonly messages: number[];
}

/** Two ends of a channel that carries JSON, as that between two processes does. */
export function linkPair<Left extends Methods, Right extends Methods>(
  handlers: { readonly left: Left; readonly right: Right },
  clock: Clock = realClock,
): LinkPair<Left, Right> {
  const messages: number[] = [];
  const carry = (frames: readonly object[], to: () => Pick<ProcessLink<Methods>, "receive">): void => {
    messages.push(frames.length);
    const carried: readonly Frame[] = JSON.parse(JSON.stringify(frames));
    setImmediate(() => to().receive(carried));
  };
  const left = new ProcessLink<Right>({
    clock,
    defer: setImmediate,
    handlers: handlers.left,
    send: (frames) => carry(frames, () => right),
  });
  const right = new ProcessLink<Left>({
    clock,
    defer: setImmediate,
    handlers: handlers.right,
    send: (frames) => carry(frames, () => left),
  });
  return { left, right, messages };
}

const unused = (): never => {
  throw new Error("nobody asks for that here");
};

/** A process that leads, of which a test needs a part. */
export function primaryMethods(parts: Partial<PrimaryMethods>): PrimaryMethods {
  return {
    take: unused,
    recentTurns: unused,
    addTurn: unused,
    forgetTurns: unused,
    addUses: () => null,
    readUses: unused,
    metrics: unused,
    save: unused,
    find: unused,
    trace: unused,
    list: unused,
    session: unused,
    statistics: unused,
    remove: unused,
    leaving: () => null,
    ended: () => null,
    ...parts,
  };
}

/** An answer that takes its time: a link waits for it, where the method's type says nothing of it, too. */
export const later = <Value>(answer: Promise<Value>): Value => answer as never;

/** A worker that answers as a test wants. */
export function workerMethods(parts: Partial<WorkerMethods>): WorkerMethods {
  return {
    start: async () => ({ kind: "listening", places: { host: "127.0.0.1", port: 1, adminPort: null } }),
    isReady: () => true,
    reload: () => ({ kind: "taken" }),
    reportRejectedReload: () => null,
    storeReady: () => null,
    metrics: () => [],
    uses: () => [],
    leave: () => null,
    drain: () => null,
    close: () => null,
    ...parts,
  };
}
