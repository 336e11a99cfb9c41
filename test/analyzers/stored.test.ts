import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { storedJson } from "../../src/analyzers/stored.ts";

describe("storedJson", () => {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-stored-"));
  after(() => rmSync(folder, { recursive: true }));

  test("reads the file when it is asked for, and keeps nothing", () => {
    const file = join(folder, "model.json");
    const read = storedJson<{ readonly version: number }>(pathToFileURL(file));
    writeFileSync(file, '{"version":1}');
    const first = read();
    assert.deepEqual(first, { version: 1 });
    assert.notEqual(read(), first);
    writeFileSync(file, '{"version":2}');
    assert.deepEqual(read(), { version: 2 });
  });

  test("fails where the file is missing or broken", () => {
    assert.throws(() => storedJson(pathToFileURL(join(folder, "none.json")))(), { code: "ENOENT" });
    const file = join(folder, "broken.json");
    writeFileSync(file, "{");
    assert.throws(() => storedJson(pathToFileURL(file))(), SyntaxError);
  });
});
