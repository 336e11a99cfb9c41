import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, test } from "node:test";
import { openExchange } from "../../src/http/exchange.ts";
import { NO_TRACING } from "../../src/telemetry/tracing.ts";

describe("openExchange", () => {
  const open = (method: string, url: string) =>
    openExchange({ method, url } as IncomingMessage, {} as ServerResponse, { startedMs: 5, tracing: NO_TRACING });

  test("splits the target at the first question mark", () => {
    const { path, query } = open("GET", "/a/b?c=?d");
    assert.deepEqual([path, query], ["/a/b", "c=?d"]);
    assert.equal(open("GET", "/a").query, "");
  });

  test("reads HEAD as GET", () => assert.equal(open("HEAD", "/").method, "GET"));

  test("gives every exchange an id of its own, and puts it on the answer", () => {
    const [one, two] = [open("GET", "/"), open("GET", "/")];
    assert.notEqual(one.id, two.id);
    assert.equal(one.headers["x-request-id"], one.id);
  });
});
