import { setTimeout as pause } from "node:timers/promises";
import type { Exchange } from "./client.ts";
import type { Random } from "./random.ts";
import type { Tally } from "./tally.ts";
import { deck } from "./traffic.ts";

/** Exchanges under way at once while capacity is measured. */
const CLOSED_PARALLEL = 48;
/** Exchanges under way at once, at most: a machine that falls this far behind does not hold the rate. */
const OPEN_MAX = 1024;

/** One round of every kind, as fast as it goes. @returns how many exchanges */
export async function closedRound(port: number, random: Random, tally: Tally): Promise<number> {
  const cards = deck(random);
  const left = [...cards];
  const runner = async (): Promise<void> => {
    for (let card = left.pop(); card !== undefined; card = left.pop()) await tally.run(port, card, performance.now());
  };
  await Promise.all(Array.from({ length: CLOSED_PARALLEL }, runner));
  return cards.length;
}

export interface OpenLoad {
  readonly perSecond: number;
  readonly seconds: number;
  readonly random: Random;
  readonly tally: Tally;
}

/**
 * Exchanges that begin at random times, so many a second on average, whatever became of those before. Resolves when all are over.
 * @throws {Error} when too many are under way
 */
export async function openLoad(port: number, { perSecond, seconds, random, tally }: OpenLoad): Promise<void> {
  const startMs = performance.now();
  const underWay = new Set<Promise<void>>();
  let cards: Exchange[] = [];
  let dueMs = startMs;
  for (;;) {
    // Poisson: gaps are distributed exponentially.
    dueMs += (-Math.log(1 - random(1_000_000) / 1_000_000) * 1000) / perSecond;
    if (dueMs > startMs + seconds * 1000) break;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await pause(waitMs);
    if (underWay.size >= OPEN_MAX)
      throw new Error(`the machine does not hold ${perSecond.toFixed(1)} requests a second`);
    if (cards.length === 0) cards = [...deck(random)];
    const card = cards.pop();
    if (card === undefined) continue;
    const running = tally.run(port, card, dueMs).finally(() => underWay.delete(running));
    underWay.add(running);
  }
  await Promise.all(underWay);
}
