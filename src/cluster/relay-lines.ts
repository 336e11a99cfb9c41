import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

/** A longer line is passed on in parts, bytes. */
const LINE_MAX_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Passes on what a worker writes, line by line: one process writes for all, so that no line of one stands within a line of another.
 * Resolves when the source has ended and its last line, finished or not, is on its way.
 */
export async function relayLines(source: Readable, sink: Writable): Promise<void> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  const write = async (bytes: Buffer): Promise<void> => {
    rest = [];
    restBytes = 0;
    // Whoever reads slowly makes the worker wait, and not this process grow.
    if (!sink.write(bytes)) await once(sink, "drain");
  };
  for await (const chunk of source) {
    const bytes: Buffer = chunk;
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) await write(Buffer.concat([...rest, bytes.subarray(0, end)]));
    if (end === bytes.length) continue;
    rest.push(bytes.subarray(end));
    restBytes += bytes.length - end;
    if (restBytes > LINE_MAX_BYTES) await write(Buffer.concat([...rest, Buffer.from("\n")]));
  }
  if (restBytes > 0) await write(Buffer.concat([...rest, Buffer.from("\n")]));
}
