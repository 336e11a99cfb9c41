import { ANSWERS, EVENTS, MESSAGES } from "./answer-shapes.ts";
import { BODIES, type HostileBody } from "./body-shapes.ts";
import { Gate } from "./gate.ts";
import { answerPath, eventPath, messagePath, requestPath } from "./paths.ts";
import type { Problem } from "./problem.ts";
import { exponentOf } from "./processor-time.ts";

/** How cost may grow with length, as a power of it. */
export const EXPONENT_MAX = 1.2;
/** Bytes of memory for each of a body, and whatever its size: what the collector has not looked at yet. */
const MEMORY_FACTOR = 100;
const MEMORY_CONSTANT = 96 * 1024 * 1024;
/** How long one request may hold the event loop at a time, milliseconds of processor time. */
const TURN_MAX_MS = 50;
/** Of the old generation: a body that needs more ends the process. */
const HEAP_MEGABYTES = 512;

const KB = 1024;
const SIZES = [16 * KB, 32 * KB, 64 * KB, 128 * KB];
/** Of a suspect: what only takes a step somewhere (a memory that is full, a collection) does not go on to grow. */
const LARGER_SIZES = [128 * KB, 256 * KB, 512 * KB, 1024 * KB];
/** Costs below are grain of the clock and collections, ms. */
const GRAIN_MS = 2;
/** What is over its bound is measured again, so often: the least counts. */
const REPEATS = 5;

interface FuzzOptions {
  /** Varies the texts. */
  readonly seed: number;
  /** Runs of each size; the least counts. */
  readonly rounds: number;
  /** Of the bodies every how manieth; absent: all. */
  readonly every?: number;
}

/** Builds hostile bodies for each format and each side, and takes them the way that the service does. */
export async function fuzzBodies(options: FuzzOptions): Promise<readonly Problem[]> {
  return [...(await fuzzGrowth(options)), ...(await fuzzService(options))];
}

/** What costs more than in proportion to its length. */
export async function fuzzGrowth({ seed, rounds, every = 1 }: FuzzOptions): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const all = [
    ...BODIES.map((body) => [body, requestPath] as const),
    ...MESSAGES.map((body) => [body, messagePath] as const),
    ...ANSWERS.map((body) => [body, answerPath] as const),
    ...EVENTS.map((body) => [body, eventPath] as const),
  ];
  for (const [body, take] of all.filter((_, index) => (index + seed) % every === 0)) {
    let exponent = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < REPEATS && exponent > EXPONENT_MAX; attempt++)
      exponent = Math.min(exponent, await growthOf(body, take, { seed, rounds }));
    if (exponent > EXPONENT_MAX)
      exponent = Math.min(exponent, await growthOf(body, take, { seed, rounds, sizes: LARGER_SIZES }));
    if (exponent > EXPONENT_MAX)
      problems.push({ name: `${body.format} ${body.name}`, reason: "exponent of growth", figure: exponent });
  }
  return problems;
}

type Take = (body: HostileBody, text: string) => Promise<void>;

interface GrowthOptions extends FuzzOptions {
  /** Bytes; absent: `SIZES`. */
  readonly sizes?: readonly number[];
}

async function growthOf(
  body: HostileBody,
  take: Take,
  { seed, rounds, sizes = SIZES }: GrowthOptions,
): Promise<number> {
  const points: (readonly [number, number])[] = [];
  for (const size of sizes) {
    const text = JSON.stringify(body.of(size, seed));
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const startedMs = performance.now();
      const before = process.threadCpuUsage();
      await take(body, text);
      const { user, system } = process.threadCpuUsage(before);
      least = Math.min(least, performance.now() - startedMs, (user + system) / 1000);
    }
    points.push([size, least + GRAIN_MS]);
  }
  return exponentOf(points);
}

/** What ends the service, takes more memory than its length explains, or holds up everybody else. */
export async function fuzzService({ seed, every = 1 }: FuzzOptions): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const gate = await Gate.open(HEAP_MEGABYTES);
  try {
    for (const body of BODIES.filter((_, index) => (index + seed) % every === 0)) {
      const name = `${body.format} ${body.name}`;
      const text = JSON.stringify(body.of(128 * KB, seed));
      const tell = (reason: string, figure: number): void => void problems.push({ name, reason, figure });
      const memoryMax = MEMORY_CONSTANT + MEMORY_FACTOR * text.length;
      let [longestMs, taken] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let attempt = 0; attempt < REPEATS && (longestMs > TURN_MAX_MS || taken > memoryMax); attempt++) {
        const cost = await gate.post(body.path, text).catch(() => null);
        if (cost === null) {
          tell("ends the service", text.length);
          return problems;
        }
        longestMs = Math.min(longestMs, cost.longestMs);
        taken = Math.min(taken, cost.peakBytes - cost.restBytes);
        if (cost.status >= 500) tell("status", cost.status);
      }
      if (longestMs > TURN_MAX_MS) tell("ms of the event loop at a time", longestMs);
      if (taken > memoryMax) tell("bytes of memory", taken);
    }
  } finally {
    await gate.close();
  }
  return problems;
}
