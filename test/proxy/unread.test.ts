import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { describe, test } from "node:test";
import { unreadMessage } from "../../src/proxy/unread.ts";
import { makeUpstream } from "../support/proxy.ts";

describe("unreadMessage", () => {
  const say = (reason: string, path = "/v1/files"): string =>
    unreadMessage(
      { request: { method: "POST" } as IncomingMessage, path, upstream: makeUpstream("mock", { name: "main" }) },
      "request",
      reason,
    );

  test("names the route, the reason and the setting that allows it", () => {
    assert.equal(
      say("route"),
      "The guardrail cannot read this request: route. POST /v1/files, upstream main: no format is known for this route; unread: pass lets it pass unread",
    );
    for (const [reason, setting] of [
      ["content type", "unread: pass"],
      ["content encoding", "unread: pass"],
      ["websocket", "websocket: inspect"],
      ["override", "unread: pass"],
      ["messages", "unread: pass"],
      ["parts image_url", "unread_parts: pass"],
      ["parts without text", "unread_parts: pass"],
      ["too large", "response_max_bytes"],
      ["event too large", "event_max_bytes"],
      ["too much work", "server.request_*_max"],
    ] as const)
      assert.ok(say(reason).includes(setting), `${reason}: ${say(reason)}`);
  });

  test("shows of a path what routes are made of, and no text of the caller's", () => {
    const routeOf = (path: string): string => /POST (\S+),/.exec(say("route", path))?.[1] ?? "";
    assert.equal(routeOf("/v1/chat/completions"), "/v1/chat/completions");
    assert.equal(routeOf("/v1beta/models/gemini-2:generateContent"), "/v1beta/models/*");
    assert.equal(routeOf("/openai/deployments/Zq7Vx9Kw/fine_tuning/jobs"), "/openai/deployments/*/fine_tuning/jobs");
    assert.equal(routeOf("/v1/\u00e9\u0007/jane.doe@acme.test"), "/v1/*/*");
    assert.equal(routeOf("/a".repeat(20)), `${"/a".repeat(8)}/…`);
  });
});
