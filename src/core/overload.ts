/** How many unanswered requests, how many streams and how much waiting the process takes on. */
export interface OverloadBounds {
  /** Requests of the API and proxied exchanges whose answer has not begun. */
  readonly maxRequests: number;
  /** Answers that have begun and go on, open WebSockets among them. */
  readonly maxStreams: number;
  /** Of bodies of requests under way, of answers that wait for their client, and of messages of WebSockets that have come in part. */
  readonly bufferedMaxBytes: number;
  /** Share of each that one client address may take, 0..1. */
  readonly clientShare: number;
  /** How long a request may wait for the processor. */
  readonly maxDelayMs: number;
}

export const SHED_REASONS = ["requests", "streams", "memory", "client", "delay"] as const;
/** The bound that a request was refused for. */
export type ShedReason = (typeof SHED_REASONS)[number];

/** A request's place among those under way. It needs none while its body is still on its way. */
export interface Permit {
  /** Releases it while the body arrives. */
  readonly leave: () => void;
  /** Takes so many more bytes of memory, until they are dropped or the exchange is over. False: there is no room for them. */
  readonly keep: (bytes: number) => boolean;
  readonly drop: (bytes: number) => void;
  /** Takes a place again, now that the body is here. False: there is none. */
  readonly retake: () => boolean;
}

/** How busy the process is; injected, as the clock is. */
export interface Load {
  /** Share of the last moments in which the event loop had work to do, 0 to 1. */
  readonly busy: () => number;
}

export const NO_LOAD: Load = { busy: () => 0 };

/** What a chunk costs to keep, however few bytes are in it: a body in chunks of one byte takes a hundred times its size. */
const CHUNK_MIN_BYTES = 64;
export const costOfChunk = (chunk: Uint8Array): number => Math.max(chunk.length, CHUNK_MIN_BYTES);

/** So much may the cost of chunks be above a bound in bytes: a body of just that size comes in some small ones, too. */
export const SMALL_CHUNKS_BYTES = 64 * 1024;

/** Chunks as one, without a copy where there is only one. @param length of all together, bytes */
export function joinChunks<Chunk extends Uint8Array>(chunks: readonly Chunk[], length: number): Chunk | Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
}
