import type { Json, JsonObject } from "../core/model.ts";
import type { ScanRecord, StatisticsRow } from "./record-store.ts";

/**
 * How often an outcome occurred in one bucket: a row of the table `tallies`. Statistics are read from these rows, never from records.
 */
export interface TallyRow {
  readonly organization: string;
  readonly widthMs: number;
  readonly bucketMs: number;
  /** `""` where records have none: columns of a key are never `NULL`. */
  readonly assetId: string;
  /** `""`: the records themselves. */
  readonly policy: string;
  readonly outcome: string;
  readonly count: number;
  readonly durationUs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Widths of kept buckets. `keptMs: null`: as long as records. */
export const TALLY_WIDTHS = [
  { widthMs: MINUTE_MS, keptMs: 48 * HOUR_MS },
  { widthMs: HOUR_MS, keptMs: null },
] as const;

/** Buckets of a width before this time, milliseconds since the epoch, are deleted. */
export function tallyCutoff(
  { keptMs }: (typeof TALLY_WIDTHS)[number],
  { nowMs, retentionMs }: { readonly nowMs: number; readonly retentionMs: number },
): number {
  return nowMs - Math.min(keptMs ?? retentionMs, retentionMs);
}

/** The widest kept width that divides a width. */
export function tallyWidthFor(widthMs: number): number {
  return widthMs % HOUR_MS === 0 ? HOUR_MS : MINUTE_MS;
}

export function bucketStart(epochMs: number, widthMs: number): number {
  return Math.floor(epochMs / widthMs) * widthMs;
}

/** The counted part of a record. */
export type CountedRecord = Pick<
  ScanRecord,
  "organization" | "epochMs" | "assetId" | "verdict" | "applied" | "durationUs"
>;

/** The tallies of a batch, in the order of their keys, so that writers cannot deadlock. */
export function talliesOf(records: readonly CountedRecord[]): readonly TallyRow[] {
  const minutes = new TallySum();
  for (const record of records) countRecord(record, minutes);
  return everyWidth(minutes);
}

/** Adds a record to counts by the minute. */
export function countRecord(record: CountedRecord, minutes: TallySum): void {
  const { organization, epochMs, verdict } = record;
  const bucketMs = bucketStart(epochMs, MINUTE_MS);
  const place = { organization, widthMs: MINUTE_MS, bucketMs, assetId: record.assetId ?? "" };
  minutes.add({ ...place, policy: "", outcome: verdict, count: 1, durationUs: record.durationUs ?? 0 });
  for (const outcome of outcomesOf(record.applied)) minutes.add({ ...place, ...outcome });
}

/** Counts by the minute in buckets of every kept width, in the order of their keys. */
export function everyWidth(minutes: TallySum): readonly TallyRow[] {
  const all = new TallySum();
  for (const minute of minutes.tallies)
    for (const { widthMs } of TALLY_WIDTHS)
      all.add({ ...minute, widthMs, bucketMs: bucketStart(minute.bucketMs, widthMs) });
  return all.tallies.toSorted(byKey);
}

/** The outcome of each policy. A shadow policy has an outcome of its own, since it decides nothing. */
function outcomesOf(applied: Json): Pick<TallyRow, "policy" | "outcome" | "count" | "durationUs">[] {
  if (!Array.isArray(applied)) return [];
  const items: readonly Json[] = applied;
  return items.filter(isObject).map((item) => {
    const durationUs = typeof item["duration_us"] === "number" ? item["duration_us"] : 0;
    return { policy: word(item, "policy_name"), outcome: outcomeOf(item), count: 1, durationUs };
  });
}

function outcomeOf(item: JsonObject): string {
  const status = word(item, "status");
  if (item["shadow"] === true) return "shadow";
  if (status === "violated") return `violated:${word(item, "action")}`;
  return status === "passed" ? status : `${status}:${word(item, "reason")}`;
}

const word = (item: JsonObject, key: string): string => (typeof item[key] === "string" ? item[key] : "");

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The values of a row, in the order of its columns. */
export const tallyValues = (tally: TallyRow) =>
  [
    tally.organization,
    tally.widthMs,
    tally.bucketMs,
    tally.assetId,
    tally.policy,
    tally.outcome,
    tally.count,
    tally.durationUs,
  ] as const;

/** The wire knows `null` where a key has `""`. */
export function toStatistics({ bucketMs, assetId, policy, outcome, count, durationUs }: TallyRow): StatisticsRow {
  return { bucketMs, assetId: emptyAsNull(assetId), policy: emptyAsNull(policy), outcome, count, durationUs };
}

const emptyAsNull = (value: string): string | null => (value === "" ? null : value);

/** Adds up tallies with the same key. */
export class TallySum {
  readonly #byKey = new Map<string, { readonly first: TallyRow; count: number; durationUs: number }>();

  get size(): number {
    return this.#byKey.size;
  }

  get tallies(): readonly TallyRow[] {
    return [...this.#byKey.values()].map(({ first, count, durationUs }) => ({ ...first, count, durationUs }));
  }

  add(tally: TallyRow): void {
    const key = keyOf(tally);
    const known = this.#byKey.get(key);
    if (known === undefined) this.#byKey.set(key, { first: tally, count: tally.count, durationUs: tally.durationUs });
    else {
      known.count += tally.count;
      known.durationUs += tally.durationUs;
    }
  }
}

/** Names have no control characters, so keys are unambiguous. */
function keyOf({ organization, widthMs, bucketMs, assetId, policy, outcome }: TallyRow): string {
  return `${organization}\0${widthMs}\0${bucketMs}\0${assetId}\0${policy}\0${outcome}`;
}

function byKey(one: TallyRow, other: TallyRow): number {
  return (
    compare(one.organization, other.organization) ||
    one.widthMs - other.widthMs ||
    one.bucketMs - other.bucketMs ||
    compare(one.assetId, other.assetId) ||
    compare(one.policy, other.policy) ||
    compare(one.outcome, other.outcome)
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
