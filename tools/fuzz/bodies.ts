import { CODECS } from "../../src/codecs/registry.ts";
import { parseJson } from "../../src/core/json.ts";
import { BODIES, type HostileBody } from "./body-shapes.ts";
import type { Problem } from "./problem.ts";
import { exponentOf, processorMs } from "./processor-time.ts";

/** How cost may grow with length, as a power of it. */
export const EXPONENT_MAX = 1.2;

const KB = 1024;
const SIZES = [16 * KB, 32 * KB, 64 * KB, 128 * KB];
/** Costs below are grain of the clock and collections, ms. */
const GRAIN_MS = 0.3;
/** What is over its bound is measured again, so often: the least counts. */
const REPEATS = 4;

/** Builds hostile request bodies for each format and reads them. `seed` varies the names in them. */
export async function fuzzBodies({
  seed,
  rounds,
}: {
  readonly seed: number;
  readonly rounds: number;
}): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const body of BODIES) {
    // Other work of the process has its turn.
    await new Promise(setImmediate);
    let exponent = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < REPEATS && exponent > EXPONENT_MAX; attempt++)
      exponent = Math.min(exponent, growthOf(body, { seed: seed + attempt, rounds }));
    if (exponent > EXPONENT_MAX)
      problems.push({ name: `${body.format} ${body.name}`, reason: "exponent of growth", figure: exponent });
  }
  return problems;
}

function growthOf(body: HostileBody, { seed, rounds }: { readonly seed: number; readonly rounds: number }): number {
  return exponentOf(
    SIZES.map((size) => {
      const text = JSON.stringify(body.of(size, seed));
      let least = Number.POSITIVE_INFINITY;
      for (let round = 0; round < rounds; round++)
        least = Math.min(
          least,
          processorMs(() => read(body, text)),
        );
      return [size, Math.max(GRAIN_MS, least)] as const;
    }),
  );
}

function read({ method, path }: HostileBody, text: string): void {
  const codec = CODECS.find(({ matches }) => matches(method, path));
  const json = parseJson(text);
  if (codec === undefined || !json.ok) throw new TypeError(`unreadable: ${method} ${path}`);
  codec.readRequest(json.value, { method, path, query: "", readsTools: true });
}
