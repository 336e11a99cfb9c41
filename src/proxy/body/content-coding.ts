import { type Readable, type Transform, pipeline } from "node:stream";
import { joinChunks, type Permit } from "../../core/overload.ts";
import { ServiceError } from "../../core/errors.ts";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";

/** A body may not grow more than this: docs/proxy.md */
const RATIO_MAX = 200;
/** Below this size the ratio says nothing: a few repeated words compress by more. */
const RATIO_FREE_BYTES = 64 * 1024;
/** Stacked codings. More than two are never needed. */
const CODINGS_MAX = 3;
/** RFC 9659 §3: what a decoder of the content coding must take, and no more. 8 MiB. */
const ZSTD_WINDOW_LOG_MAX = 23;

/** `bytesWritten` counts what the decoder has used up. */
type Decoder = Transform & { readonly bytesWritten: number };
/** @param head first bytes of the body, at least one */
type OpenDecoder = (head: Uint8Array) => Decoder;

const openGzip: OpenDecoder = () => createGunzip();

/** RFC 9110 §8.4.1, and zstd of RFC 8878. */
const CODINGS: ReadonlyMap<string, OpenDecoder> = new Map([
  ["br", () => createBrotliDecompress()],
  ["deflate", openDeflate],
  ["gzip", openGzip],
  ["x-gzip", openGzip],
  ["zstd", () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX } })],
]);

/**
 * Servers send both zlib's format (RFC 1950) and bare deflate (RFC 1951) under this name. The low four bits of zlib's first
 * byte are 8; in bare deflate that would be a stored block whose padding is not zero, which no encoder writes.
 * @throws {ServiceError} `upstream_invalid` for bytes that are both
 */
function openDeflate(head: Uint8Array): Decoder {
  const [first = 0, lengthLow = 0, lengthHigh = 0, checkLow = 0, checkHigh = 0] = head;
  if ((first & 0x0f) !== 8) return createInflateRaw();
  // Length and its complement, as a stored block begins: another reader could find another text.
  if ((lengthLow ^ checkLow) === 0xff && (lengthHigh ^ checkHigh) === 0xff) throw new ServiceError("upstream_invalid");
  return createInflate();
}

/** Names of the codings in the order they were applied; `identity` is none. */
function codingNames(header: string | undefined): readonly string[] {
  if (header === undefined) return NONE;
  const names = header.split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== "" && name !== "identity");
}

const NONE: readonly string[] = [];

export function isIdentity(header: string | undefined): boolean {
  return codingNames(header).length === 0;
}

/** Whether a `Content-Encoding` can be undone. */
export function isReadableCoding(header: string | undefined): boolean {
  const names = codingNames(header);
  return names.length <= CODINGS_MAX && names.every((name) => CODINGS.has(name));
}

type Decoded =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Over the bound, or grown out of proportion. */
  | { readonly kind: "too_large" }
  | { readonly kind: "invalid" };

interface WholeLimits {
  readonly maxBytes: number;
  /** Takes what the codings make of it, beside what has come. */
  readonly place?: Pick<Permit, "keep"> | undefined;
}

/**
 * Undoes the codings of a whole body; a promise only where there are any. Bytes after the end of the coded ones make it invalid.
 * @throws {ServiceError} `overloaded` when there is no room for it
 */
export function decodeWhole(
  bytes: Uint8Array,
  header: string | undefined,
  limits: WholeLimits,
): Decoded | Promise<Decoded> {
  return isIdentity(header) ? { kind: "bytes", bytes } : undoWhole(bytes, header, limits);
}

async function undoWhole(
  bytes: Uint8Array,
  header: string | undefined,
  { maxBytes, place }: WholeLimits,
): Promise<Decoded> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of undoAll(once(bytes), header, { read: 0, failure: null })) {
      length += chunk.length;
      if (length > maxBytes) return { kind: "too_large" };
      if (place?.keep(chunk.length) === false) throw new ServiceError("overloaded");
      chunks.push(chunk);
    }
  } catch (error: unknown) {
    if (error instanceof ServiceError && error.code === "overloaded") throw error;
    return { kind: error instanceof Oversize ? "too_large" : "invalid" };
  }
  return { kind: "bytes", bytes: Buffer.concat(chunks, length) };
}

/**
 * A stream's bytes, decoded as they come: what the upstream has flushed is delivered before it sends more.
 * @throws {ServiceError} `upstream_invalid` when they cannot be, or grow out of proportion; {Error} of `body`
 */
export function decodeStream(body: StreamBody, header: string | undefined): AsyncIterable<Uint8Array> {
  return isIdentity(header) ? body : decoded(body, header);
}

/** Bytes as they come, from a source that can be stopped. */
interface StreamBody extends AsyncIterable<Uint8Array> {
  readonly destroy: (error: Error) => unknown;
}

async function* decoded(body: StreamBody, header: string | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* undoAll(body, header, { read: 0, failure: null });
  } finally {
    // A decoder that has failed waits for no more.
    body.destroy(new ServiceError("upstream_invalid"));
  }
}

/** A piece with what has come after it by now: an iteration yields each write of a decoder, however long it has waited. */
function withRest(chunk: Uint8Array, body: Readable): Uint8Array {
  if (body.readableLength === 0) return chunk;
  const rest: unknown = body.read(body.readableLength);
  return rest instanceof Uint8Array ? Buffer.concat([chunk, rest]) : chunk;
}

/** Of one body. */
interface Meter {
  /** Coded bytes that the outermost coding has used up. */
  read: number;
  /** Of the body itself: no fault of its coding. */
  failure: unknown;
}

class Oversize extends ServiceError {
  constructor() {
    super("upstream_invalid");
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function undoAll(body: AsyncIterable<Uint8Array>, header: string | undefined, meter: Meter): AsyncIterable<Uint8Array> {
  let decoded: AsyncIterable<Uint8Array> = body;
  for (const [depth, name] of codingNames(header).toReversed().entries()) {
    const open = CODINGS.get(name);
    if (open === undefined) throw new ServiceError("upstream_invalid");
    decoded = undo(decoded, open, { meter, isOutermost: depth === 0 });
  }
  return decoded;
}

interface Layer {
  readonly meter: Meter;
  readonly isOutermost: boolean;
}

async function* undo(
  coded: AsyncIterable<Uint8Array>,
  open: OpenDecoder,
  { meter, isOutermost }: Layer,
): AsyncGenerator<Uint8Array> {
  const source = new Source(coded, meter);
  const head = await source.head();
  // No bytes are no coded body.
  if (head === null) throw new ServiceError("upstream_invalid");
  const decoder = open(head);
  // Errors of either end the loop below through the decoder.
  pipeline(source.all(), decoder, () => {});
  let length = 0;
  try {
    for await (const piece of decoder) {
      if (!(piece instanceof Uint8Array)) continue;
      const chunk = withRest(piece, decoder);
      if (isOutermost) meter.read = decoder.bytesWritten;
      length += chunk.length;
      if (length > Math.max(RATIO_FREE_BYTES, meter.read * RATIO_MAX)) throw new Oversize();
      yield chunk;
    }
  } catch (error: unknown) {
    if (error instanceof ServiceError || meter.failure !== null) throw meter.failure ?? error;
    throw new ServiceError("upstream_invalid", { cause: error });
  }
  if (decoder.bytesWritten !== source.length) throw new ServiceError("upstream_invalid");
}

/** Coded bytes, whose first ones can be looked at before a decoder is chosen. */
class Source {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #meter: Meter;
  #head: Uint8Array | null = null;
  /** Bytes given so far. */
  length = 0;

  constructor(coded: AsyncIterable<Uint8Array>, meter: Meter) {
    this.#chunks = coded[Symbol.asyncIterator]();
    this.#meter = meter;
  }

  /** The first chunk that is not empty; `null` when there is none. */
  async head(): Promise<Uint8Array | null> {
    do this.#head = await this.#next();
    while (this.#head?.length === 0);
    return this.#head;
  }

  async *all(): AsyncGenerator<Uint8Array> {
    for (let chunk = this.#head; chunk !== null; chunk = await this.#next()) {
      this.length += chunk.length;
      yield chunk;
    }
  }

  async #next(): Promise<Uint8Array | null> {
    try {
      const { value, done } = await this.#chunks.next();
      return done === true ? null : value;
    } catch (error: unknown) {
      this.#meter.failure ??= error;
      throw error;
    }
  }
}

/** `null` when the body is larger than `maxBytes`; the rest of it is not read. Rejects when it breaks off. */
export function readWhole(body: Readable, maxBytes: number): Promise<Uint8Array | null> {
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
    body.once("end", () => resolve(joinChunks(chunks, length)));
    body.once("error", reject);
    body.once("close", () => {
      if (!body.readableEnded) reject(new ServiceError("upstream_disconnected"));
    });
  });
}
