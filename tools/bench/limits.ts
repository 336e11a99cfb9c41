/**
 * What counting a request costs this process: in memory, and in a Redis on this machine beside a bare transaction of INCR
 * and PEXPIRE, sent by the same client. Rounds are interleaved; the figures are medians. `npm run bench:limits`
 */
import { systemClock } from "../../src/cli/process.ts";
import { FixedWindowLimiter } from "../../src/state/fixed-window.ts";
import { Limits } from "../../src/state/limits.ts";
import { redisStore, startRedis } from "../../test/support/redis.ts";

const IN_MEMORY = 200_000;
const IN_REDIS = 10_000;
const AT_ONCE = 64;
const ROUNDS = 9;
/** Callers that take turns. */
const KEYS = 100;
/** Never reached: refusals would cost less. */
const LIMIT = 1_000_000_000;

const keyOf = (index: number): string => `POST /sdk/v1/analyze/prompt key-${index % KEYS}`;

await using redis = await startRedis();
const settings = { clock: systemClock, report: (event: object) => console.error(event) };
const alone = new FixedWindowLimiter({ windowSeconds: 60, clock: systemClock });
const memory = new Limits({ store: { kind: "memory" }, windowSeconds: 60 }, settings);
const shared = new Limits({ store: redisStore(redis.port), windowSeconds: 60 }, settings);
await shared.open();

/** Microseconds a call, where calls answer at once. */
function timed(take: (key: string) => unknown): number {
  const started = performance.now();
  for (let index = 0; index < IN_MEMORY; index++) take(keyOf(index));
  return ((performance.now() - started) * 1000) / IN_MEMORY;
}

/** Microseconds a call, `atOnce` of them under way. */
async function awaited(take: (key: string) => Promise<unknown>, atOnce: number): Promise<number> {
  let index = 0;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while (index < IN_REDIS) await take(keyOf(index++));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return ((performance.now() - started) * 1000) / IN_REDIS;
}

const bare = (key: string): Promise<unknown> => redis.client.multi().incr(key).pexpire(key, 60_000).exec();
const ask = async (key: string): Promise<unknown> => shared.take(key, LIMIT);

const figures = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++) {
  const results: readonly (readonly [string, number])[] = [
    ["the table of windows alone", timed((key) => alone.take(key, LIMIT))],
    ["limits in memory", timed((key) => memory.take(key, LIMIT))],
    ["limits in Redis, one at a time", await awaited(ask, 1)],
    ["bare transaction, one at a time", await awaited(bare, 1)],
    [`limits in Redis, ${AT_ONCE} at once`, await awaited(ask, AT_ONCE)],
    [`bare transaction, ${AT_ONCE} at once`, await awaited(bare, AT_ONCE)],
  ];
  for (const [name, value] of results) figures.set(name, [...(figures.get(name) ?? []), value]);
}
shared.close();
for (const [name, list] of figures) {
  const median = list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
  console.log(`${name.padEnd(40)} ${median.toFixed(2).padStart(8)} µs`);
}
