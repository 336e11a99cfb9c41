/** Bounds of load shedding. */
export interface OverloadBounds {
  /** API requests and proxied exchanges whose answer has not begun. */
  readonly maxRequests: number;
  /** Answers under way, open WebSockets included. */
  readonly maxStreams: number;
  /** For request bodies, answers that wait for their client, and partial WebSocket messages. */
  readonly bufferedMaxBytes: number;
  /** Share of each that one client address may take, 0..1. */
  readonly clientShare: number;
  /** How long a request may wait for the processor. */
  readonly maxDelayMs: number;
}

export const SHED_REASONS = ["requests", "streams", "memory", "client", "delay"] as const;
/** The bound that a request was refused for. */
export type ShedReason = (typeof SHED_REASONS)[number];

/** The permit of a request under way. While its body arrives it needs none. */
export interface Permit {
  /** Releases it while the body arrives. */
  readonly leave: () => void;
  /** Reserves memory until it is dropped or the exchange ends. False: there is no room. */
  readonly keep: (bytes: number) => boolean;
  readonly drop: (bytes: number) => void;
  /** Takes it again when the body is complete. False: there is none. */
  readonly retake: () => boolean;
}

/** How busy the process is; injected like the clock. */
export interface Load {
  /** Share of the last moments in which the event loop had work to do, 0 to 1. */
  readonly busy: () => number;
}

export const NO_LOAD: Load = { busy: () => 0 };

/** Minimum cost of a chunk in memory: a body in chunks of one byte takes a hundred times its size. */
const CHUNK_MIN_BYTES = 64;
export const costOfChunk = (chunk: Uint8Array): number => Math.max(chunk.length, CHUNK_MIN_BYTES);

/** How far the cost of chunks may exceed a bound in bytes: a body of exactly that size may arrive in small chunks. */
export const SMALL_CHUNKS_BYTES = 64 * 1024;

/** Joins chunks, without a copy if there is only one. @param length total, bytes */
export function joinChunks<Chunk extends Uint8Array>(chunks: readonly Chunk[], length: number): Chunk | Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
}
