import { Transform } from "node:stream";
import type { AnswerHeaders } from "../core/upstream-port.ts";

/** A shorter one would be found in words. */
const KEY_MIN_BYTES = 8;
const STAR = 0x2a;

/**
 * Overwrites an upstream's own key in what it answers: providers and gateways before them repeat requests in errors and on debug
 * pages, and the caller is not meant to know it. The length stays as it was.
 */
export class KeyRedaction {
  readonly #key: Buffer;
  readonly #text: string;
  /** The end of what has come, as long as it may be the beginning of the key. */
  #tail: Buffer = Buffer.alloc(0);

  private constructor(key: string) {
    this.#text = key;
    this.#key = Buffer.from(key);
  }

  static of(key: string | null): KeyRedaction | null {
    return key === null || Buffer.byteLength(key) < KEY_MIN_BYTES ? null : new KeyRedaction(key);
  }

  headers(headers: AnswerHeaders): AnswerHeaders {
    const clean = (value: string): string => value.replaceAll(this.#text, "*".repeat(this.#text.length));
    const hasKey = ([, value]: readonly [string, string | string[] | undefined]): boolean =>
      value !== undefined && [value].flat().some((line) => line.includes(this.#text));
    if (!Object.entries(headers).some(hasKey)) return headers;
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value === undefined || typeof value === "string" ? value && clean(value) : value.map(clean),
      ]),
    );
  }

  /** @returns what may be forwarded */
  push(chunk: Uint8Array): Buffer {
    const bytes = this.#tail.length > 0 ? Buffer.concat([this.#tail, chunk]) : asBuffer(chunk);
    for (let at = bytes.indexOf(this.#key); at !== -1; at = bytes.indexOf(this.#key, at + this.#key.length))
      bytes.fill(STAR, at, at + this.#key.length);
    const end = this.#beginning(bytes);
    this.#tail = bytes.subarray(end);
    return bytes.subarray(0, end);
  }

  whole(bytes: Uint8Array): Buffer {
    return Buffer.concat([this.push(bytes), this.end()]);
  }

  /** The same of what is piped. */
  stream(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => done(null, this.push(chunk)),
      flush: (done) => done(null, this.end()),
    });
  }

  /** Nothing more comes. */
  end(): Buffer {
    const rest = this.#tail;
    this.#tail = Buffer.alloc(0);
    return rest;
  }

  /** Where the key may begin that ends in the next chunk. */
  #beginning(bytes: Buffer): number {
    const first = this.#key[0] ?? 0;
    const from = Math.max(0, bytes.length - this.#key.length + 1);
    for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1))
      if (bytes.compare(this.#key, 0, bytes.length - at, at) === 0) return at;
    return bytes.length;
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
