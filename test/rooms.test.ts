import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, test } from "node:test";
import { rooms } from "./support/rooms.ts";

describe("rooms", () => {
  const opened = globSync(join(import.meta.dirname, "rooms/*.ts"));

  test("are run each by a file of their name, and no file opens another", () => {
    assert.deepEqual(opened.map((file) => basename(file, ".ts")).toSorted(), [...rooms().keys()].toSorted());
    for (const file of opened)
      assert.match(readFileSync(file, "utf8"), new RegExp(`openRoom\\("${basename(file, ".ts")}"\\)`));
  });

  test("hold a test file each", () => {
    for (const [room, files] of rooms()) assert.ok(files.length > 0, room);
  });
});
