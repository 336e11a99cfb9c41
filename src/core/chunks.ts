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
