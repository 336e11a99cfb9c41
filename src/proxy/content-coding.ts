import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream";
import { promisify } from "node:util";
import { ServiceError } from "../core/errors.ts";
import {
  brotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  gunzip,
  inflate,
  zstdDecompress,
} from "node:zlib";

/** A body may not grow more than this: docs/proxy.md */
const RATIO_MAX = 200;
/** Below this size the ratio says nothing: a few repeated words compress by more. */
const RATIO_FREE_BYTES = 64 * 1024;

interface Coding {
  readonly decode: (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Buffer>;
  readonly open: () => Transform & { readonly bytesWritten: number };
}

const GZIP: Coding = { decode: promisify(gunzip), open: createGunzip };

/** RFC 9110 §8.4.1, and zstd of RFC 8878. */
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ["br", { decode: promisify(brotliDecompress), open: createBrotliDecompress }],
  ["deflate", { decode: promisify(inflate), open: createInflate }],
  ["gzip", GZIP],
  ["x-gzip", GZIP],
  ["zstd", { decode: promisify(zstdDecompress), open: createZstdDecompress }],
]);

function codingName(header: string | undefined): string {
  return (header ?? "").trim().toLowerCase();
}

export function isIdentity(header: string | undefined): boolean {
  const name = codingName(header);
  return name === "" || name === "identity";
}

/** Whether a `Content-Encoding` can be undone. More than one coding at once is not. */
export function isReadableCoding(header: string | undefined): boolean {
  return isIdentity(header) || CODINGS.has(codingName(header));
}

export type Decoded =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Over the bound, or grown out of proportion. */
  | { readonly kind: "too_large" }
  | { readonly kind: "invalid" };

export async function decodeWhole(
  bytes: Uint8Array,
  header: string | undefined,
  { maxBytes }: { readonly maxBytes: number },
): Promise<Decoded> {
  const coding = CODINGS.get(codingName(header));
  if (coding === undefined) return { kind: "bytes", bytes };
  const maxOutputLength = Math.min(maxBytes, Math.max(RATIO_FREE_BYTES, bytes.length * RATIO_MAX));
  try {
    return { kind: "bytes", bytes: await coding.decode(bytes, { maxOutputLength }) };
  } catch (error: unknown) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return { kind: isTooLarge ? "too_large" : "invalid" };
  }
}

/** A stream's bytes, decoded as they come. @throws {Error} when they cannot be; {ServiceError} `upstream_invalid` when they grow out of proportion */
export async function* decodeStream(body: Readable, header: string | undefined): AsyncGenerator<Uint8Array> {
  const coding = CODINGS.get(codingName(header));
  if (coding === undefined) {
    yield* body;
    return;
  }
  const decoder = coding.open();
  // Errors of either end the loop below through the decoder.
  pipeline(body, decoder, () => {});
  let length = 0;
  for await (const chunk of decoder) {
    if (!(chunk instanceof Uint8Array)) continue;
    length += chunk.length;
    if (length > Math.max(RATIO_FREE_BYTES, decoder.bytesWritten * RATIO_MAX))
      throw new ServiceError("upstream_invalid");
    yield chunk;
  }
}

/** `null` when the body is larger than `maxBytes`; the rest of it is not read. Rejects when it breaks off. */
export function readWhole(body: Readable, maxBytes: number): Promise<Uint8Array | null> {
  // Listeners, not an iterator: this runs on every answer, and an iterator costs several times as much.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    body.on("data", (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      body.pause();
      resolve(null);
    });
    body.once("end", () => {
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length));
    });
    body.once("error", reject);
    body.once("close", () => {
      if (!body.readableEnded) reject(new ServiceError("upstream_unreachable"));
    });
  });
}
