import { request as send } from "node:http";
import { quantile } from "./statistics.ts";

/** Milliseconds from the request to what a client sees. */
export interface Seen {
  readonly firstEvent: number;
  /** When the n-th delta with text was there. */
  readonly deltas: readonly number[];
}

const TEXT = '"content":"';
const QUOTE = 34;

/** What counts the deltas with text that each part of an answer completes, wherever the parts were cut. */
export function deltaCounter(): (part: Buffer) => number {
  let rest: Buffer = Buffer.alloc(0);
  return (part) => {
    const bytes = rest.length === 0 ? part : Buffer.concat([rest, part]);
    let count = 0;
    for (let at = bytes.indexOf(TEXT); at >= 0; at = bytes.indexOf(TEXT, at + TEXT.length)) {
      const first = bytes[at + TEXT.length];
      if (first !== undefined && first !== QUOTE) count += 1;
    }
    // As much as can begin what the next part ends, and not enough to hold it whole.
    rest = bytes.subarray(-TEXT.length);
    return count;
  };
}

/** One streamed answer on a connection of its own. @throws {Error} on any status that is not 200 */
export function watchStream(port: number, body: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let firstEvent = 0;
    const deltas: number[] = [];
    const countDeltas = deltaCounter();
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = send(
      { port, host: "127.0.0.1", method: "POST", path: "/v1/chat/completions", headers, agent: false },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`unexpected answer: status ${answer.statusCode ?? "none"}`));
        answer.on("data", (part: Buffer) => {
          const elapsed = performance.now() - started;
          if (firstEvent === 0) firstEvent = elapsed;
          for (let count = countDeltas(part); count > 0; count--) deltas.push(elapsed);
        });
        answer.on("end", () => resolve({ firstEvent, deltas }));
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

export interface PacedOptions {
  readonly streams: number;
  /** Streams that each client takes one after the other. */
  readonly turns: number;
  /** How long a stream takes about, milliseconds. */
  readonly lastsMs: number;
  /** The next request. */
  readonly next: () => string;
}

/** As many clients as streams, each taking one stream after the other, begun at different times: a steady state. */
export async function watchStreams(
  port: number,
  { streams, turns, lastsMs, next }: PacedOptions,
): Promise<readonly Seen[]> {
  const all = Array.from({ length: streams }, async (_, at) => {
    await new Promise((resolve) => setTimeout(resolve, (at * lastsMs) / streams));
    const seen: Seen[] = [];
    for (let turn = 0; turn < turns; turn++) seen.push(await watchStream(port, next()));
    // While some clients have ended the others are not as many.
    return seen.slice(0, -1);
  });
  return (await Promise.all(all)).flat();
}

const textAt = ({ deltas }: Seen, index: number): number => deltas.at(index) ?? Number.NaN;

/**
 * What a client waits for. The gate holds the last word until the next delta shows where it ends: it can show the first delta
 * when the second is there, so the time from which it is late is that of the second.
 */
export const WAITS = {
  firstEvent: { held: ({ firstEvent }: Seen) => firstEvent, direct: ({ firstEvent }: Seen) => firstEvent },
  firstText: { held: (seen: Seen) => textAt(seen, 0), direct: (seen: Seen) => textAt(seen, 0) },
  shownBy: { held: (seen: Seen) => textAt(seen, 0), direct: (seen: Seen) => textAt(seen, 1) },
  lastText: { held: (seen: Seen) => textAt(seen, -1), direct: (seen: Seen) => textAt(seen, -1) },
} as const;

/** What another way adds to direct access: the difference of the quantiles, milliseconds. */
export function added(
  behind: readonly Seen[],
  direct: readonly Seen[],
  { wait, share }: { readonly wait: keyof typeof WAITS; readonly share: number },
): number {
  const { held, direct: plain } = WAITS[wait];
  return quantile(behind.map(held), share) - quantile(direct.map(plain), share);
}
