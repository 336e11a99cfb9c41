import assert from "node:assert/strict";
import { chmodSync, chownSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { inspect } from "node:util";
import type { PostgresServer } from "../../../src/core/stores.ts";
import { PostgresConnection, escapeText, unescapeText } from "../../../src/store/postgres/connection.ts";
import { realClock } from "../../support/clock.ts";
import { postgresSkip, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { selfSigned } from "../../support/certificates.ts";
import fc from "fast-check";

/** A password that no message may show. */
const PASSWORD = ["open", "sesame", "17"].join("-");
const LIMITS = { clock: realClock, connectMs: 10_000, statementMs: 10_000 };

describe("PostgresConnection", { skip: postgresSkip }, () => {
  let postgres: TestPostgres;
  let server: PostgresServer;
  const { key, cert } = selfSigned();
  before(async () => {
    postgres = await startPostgres();
    server = await postgres.database();
  });
  after(() => postgres[Symbol.asyncDispose]());

  const isEncrypted = async (at: PostgresServer): Promise<unknown> => {
    const connection = await PostgresConnection.open(at, LIMITS);
    const [row] = await connection.query("SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    await connection.close();
    return row?.["ssl"];
  };

  test("whole numbers of any width are numbers", async () => {
    const connection = await PostgresConnection.open(server, LIMITS);
    const rows = await connection.query(
      "SELECT 1::int2 AS a, 2::int4 AS b, 1700000000000::int8 AS c, NULL::int8 AS d, 'x' AS e",
    );
    assert.deepEqual(rows, [{ a: 1, b: 2, c: 1_700_000_000_000, d: null, e: "x" }]);
    await connection.close();
  });

  test("no variable of the environment has a say", async () => {
    const foreign = {
      PGUSER: "x",
      PGDATABASE: "x",
      PGPORT: "1",
      PGSSLMODE: "require",
      PGOPTIONS: "-c work_mem=1",
      PGAPPNAME: "x",
    };
    Object.assign(process.env, foreign);
    try {
      const connection = await PostgresConnection.open(server, LIMITS);
      const [row] = await connection.query("SELECT current_user AS name, current_setting('application_name') AS app");
      assert.deepEqual(row, { name: "owner", app: "sallyport" });
      await connection.close();
    } finally {
      for (const name of Object.keys(foreign)) delete process.env[name];
    }
  });

  test("a statement that takes too long is ended by the server, and the connection goes on", async () => {
    const connection = await PostgresConnection.open(server, { ...LIMITS, statementMs: 50 });
    await assert.rejects(connection.query("SELECT pg_sleep(10)"), { code: "57014", isRefusal: true });
    assert.deepEqual(await connection.query("SELECT 1 AS one"), [{ one: 1 }]);
    await connection.close();
  });

  test("what fails tells a code, and nothing of the values or the password", async () => {
    const connection = await PostgresConnection.open({ ...server, password: PASSWORD }, LIMITS);
    await connection.query("CREATE TABLE kept (name text UNIQUE)");
    await connection.query("INSERT INTO kept VALUES ($1)", ["private words"]);
    await assert.rejects(connection.query("INSERT INTO kept VALUES ($1)", ["private words"]), (error) => {
      const shown = inspect(error, { depth: 9, showHidden: true });
      assert.ok(!shown.includes("private") && !shown.includes(PASSWORD));
      assert.match(shown, /23505/);
      return true;
    });
    await connection.close();
  });

  describe("over TLS", () => {
    test("a server that speaks none is refused", async () => {
      for (const tls of ["require", "verify-full"] as const)
        await assert.rejects(PostgresConnection.open({ ...server, tls }, LIMITS), { code: "no_tls" });
    });

    test("the certificate is looked at where it is asked for", async () => {
      const [keyFile, certFile] = ["server.key", "server.crt"].map((name) => join(postgres.folder, name));
      const { uid, gid } = statSync(postgres.folder);
      for (const [file, text] of [
        [keyFile, key],
        [certFile, cert],
      ] as const) {
        writeFileSync(file ?? "", text);
        chownSync(file ?? "", uid, gid);
        chmodSync(file ?? "", 0o600);
      }
      await postgres.kill();
      await postgres.start(["ssl=on", "listen_addresses=127.0.0.1,127.0.0.2"]);
      assert.equal(await isEncrypted(server), "false");
      assert.equal(await isEncrypted({ ...server, tls: "require" }), "true");
      const verified = { ...server, tls: "verify-full" } as const;
      await assert.rejects(isEncrypted(verified), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
      const authorities = getCACertificates("default");
      try {
        setDefaultCACertificates([...authorities, cert]);
        assert.equal(await isEncrypted(verified), "true");
        // The certificate is that of the other address.
        await assert.rejects(isEncrypted({ ...verified, host: "127.0.0.2" }), { code: "ERR_TLS_CERT_ALTNAME_INVALID" });
      } finally {
        setDefaultCACertificates(authorities);
      }
    });
  });
});

const unit = fc.constantFrom("\0", "\u0001", "0", "1", "\\", "a", "\u{1f600}");

test("every text comes back, and is written without a character of value 0", () => {
  const texts = fc.oneof(fc.string({ unit }), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(texts, (text) => {
      const written = escapeText(text);
      assert.ok(!written.includes("\0"));
      assert.equal(unescapeText(written), text);
    }),
  );
});

test("two texts are never written as one", () => {
  fc.assert(
    fc.property(fc.string({ unit }), fc.string({ unit }), (one, other) => {
      assert.equal(escapeText(one) === escapeText(other), one === other);
    }),
  );
});

test("ordinary text is written as it is", () => {
  assert.equal(escapeText("a\\0\nb\u{1f600}"), "a\\0\nb\u{1f600}");
});
