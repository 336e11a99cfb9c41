import { ServiceError } from "../core/errors.ts";
import type { Permit } from "../core/overload.ts";
import type { UpstreamBody } from "../core/upstream-port.ts";

/** A body that is made while it is read, one read after the other. */
export class MadeBody implements UpstreamBody {
  readonly #reads: Iterable<Uint8Array>;
  #error: Error | null = null;

  constructor(reads: Iterable<Uint8Array>) {
    this.#reads = reads;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (const read of this.#reads) {
      if (this.#error !== null) throw this.#error;
      yield read;
    }
  }

  async whole(maxBytes: number, place?: Pick<Permit, "keep">): Promise<Uint8Array | null> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (bytes.length > maxBytes) return null;
    if (place?.keep(bytes.length) === false) throw new ServiceError("overloaded");
    return bytes;
  }

  destroy(error: Error): void {
    this.#error ??= error;
  }

  /** Nothing has to come: it is there. */
  onceOver(run: () => void): void {
    run();
  }
}
