import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mediaType } from "../../../src/proxy/body/media-type.ts";

describe("media types", () => {
  test("are JSON by name or by syntax", () => {
    for (const type of ["application/json", "Application/JSON; charset=utf-8", "application/vnd.api+json", "text/json"])
      assert.ok(mediaType(type).isJson, type);
    for (const type of [
      undefined,
      "",
      "application/jsonl",
      "application/json-seq",
      "text/plain",
      "a+json",
      "a/b c+json",
    ])
      assert.ok(!mediaType(type).isJson, String(type));
  });

  test("are UTF-8 unless they say otherwise, anywhere", () => {
    for (const rest of [
      "",
      ";charset=UTF-8",
      '; charset = "utf8"',
      "; q=1; charset=us-ascii",
      "; charset=utf-8; charset=UTF-8",
    ])
      assert.ok(mediaType(`application/json${rest}`).isUtf8, rest);
    for (const rest of ["; charset=utf-16", ";charset=", '; x="; charset=utf-8"; charset=utf-7', "; charset=latin1"])
      assert.ok(!mediaType(`application/json${rest}`).isUtf8, rest);
  });

  test("name streams and texts", () => {
    assert.ok(mediaType("text/event-stream;charset=utf-8").isEventStream);
    for (const type of ["text/plain", "text/vtt; charset=utf-8", "application/x-subrip"])
      assert.ok(mediaType(type).isText);
    assert.ok(!mediaType("text/html").isText);
  });
});
