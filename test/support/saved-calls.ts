import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { verifyChain } from "../../src/store/sqlite-reading.ts";

/** The key and the asset that such calls are made with. */
export const SAVED_KEY = "rsk_k";

/** What callers were told of calls that were to be saved, by request id. */
export interface SavedCalls {
  readonly acknowledged: string[];
  readonly refused: string[];
  /** Without an answer: nothing was promised. */
  cut: number;
  /** What no call may meet. */
  readonly unexpected: string[];
}

export interface CallLoad extends AsyncDisposable {
  readonly calls: SavedCalls;
  /** Resolves when so many more calls have ended as wished. */
  readonly more: (what: "acknowledged" | "refused", count: number) => Promise<void>;
  /** No more calls; resolves when those under way are over. */
  readonly stop: () => Promise<void>;
}

/** Rest of a caller between two calls, milliseconds: load that takes the whole machine makes what the test waits for slow. */
const PACE_MS = 10;

/**
 * Calls that are saved, so many at a time, until it is stopped; `callsMax` at most.
 * @param target where each of them goes
 */
export function startCalls(
  target: string | (() => string),
  parallel: number,
  callsMax = Number.POSITIVE_INFINITY,
): CallLoad {
  const urlNow = typeof target === "string" ? (): string => target : target;
  const calls: SavedCalls = { acknowledged: [], refused: [], cut: 0, unexpected: [] };
  const looks = new Set<() => void>();
  const over = new AbortController();
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (!over.signal.aborted && begun < callsMax) {
      await call(urlNow(), (begun += 1), calls);
      for (const look of looks) look();
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    }
  };
  const workers = Array.from({ length: parallel }, worker);
  const stop = async (): Promise<void> => {
    over.abort();
    await Promise.all(workers);
  };
  return {
    calls,
    more: (what, count) =>
      new Promise((resolve) => {
        const wanted = calls[what].length + count;
        const look = (): void => {
          if (calls[what].length < wanted) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        look();
      }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function call(url: string, number: number, calls: SavedCalls): Promise<void> {
  let told: string;
  try {
    const response = await fetch(`${url}/sdk/v1/analyze/prompt`, {
      method: "POST",
      headers: { "x-api-key": SAVED_KEY, "content-type": "application/json" },
      body: JSON.stringify({ asset_id: "a", scan_data: { prompt: `call ${number} of many` } }),
    });
    told = await response.text();
    const id = response.headers.get("x-request-id") ?? "";
    if (response.status === 200) return void calls.acknowledged.push(id);
    if (response.status === 503) return void calls.refused.push(id);
    told = `${response.status} ${told}`;
  } catch {
    calls.cut += 1;
    return;
  }
  calls.unexpected.push(told);
}

/** Ids of all records in a database file. */
export function idsIn(path: string): ReadonlySet<string> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return new Set(
      database
        .prepare("SELECT request_id FROM records")
        .all()
        .map((row) => String(row["request_id"])),
    );
  } finally {
    database.close();
  }
}

/** Every acknowledged call has its record, no refused one has, and the chain of records is whole. */
export function assertKept({ acknowledged, refused, unexpected }: SavedCalls, path: string): void {
  const kept = idsIn(path);
  assert.deepEqual(unexpected, []);
  assert.deepEqual(
    acknowledged.filter((id) => !kept.has(id)),
    [],
  );
  assert.deepEqual(
    refused.filter((id) => kept.has(id)),
    [],
  );
  assert.equal(verifyChain(path).broken, null);
}
