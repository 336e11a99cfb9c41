import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, test } from "node:test";
import { ConfigSource, type Reload } from "../../src/config/source.ts";
import { createManualClock, realClock } from "../support/clock.ts";

const withPort = (port: number): string => `server: { port: ${port} }\n`;
const BROKEN = "server: { port: none }\n";

let directory = "";
let file = "";
let sources: ConfigSource[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "sallyport-config-"));
  file = join(directory, "sallyport.yaml");
});
afterEach(() => {
  for (const source of sources) source.close();
  sources = [];
  rmSync(directory, { recursive: true });
});

function openSource(text: string, clock = realClock): ConfigSource {
  writeFileSync(file, text);
  const source = new ConfigSource({ file, env: {}, clock });
  sources.push(source);
  assert.ok(source.load().ok);
  return source;
}

const portOf = (reload: Reload): number | string =>
  reload.kind === "changed" ? reload.config.server.port : reload.kind;

/** The next reload that the watcher tells. Real file events: there is nothing to inject. */
const nextReload = (source: ConfigSource): Promise<Reload> => new Promise((resolve) => source.watch(resolve));

describe("ConfigSource.load", () => {
  test("reads the file", () => {
    writeFileSync(file, withPort(1));
    const result = new ConfigSource({ file, env: {}, clock: realClock }).load();
    assert.ok(result.ok);
    assert.equal(result.config.server.port, 1);
  });

  test("says why a file cannot be read", () => {
    const reasonOf = (path: string): string => {
      const result = new ConfigSource({ file: path, env: {}, clock: realClock }).load();
      return result.ok
        ? ""
        : result.problems.map(({ file, line, column, reason }) => `${file}:${line}:${column}: ${reason}`).join();
    };
    assert.equal(reasonOf(file), `${file}:1:1: cannot be read (ENOENT)`);
    assert.equal(reasonOf(directory), `${directory}:1:1: cannot be read (EISDIR)`);
    writeFileSync(file, Buffer.from("name: caf\u00e9\n", "latin1"));
    assert.equal(reasonOf(file), `${file}:1:1: is not UTF-8 text`);
  });
});

describe("ConfigSource.reload", () => {
  test("takes a new version", () => {
    const source = openSource(withPort(1));
    writeFileSync(file, withPort(2));
    assert.equal(portOf(source.reload()), 2);
  });

  test("finds a version that says the same unchanged", () => {
    const source = openSource(withPort(1));
    writeFileSync(file, `# a comment\n${withPort(1)}`);
    assert.equal(source.reload().kind, "unchanged");
  });

  test("tells a mistake once, and again when asked", () => {
    const source = openSource(withPort(1));
    writeFileSync(file, BROKEN);
    assert.deepEqual(
      [source.reload().kind, source.reload().kind, source.reload(true).kind],
      ["rejected", "unchanged", "rejected"],
    );
  });

  // Else whoever was told of the mistake would go on believing in it.
  test("tells that the version before a mistake is back", () => {
    const source = openSource(withPort(1));
    writeFileSync(file, BROKEN);
    source.reload();
    writeFileSync(file, withPort(1));
    assert.equal(portOf(source.reload()), 1);
  });

  test("tells a version again that could not be used, when asked", () => {
    const source = openSource(withPort(1));
    writeFileSync(file, withPort(2));
    const refused = source.reload();
    assert.equal(portOf(refused), 2);
    assert.ok(refused.kind === "changed");
    source.refuse(refused.config.digest);
    assert.deepEqual([source.reload().kind, portOf(source.reload(true))], ["unchanged", 2]);
    source.refuse("of another");
    assert.equal(source.reload(true).kind, "unchanged");
  });

  test("tells once that the file is gone, and that it is back", () => {
    const source = openSource(withPort(1));
    rmSync(file);
    assert.deepEqual([source.reload().kind, source.reload().kind], ["rejected", "unchanged"]);
    writeFileSync(file, withPort(1));
    assert.equal(portOf(source.reload()), 1);
  });

  // A full disk leaves an empty file, and so does a writer between two steps.
  test("refuses an empty file, though not an empty mapping", () => {
    const source = openSource(withPort(1));
    writeFileSync(file, " \n");
    assert.equal(source.reload().kind, "rejected");
    const started = new ConfigSource({ file, env: {}, clock: realClock }).load();
    assert.match(started.ok ? "" : started.problems.map(({ reason }) => reason).join(), /is empty/);
    writeFileSync(file, "{}");
    assert.equal(portOf(source.reload()), 8080);
  });
});

describe("ConfigSource.watch", () => {
  test("sees a file that is written in place", async () => {
    const source = openSource(withPort(1));
    const reload = nextReload(source);
    writeFileSync(file, withPort(2));
    assert.equal(portOf(await reload), 2);
  });

  test("sees a file that an editor puts in its place", async () => {
    const source = openSource(withPort(1));
    const reload = nextReload(source);
    writeFileSync(`${file}.new`, withPort(2));
    renameSync(file, `${file}~`);
    renameSync(`${file}.new`, file);
    assert.equal(portOf(await reload), 2);
  });

  // As the kubelet does: the file links into `..data`, which links to a directory of its time and is swapped by rename.
  test("sees a ConfigMap that is swapped, twice", async () => {
    const publish = (version: string, text: string): void => {
      mkdirSync(join(directory, version));
      writeFileSync(join(directory, version, "sallyport.yaml"), text);
      symlinkSync(version, join(directory, "..data_tmp"));
      renameSync(join(directory, "..data_tmp"), join(directory, "..data"));
    };
    publish("..2026_01_01", withPort(1));
    symlinkSync(join("..data", "sallyport.yaml"), file);
    const source = new ConfigSource({ file, env: {}, clock: realClock });
    sources.push(source);
    assert.ok(source.load().ok);
    const seen: (number | string)[] = [];
    const twice = new Promise<void>((resolve) => {
      source.watch((reload) => {
        seen.push(portOf(reload));
        if (seen.length === 1) publish("..2026_01_03", withPort(3));
        else resolve();
      });
    });
    publish("..2026_01_02", withPort(2));
    await twice;
    assert.deepEqual(seen, [2, 3]);
  });

  test("tells the problems of a version with mistakes", async () => {
    const source = openSource(withPort(1));
    const reload = nextReload(source);
    writeFileSync(file, BROKEN);
    const rejected = await reload;
    assert.ok(rejected.kind === "rejected");
    assert.equal(rejected.problems[0]?.path, "server.port");
  });

  // Time stands still here, so that the poll alone can have seen it: no event settles before the clock is moved, and the
  // file lies behind a link into another directory, which is not watched.
  test("finds a change without events within five seconds and a settling time", async () => {
    const clock = createManualClock();
    const elsewhere = mkdtempSync(join(tmpdir(), "sallyport-elsewhere-"));
    try {
      const target = join(elsewhere, "real.yaml");
      writeFileSync(target, withPort(1));
      symlinkSync(target, file);
      const source = new ConfigSource({ file, env: {}, clock });
      sources.push(source);
      assert.ok(source.load().ok);
      const seen: (number | string)[] = [];
      source.watch((reload) => seen.push(portOf(reload)));
      writeFileSync(target, withPort(2));
      clock.advance(5000);
      assert.deepEqual(seen, []);
      // The poll's read is under way; each turn moves the clock by the settling time.
      for (let turns = 0; turns < 10_000 && seen.length === 0; turns++) {
        await turn();
        clock.advance(100);
      }
      assert.deepEqual(seen, [2]);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  test("is not kept from a reload by a neighbour that is written all the time", async () => {
    const clock = createManualClock();
    const source = openSource(withPort(1), clock);
    const seen: (number | string)[] = [];
    source.watch((reload) => seen.push(portOf(reload)));
    writeFileSync(file, withPort(2));
    const neighbour = join(directory, "neighbour.log");
    // Under the settling time each step, and over the poll's interval never.
    for (let turns = 0; turns < 10_000 && seen.length === 0; turns++) {
      writeFileSync(neighbour, String(turns));
      await turn();
      clock.advance(clock.now() < 4000 ? 50 : 0);
    }
    assert.deepEqual(seen, [2]);
  });

  test("is silent after close", async () => {
    const clock = createManualClock();
    const source = openSource(withPort(1), clock);
    const seen: Reload[] = [];
    source.watch((reload) => seen.push(reload));
    writeFileSync(file, withPort(2));
    source.close();
    for (let turns = 0; turns < 100; turns++) {
      await turn();
      clock.advance(1000);
    }
    assert.deepEqual(seen, []);
  });

  test("bears a directory that cannot be watched", () => {
    const source = new ConfigSource({ file: join(directory, "none", "a.yaml"), env: {}, clock: createManualClock() });
    sources.push(source);
    source.watch(() => assert.fail("nothing has changed"));
  });
});

describe("a file that the configuration names", () => {
  const withKey = (id: string): string =>
    JSON.stringify({ keys: [{ id, secret_sha256: "a".repeat(64), organization: "o" }] });
  const keysOf = (reload: Reload): readonly string[] | string =>
    reload.kind === "changed" ? reload.config.keys.map(({ id }) => id) : reload.kind;

  test("is read again when it changes, and a broken version changes nothing", async () => {
    const keys = join(directory, "keys.json");
    writeFileSync(keys, withKey("one"));
    const source = openSource(`keys_file: ${keys}\n`);
    assert.equal(source.reload().kind, "unchanged");
    writeFileSync(keys, withKey("two"));
    assert.deepEqual(keysOf(source.reload()), ["two"]);
    writeFileSync(keys, "{");
    assert.deepEqual([source.reload().kind, source.reload().kind], ["rejected", "unchanged"]);
    // The accepted one again: a change, since the newest was refused.
    writeFileSync(keys, withKey("two"));
    assert.deepEqual(keysOf(source.reload()), ["two"]);
  });

  test("is watched in its own folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sallyport-named-"));
    const keys = join(folder, "keys.json");
    writeFileSync(keys, withKey("one"));
    const source = openSource(`keys_file: ${keys}\n`);
    const reload = nextReload(source);
    writeFileSync(keys, withKey("two"));
    assert.deepEqual(keysOf(await reload), ["two"]);
    rmSync(folder, { recursive: true });
  });
});
