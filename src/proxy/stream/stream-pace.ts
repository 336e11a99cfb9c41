import type { UpstreamBody } from "../../core/upstream-port.ts";
import type { Clock } from "../../core/clock.ts";
import type { Load } from "../../core/overload.ts";

/** Pieces that are taken at once, whatever the load: the beginning is what a user waits for. */
const AT_ONCE = 8;
/** A larger piece has been gathered by somebody else already, bytes. */
const SMALL_MAX = 4096;
/** Longest time that pieces are gathered for, ms: text that appears thirty times in a second looks steady. */
const GATHER_MAX_MS = 30;
/** From which load on pieces are gathered, and from which on for the longest time. */
const CALM = 0.25;
const FULL = 0.5;

/**
 * When the next piece of a stream is taken. A provider sends token by token, and each piece has its price, however small it is:
 * while the process is busy those that come within a moment are taken together, so that many streams at once delay no
 * other's beginning. How a stream is cut never changes what leaves of it.
 */
export class StreamPace {
  readonly #load: Load;
  readonly #clock: Clock;
  #taken = 0;
  #isOver = false;
  /** Ends the wait that goes on. */
  #wake = (): void => {};

  constructor({ load, clock }: { readonly load: Load; readonly clock: Clock }, body: Pick<UpstreamBody, "onceOver">) {
    this.#load = load;
    this.#clock = clock;
    body.onceOver(() => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** Waits while the next pieces are gathered, after one of so many bytes, but not beyond the stream's end; `null`: they are taken as they come. */
  gather(bytes: number): Promise<void> | null {
    const gatherMs = this.#gatherMs(bytes);
    if (gatherMs === 0 || this.#isOver) return null;
    return new Promise((resolve) => {
      const cancel = this.#clock.after(gatherMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  #gatherMs(bytes: number): number {
    this.#taken += 1;
    if (this.#taken < AT_ONCE || bytes > SMALL_MAX) return 0;
    const busy = this.#load.busy();
    return busy <= CALM ? 0 : GATHER_MAX_MS * Math.min(1, (busy - CALM) / (FULL - CALM));
  }
}
