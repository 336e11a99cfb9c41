/** Each bucket is that much wider than the one before it: a quantile is off by one in a hundred at the most. */
const GROWTH = 1.02;
/** A tenth of a microsecond to a quarter of an hour. */
const LOWEST_US = 0.1;
const BUCKETS = Math.ceil(Math.log(1e10) / Math.log(GROWTH));

export interface Quantiles {
  readonly count: number;
  /** Microseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Times in buckets: as small for a million of them as for one. */
export class Latencies {
  readonly #counts = new Float64Array(BUCKETS);
  #count = 0;

  add(us: number): void {
    const bucket = Math.floor(Math.log(Math.max(us, LOWEST_US) / LOWEST_US) / Math.log(GROWTH));
    const at = Math.min(BUCKETS - 1, bucket);
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#count += 1;
  }

  get quantiles(): Quantiles {
    return { count: this.#count, p50: this.#at(0.5), p95: this.#at(0.95), p99: this.#at(0.99) };
  }

  /** The middle of the bucket that holds it; 0 where there is none. */
  #at(quantile: number): number {
    if (this.#count === 0) return 0;
    const wanted = Math.ceil(quantile * this.#count);
    let seen = 0;
    const at = this.#counts.findIndex((count) => (seen += count) >= wanted);
    return LOWEST_US * GROWTH ** (at + 0.5);
  }
}
