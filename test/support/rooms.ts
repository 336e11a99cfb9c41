/**
 * Test files that run in one process: loading the service takes longer than most of them. A file that needs a process of its own is
 * named `…-alone.test.ts`; `…-long.test.ts` and `…-cost.test.ts` have scripts of their own. Each file can be run by itself as well.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe } from "node:test";

const tests = join(import.meta.dirname, "..");

/** What stands in no other room is in `rest`. */
const ROOMS = {
  // They read the same samples, which takes seconds once.
  fields: ["codecs/every-field*", "tools/field-docs*", "e2e/fields*"],
  pii: ["analyzers/pii/**"],
  analyzers: ["analyzers/!(pii)/**", "analyzers/*"],
  texts: ["core/**", "text/**", "codecs/**", "contract/**", "config/**"],
  engine: ["engine/**", "judges/**", "tools/**", "threads/**"],
  proxy: ["proxy/**", "http/**"],
  store: ["store/**", "state/**", "cluster/**"],
  clients: ["e2e/clients/**", "e2e/*-clients*", "e2e/mock-*"],
  streams: ["e2e/{proxy,websocket,tool}*"],
  service: ["e2e/[a-m]*"],
  restarts: ["e2e/{rolling,store-outage,sudden,workers}*"],
  outages: ["e2e/*"],
} as const;

const filesOf = (patterns: readonly string[]): readonly string[] =>
  globSync(
    patterns.map((pattern) => join(tests, pattern)),
    { withFileTypes: false },
  ).filter((file) => /(?<!-alone|-long|-cost)\.test\.ts$/.test(file));

/** Every file that runs with others, by room; a file is in the first of those that name it. */
export function rooms(): ReadonlyMap<string, readonly string[]> {
  const left = new Set(filesOf(["**"]));
  const take = (files: readonly string[]): readonly string[] => files.filter((file) => left.delete(file)).toSorted();
  const named = Object.entries(ROOMS).map(([room, patterns]) => [room, take(filesOf(patterns))] as const);
  return new Map([...named, ["rest", take([...left])]]);
}

/** Tries more in `npm run test:long` than in `npm test`. */
const isLonger = (file: string): boolean => /(?:support\/runs|\/contract)\.ts"/.test(readFileSync(file, "utf8"));

/** Runs the tests of a room, file by file. A file that waits for what never happens fails by name, instead of holding up the whole run. */
export function openRoom(room: keyof typeof ROOMS | "rest"): void {
  const isLong = process.env["LONG"] !== undefined;
  const timeout = (isLong ? 30 : 5) * 60_000;
  for (const file of (rooms().get(room) ?? []).filter((each) => !isLong || isLonger(each)))
    // Awaited within the suite, so that the hooks of a file are for its own tests.
    describe(file.slice(tests.length + 1), { timeout }, async () => {
      await import(file);
    });
  after(() => setTimeout(failForLeftovers, LEFTOVERS_MS).unref());
}

const LEFTOVERS_MS = 30_000;

/** A process that something keeps alive after its last test would hold up the run as well. */
function failForLeftovers(): void {
  process.stderr.write(`Left open after the last test: ${process.getActiveResourcesInfo().join(", ")}\n`);
  process.exit(1);
}
