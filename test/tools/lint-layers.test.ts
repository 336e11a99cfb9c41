import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { LAYERS, problemOf } from "../../tools/lint/layers.ts";

const SOURCES = new URL("../../src/", import.meta.url);
/** They put everything together, so they import anything. */
const WIRING = new Set(["cli", "cluster"]);

describe("the layers", () => {
  test("are the folders of src", () => {
    const folders = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders)
      assert.ok(LAYERS.has(name) || WIRING.has(name), `src/${name} has no row in tools/lint/layers.ts`);
  });

  test("stand in ARCHITECTURE.md as the linter enforces them", () => {
    const page = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8");
    for (const [name, { imports }] of LAYERS) {
      const row = new RegExp(`^\\| \`${name}\` +\\| ([^|]*)\\|`, "m").exec(page);
      assert.ok(row, `ARCHITECTURE.md has no row for the layer ${name}`);
      const said = (row[1] ?? "")
        .split(/[,;—]/)
        .map((word) => word.trim())
        .filter(Boolean);
      assert.deepEqual(said.toSorted(), imports.toSorted(), `ARCHITECTURE.md, row ${name}`);
    }
  });

  test("import downwards only", () => {
    assert.equal(problemOf("/home/me/src/text/reading.ts", "../core/model.ts"), null);
    assert.equal(problemOf("/home/me/src/text/fold/fold.ts", "../reading.ts"), null);
    assert.equal(problemOf("/home/me/src/app.ts", "node:fs"), null);
    assert.match(problemOf("/home/me/src/text/fold/fold.ts", "../../engine/guard.ts") ?? "", /may not import engine/);
    assert.match(problemOf("/home/me/src/core/json.ts", "../app.ts") ?? "", /may not import app\.ts/);
    assert.match(problemOf("/home/me/src/core/json.ts", "node:crypto") ?? "", /may not use node:crypto/);
    assert.match(problemOf("/home/me/src/api/scan.ts", "../proxy/proxy.ts") ?? "", /may not import proxy/);
    assert.equal(problemOf("/home/me/src/analyzers/pii/phone.ts", "libphonenumber-js/max/metadata"), null);
    assert.notEqual(problemOf("/home/me/src/http/server.ts", "node:http2"), null);
  });
});
