import type { Transform } from "node:stream";
import {
  brotliCompressSync,
  createBrotliCompress,
  createDeflate,
  createDeflateRaw,
  createGzip,
  createZstdCompress,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { placesIn } from "./cuts.ts";

/** A way to send a body. */
export interface Coded {
  readonly name: string;
  /** Its `Content-Encoding`. */
  readonly header: string;
  readonly apply: (bytes: Uint8Array) => Buffer;
  /** An encoder that can flush, of single codings. */
  readonly open?: () => Transform & { readonly flush: () => void };
}

/** What servers are seen to send; `deflate` in both of its forms. */
export const CODINGS: readonly Coded[] = [
  { name: "identity", header: "identity", apply: (bytes) => Buffer.from(bytes) },
  { name: "gzip", header: "gzip", apply: (bytes) => gzipSync(bytes), open: createGzip },
  { name: "x-gzip", header: "x-gzip", apply: (bytes) => gzipSync(bytes) },
  { name: "br", header: "br", apply: (bytes) => brotliCompressSync(bytes), open: createBrotliCompress },
  { name: "zstd", header: "zstd", apply: (bytes) => zstdCompressSync(bytes), open: createZstdCompress },
  { name: "zlib", header: "deflate", apply: (bytes) => deflateSync(bytes), open: createDeflate },
  { name: "bare deflate", header: "deflate", apply: (bytes) => deflateRawSync(bytes), open: createDeflateRaw },
  { name: "two", header: "deflate, gzip", apply: (bytes) => gzipSync(deflateRawSync(bytes)) },
  { name: "three", header: "gzip,br , zstd", apply: (bytes) => zstdCompressSync(brotliCompressSync(gzipSync(bytes))) },
];

export const encode = (text: string | Uint8Array, { apply }: Coded): Buffer => apply(Buffer.from(text));

/** The bytes in pieces that end at `cuts` (taken modulo the length), in their order. */
export function cutAt(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const places = placesIn(bytes.length, cuts);
  return [0, ...places].map((from, at) => bytes.subarray(from, places[at] ?? bytes.length));
}
