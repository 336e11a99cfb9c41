import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadConfig } from "../../src/config/load-config.ts";
import { packBundle, unpackBundle, type FileReading } from "../../src/config/named-files.ts";
import { renderProblem } from "../../src/config/config-model.ts";
import { issue } from "../support/certificates.ts";

const NOW_MS = Date.parse("2030-01-01T00:00:00Z");
const own = issue("gate");
const other = issue("other");
const expired = issue("old", { until: "20250101000000Z" });

const FILES: ReadonlyMap<string, string> = new Map([
  ["tls.crt", own.cert],
  ["tls.key", own.key],
  ["other.key", other.key],
  ["old.crt", expired.cert],
  ["old.key", expired.key],
  ["ca.crt", other.cert],
  ["empty", ""],
  ["broken.crt", own.cert.replace("MII", "AAA").replace("MIH", "AAA")],
]);

const readFile = (file: string): FileReading => {
  const text = FILES.get(file);
  return text === undefined ? { ok: false, reason: "cannot be read (ENOENT)" } : { ok: true, text };
};

const load = (tls: string): ReturnType<typeof loadConfig> =>
  loadConfig(`server:\n  tls: ${tls}\n`, { file: "s.yaml", env: {}, readFile, nowMs: NOW_MS });

function problemsOf(tls: string): readonly string[] {
  const result = load(tls);
  return (result.ok ? result.warnings : result.problems).map(renderProblem);
}

describe("server.tls", () => {
  test("brings the texts of its files", () => {
    const result = load("{ cert: tls.crt, key: tls.key, ca: ca.crt, client_auth: required, min_version: TLSv1.3 }");
    assert.ok(result.ok);
    const expected = { cert: own.cert, key: own.key, ca: other.cert, clientAuth: "required", minVersion: "TLSv1.3" };
    assert.deepEqual(result.config.server.tls, expected);
    assert.deepEqual(result.config.server.adminTls, expected);
    assert.deepEqual(result.warnings, []);
  });

  for (const [tls, place, reason] of [
    ["{ cert: none.crt, key: tls.key }", "2:16: server.tls.cert", "none.crt cannot be read (ENOENT)"],
    ["{ cert: empty, key: tls.key }", "2:16: server.tls.cert", "empty holds no certificate (PEM)"],
    ["{ cert: broken.crt, key: tls.key }", "2:16: server.tls.cert", "broken.crt holds a certificate that is broken"],
    ["{ cert: tls.crt, key: none.key }", "2:30: server.tls.key", "none.key cannot be read (ENOENT)"],
    ["{ cert: tls.crt, key: empty }", "2:30: server.tls.key", "empty holds no private key (PEM, without a passphrase)"],
    [
      "{ cert: tls.crt, key: other.key }",
      "2:30: server.tls.key",
      "other.key is not the key of the certificate in tls.crt",
    ],
    [
      "{ cert: tls.crt, key: tls.key, client_auth: required }",
      "2:52: server.tls.client_auth",
      "needs ca: the issuers of the certificates that clients may have",
    ],
    [
      "{ cert: old.crt, key: old.key }",
      "2:16: warning: server.tls.cert",
      "old.crt holds a certificate that expired at 2025-01-01T00:00:00.000Z",
    ],
    [
      "{ cert: tls.crt, key: tls.key, ca: ca.crt }",
      "2:43: warning: server.tls.ca",
      "has no effect without client_auth: optional or required",
    ],
  ] as const)
    test(`reports ${reason}`, () => assert.deepEqual(problemsOf(tls), [`s.yaml:${place}: ${reason}`]));

  test("the listener of administration has the same, its own or none", () => {
    const adminOf = (admin: string): unknown => {
      const result = load(`{ cert: tls.crt, key: tls.key }\n  admin_tls: ${admin}`);
      return result.ok ? (result.config.server.adminTls?.cert ?? "off") : result.problems.map(renderProblem);
    };
    assert.equal(adminOf("same"), own.cert);
    assert.equal(adminOf("off"), "off");
    assert.equal(adminOf("{ cert: old.crt, key: old.key }"), expired.cert);
  });

  test("another certificate makes another configuration", () => {
    const digestOf = (file: string): string => {
      const files = (name: string): FileReading =>
        readFile(name === "tls.crt" || name === "tls.key" ? file + name.slice(3) : name);
      const source = "server: { tls: { cert: tls.crt, key: tls.key } }";
      const result = loadConfig(source, { file: "s.yaml", env: {}, readFile: files });
      return result.ok ? result.config.digest : "";
    };
    assert.notEqual(digestOf("tls"), "");
    assert.notEqual(digestOf("tls"), digestOf("old"));
  });

  test("is left alone by commands that serve nothing", () => {
    const source =
      "server: { tls: { cert: none.crt, key: none.key } }\nkeys_file: none.json\negress: { ca: none.pem }\n";
    const result = loadConfig(source, { file: "s.yaml", env: {}, readFile, isServed: false });
    assert.ok(!result.ok);
    assert.deepEqual(
      result.problems.map(({ path }) => path),
      ["egress.ca"],
    );
  });

  test("travels to other processes with its files", () => {
    const source = "server: { tls: { cert: tls.crt, key: tls.key } }";
    const files = new Map(["tls.crt", "tls.key"].map((name) => [name, readFile(name)] as const));
    const bundle = unpackBundle(packBundle({ source, files }));
    const result = loadConfig(bundle.source, { file: "s.yaml", env: {}, readFile: bundle.readFile });
    assert.ok(result.ok);
    assert.equal(result.config.server.tls?.key, own.key);
    assert.equal(bundle.readFile("/etc/passwd").ok, false);
  });
});
