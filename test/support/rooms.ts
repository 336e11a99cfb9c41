/**
 * Test files that run in one process: loading the service takes longer than most of them. A file that needs a process of its own is
 * named `…-alone.test.ts`; `…-long.test.ts` and `…-cost.test.ts` have scripts of their own. Each file can be run by itself as well.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "node:test";

const tests = join(import.meta.dirname, "..");

/** What stands in no other room is in `rest`. */
const ROOMS = {
  pii: ["analyzers/pii/**"],
  analyzers: ["analyzers/!(pii)/**", "analyzers/*"],
  texts: ["core/**", "text/**", "codecs/**", "contract/**", "config/**"],
  engine: ["engine/**", "judges/**", "tools/**", "threads/**"],
  proxy: ["proxy/**", "http/**"],
  store: ["store/**", "state/**", "cluster/**"],
  clients: ["e2e/clients/**", "e2e/*-clients*", "e2e/mock-*"],
  streams: ["e2e/{proxy,websocket,tool}*"],
  service: ["e2e/[a-m]*"],
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
const isLonger = (file: string): boolean => /support\/(?:runs|wire\/contract)\.ts"/.test(readFileSync(file, "utf8"));

/** Runs the tests of a room, file by file. */
export function openRoom(room: keyof typeof ROOMS | "rest"): void {
  const files = rooms().get(room) ?? [];
  for (const file of process.env["LONG"] === undefined ? files : files.filter(isLonger))
    // Awaited within the suite, so that the hooks of a file are for its own tests.
    describe(file.slice(tests.length + 1), async () => {
      await import(file);
    });
}
