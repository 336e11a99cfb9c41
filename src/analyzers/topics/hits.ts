import { Tokens } from "../learned/tokens.ts";

/** Room for hits to begin with. */
const HITS = 256;

/** Terms of a text in the order of their ends, in tokens, half open; of rows of a table. */
export interface Hits {
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly rows: Int32Array;
}

/** Buffers for longer texts are not kept, in tokens. */
const TOKENS_KEPT = 1 << 17;

/** What reading a text needs. All tables share one: texts are read one after the other. */
export interface Reading {
  readonly tokens: Tokens;
  hits: GrowingHits;
}

const newReading = (): Reading => ({
  tokens: new Tokens(),
  hits: { count: 0, starts: new Int32Array(HITS), ends: new Int32Array(HITS), rows: new Int32Array(HITS) },
});

let shared = newReading();

export function readingOf(): Reading {
  if (Math.max(shared.tokens.starts.length, shared.hits.rows.length) > TOKENS_KEPT) shared = newReading();
  return shared;
}

/** Notes a hit. */
export function addHit(
  reading: Reading,
  { first, end, row }: { readonly first: number; readonly end: number; readonly row: number },
): void {
  if (reading.hits.count === reading.hits.rows.length) reading.hits = grown(reading.hits);
  const { count, starts, ends, rows } = reading.hits;
  starts[count] = first;
  ends[count] = end;
  rows[count] = row;
  reading.hits.count += 1;
}

type Numbers = Int32Array<ArrayBuffer>;
interface GrowingHits {
  count: number;
  readonly starts: Numbers;
  readonly ends: Numbers;
  readonly rows: Numbers;
}

function grown({ count, starts, ends, rows }: GrowingHits): GrowingHits {
  const twice = (array: Numbers): Numbers => {
    const longer = new Int32Array(array.length * 2);
    longer.set(array);
    return longer;
  };
  return { count, starts: twice(starts), ends: twice(ends), rows: twice(rows) };
}
