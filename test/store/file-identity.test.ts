import assert from "node:assert/strict";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileIdentity } from "../../src/store/file-identity.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-identity-"));
after(() => rmSync(folder, { recursive: true }));
const path = join(folder, "a");
const other = join(folder, "b");

describe("fileIdentity", () => {
  test("stays while the file is written, and when it is moved away and back", () => {
    writeFileSync(path, "1");
    const identity = fileIdentity(path);
    assert.notEqual(identity, null);
    writeFileSync(path, "2");
    renameSync(path, other);
    assert.equal(fileIdentity(path), null);
    renameSync(other, path);
    assert.equal(fileIdentity(path), identity);
  });

  test("is another one for a file that takes its place", () => {
    writeFileSync(path, "1");
    const identity = fileIdentity(path);
    writeFileSync(other, "1");
    renameSync(other, path);
    assert.notEqual(fileIdentity(path), identity);
  });
});
