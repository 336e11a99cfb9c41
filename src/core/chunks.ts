/** Chunks as one, without a copy where there is only one. @param length of all together, bytes */
export function joinChunks<Chunk extends Uint8Array>(chunks: readonly Chunk[], length: number): Chunk | Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
}
