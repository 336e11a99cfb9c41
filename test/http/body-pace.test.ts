import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import { watchPace } from "../../src/http/body.ts";
import { createManualClock } from "../support/clock.ts";

test("a window that brings too little is told once, one that nobody takes from is not", () => {
  const clock = createManualClock();
  const request = {
    complete: false,
    destroyed: false,
    readableLength: 0,
    readableHighWaterMark: 10,
    socket: { bytesRead: 7 },
  };
  let slow = 0;
  const watch = () =>
    watchPace(request as IncomingMessage, { clock, minBytesPerSecond: 100, onSlow: () => (slow += 1) });
  watch();
  request.socket.bytesRead += 500;
  clock.advance(5000);
  assert.equal(slow, 0);
  request.readableLength = 10;
  clock.advance(5000);
  assert.equal(slow, 0);
  request.readableLength = 0;
  request.socket.bytesRead += 499;
  clock.advance(5000);
  assert.equal(slow, 1);
  request.socket.bytesRead += 1;
  clock.advance(50_000);
  assert.equal(slow, 1);
  // Stopped, or complete.
  watch()();
  clock.advance(5000);
  watch();
  request.complete = true;
  clock.advance(5000);
  assert.equal(slow, 1);
});
