import assert from "node:assert/strict";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { describe, test } from "node:test";
import { assertReadable, explainFailure, FileError, readText } from "../../src/cli/failure.ts";

const MISSING = `${tmpdir()}/sallyport-no-such-file`;

/** The error that a server emits instead of listening. */
const refusal = (port: number, host: string): Promise<unknown> =>
  new Promise((resolve) => createServer().once("error", resolve).listen(port, host));

describe("a failure says", () => {
  test("which file cannot be used, and why", () => {
    for (const read of [readText, assertReadable]) {
      assert.throws(() => read(MISSING), { name: "FileError", message: `${MISSING}: there is no such file (ENOENT)` });
      assert.throws(() => read(tmpdir()), { message: `${tmpdir()}: is a folder (EISDIR)`, code: "EISDIR" });
    }
    assert.equal(explainFailure(new FileError("a.yaml", new Error("?"))), "a.yaml: cannot be used (unknown error)");
    const system = Object.assign(new Error("EROFS: read-only, open 'b'"), {
      code: "EROFS",
      path: "b",
      syscall: "open",
    });
    assert.equal(explainFailure(system), "b: the file system is read-only (EROFS)");
  });

  test("where the service cannot listen, and what helps", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    assert.ok(typeof address === "object" && address !== null);
    const inUse = explainFailure(await refusal(address.port, "127.0.0.1"));
    assert.equal(
      inUse,
      `127.0.0.1:${address.port}: is in use by another process; choose another with --port N, or server.port (EADDRINUSE)`,
    );
    server.close();
    assert.match(
      explainFailure(await refusal(0, "192.0.2.1")),
      /^192\.0\.2\.1(?::0)?: is not an address of this machine; see --host, or server\.host \(EADDRNOTAVAIL\)$/,
    );
  });

  test("what other errors say", () => {
    assert.equal(explainFailure(new Error("plain")), "plain");
    assert.equal(explainFailure("text"), "text");
  });
});
