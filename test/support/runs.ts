import { test } from "node:test";

const isLong = process.env["LONG"] !== undefined;
/** `npm test` leaves cases out. */
const isShort = !isLong && process.env["FUZZ"] === undefined;
/** `npm run fuzz` multiplies the random cases. */
const factor = Number(process.env["FUZZ"] ?? (isLong ? 1 / 3 : 1 / 12));

/** All cases that a test has, or the first of them in `npm test`: for what tries the same with each of them. */
export const cases = <Case>(all: readonly Case[], usual: number): readonly Case[] =>
  isShort ? all.slice(0, usual) : all;

/** How many random cases a long property tries: a twelfth of them in `npm test`, a third in `npm run test:long`, `fewest` at least. */
export const runs = (usual: number, fewest = 1): number => Math.max(fewest, Math.ceil(usual * factor));

/** All of many like cases, or every eighth of them in `npm test`. */
export const spread = <Case>(all: readonly Case[]): readonly Case[] =>
  isShort ? all.filter((_, at) => at % 8 === 0) : all;

/** For tests of many processes over many seconds, of whose class `npm test` has one: they run in `npm run test:long`. */
export const testLonger: (name: string, run: () => Promise<void>) => void = (name, run) => {
  if (!isShort) void test(name, run);
};

/** For slow tests of whole processes that have no cases to multiply: `npm run test:long` does not repeat what `npm test` has run. */
export const testOnce: (name: string, run: () => Promise<void>, skip?: string | false) => void = (
  name,
  run,
  skip = false,
) => {
  if (!isLong) void test(name, { skip }, run);
};
