/**
 * When requests of a fixed rate are due, whatever became of those before. A latency counts from there: a generator that waits for a
 * slow answer before it sends the next request would leave out just the requests that had to wait (coordinated omission).
 */
export class Arrivals {
  readonly #startMs: number;
  readonly #perSecond: number;
  readonly #count: number;
  #given = 0;

  constructor({ startMs, perSecond, seconds }: { startMs: number; perSecond: number; seconds: number }) {
    this.#startMs = startMs;
    this.#perSecond = perSecond;
    this.#count = Math.floor(perSecond * seconds);
  }

  /** When the next one is due; `null`: no more are. */
  get nextMs(): number | null {
    return this.#given < this.#count ? this.#startMs + (this.#given / this.#perSecond) * 1000 : null;
  }

  /** Those due by now that were not given yet: the time of each. However late it is asked, none is left out. */
  due(nowMs: number): readonly number[] {
    const times: number[] = [];
    for (let at = this.nextMs; at !== null && at <= nowMs; at = this.nextMs) {
      times.push(at);
      this.#given += 1;
    }
    return times;
  }
}
