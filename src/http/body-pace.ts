import type { IncomingMessage } from "node:http";
import type { Clock } from "../core/clock.ts";

/** What is measured at a time, milliseconds: longer than a lost packet or a busy radio holds a body up. */
const WINDOW_MS = 5000;

export interface PaceOptions {
  readonly clock: Clock;
  /** 0: any pace will do. */
  readonly minBytesPerSecond: number;
  /** Called once, when a window has brought too little. */
  readonly onSlow: () => void;
}

/**
 * Watches how fast the body of a request comes. A window in which the service itself did not take what had come counts for nothing.
 * @returns stops it; it stops by itself when the body is complete
 */
export function watchPace(request: IncomingMessage, { clock, minBytesPerSecond, onSlow }: PaceOptions): () => void {
  if (minBytesPerSecond === 0 || request.complete) return () => {};
  const wanted = (minBytesPerSecond * WINDOW_MS) / 1000;
  let seen = request.socket.bytesRead;
  const look = (): void => {
    if (request.complete || request.destroyed) return;
    const { bytesRead } = request.socket;
    const isTaken = request.readableLength < request.readableHighWaterMark;
    if (isTaken && bytesRead - seen < wanted) {
      onSlow();
      return;
    }
    seen = bytesRead;
    cancel = clock.after(WINDOW_MS, look);
  };
  let cancel = clock.after(WINDOW_MS, look);
  return () => cancel();
}
