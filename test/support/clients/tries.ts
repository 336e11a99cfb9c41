import assert from "node:assert/strict";
import { test } from "node:test";
import { startRig } from "./rig.ts";
import { replyJson } from "../upstream.ts";

/** One call of a client with its default settings. A signal where its waits are too long for a test. */
export type Call = (url: string, signal: AbortSignal) => Promise<unknown>;

export interface Tries {
  readonly status: number;
  readonly tries: number;
  readonly headers?: Record<string, string>;
  /** It would try on after these, with waits that grow. */
  readonly isCutOff?: boolean;
}

/** No wait between tries, where a client goes by it. */
const AT_ONCE = { "retry-after-ms": "1" };

const ERROR = { type: "error", error: { message: "no", type: "some_error", code: "some_code", status: "SOME" } };

async function triesOf(call: Call, { status, tries, headers = AT_ONCE, isCutOff = false }: Tries): Promise<number> {
  const stop = new AbortController();
  await using rig = await startRig({
    script: (response) => {
      replyJson(response, ERROR, status, headers);
      if (isCutOff && rig.upstream.seen.length === tries) stop.abort();
    },
  });
  await assert.rejects(call(rig.gate.url, stop.signal));
  // The gate itself tries nothing twice.
  assert.equal(rig.gate.tries(), rig.upstream.seen.length);
  return rig.upstream.seen.length;
}

/** A client tries each status as often as it says. The gate answers blocks in those that everyone takes once. */
export function testTries(call: Call, table: readonly Tries[]): void {
  test(`asks as often as it should: ${table.map(({ status, tries }) => `${status} ${tries}×`).join(", ")}`, async () => {
    const counted = await Promise.all(table.map((row) => triesOf(call, row)));
    assert.deepEqual(
      counted,
      table.map(({ tries }) => tries),
    );
  });
}

/** The same number of tries for several statuses. */
export function row(statuses: readonly number[], tries: number, more: Partial<Tries> = {}): readonly Tries[] {
  return statuses.map((status) => ({ status, tries, ...more }));
}

/** 503, and the word that another try is of no use. */
export const NO_RETRY = { headers: { ...AT_ONCE, "x-should-retry": "false" } };

/** Of the clients that Stainless generates, which is most of them. They go by the status, and by the gate's word on it. */
export const STAINLESS_TRIES: readonly Tries[] = [
  ...row([400, 403, 413, 422, 446, 451], 1),
  ...row([409, 429, 500, 503], 3),
  ...row([429, 503], 1, NO_RETRY),
];
