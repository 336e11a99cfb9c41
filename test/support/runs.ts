import { test } from "node:test";

/** `npm run fuzz` multiplies the cases, `npm run test:long` tries all of them. */
const factor = Number(process.env["FUZZ"] ?? (process.env["LONG"] === undefined ? 1 / 8 : 1));

/** All cases that a test has, or the first of them in `npm test`: for what tries the same with each of them. */
export const cases = <Case>(all: readonly Case[], usual: number): readonly Case[] =>
  factor < 1 ? all.slice(0, usual) : all;

/** How many random cases a long property tries; `npm test` tries an eighth of them, `fewest` at least. */
export const runs = (usual: number, fewest = 1): number => Math.max(fewest, Math.ceil(usual * factor));

/** All of many like cases, or every eighth of them in `npm test`. */
export const spread = <Case>(all: readonly Case[]): readonly Case[] =>
  factor < 1 ? all.filter((_, at) => at % 8 === 0) : all;

/** For tests of many processes over many seconds, of whose class `npm test` has one: they run in `npm run test:long`. */
export const testLonger: (name: string, run: () => Promise<void>) => void = (name, run) => {
  if (factor >= 1) void test(name, run);
};
