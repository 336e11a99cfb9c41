/** Patterns that callers send or a configuration names: whatever they are, other callers are answered meanwhile. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { loadConfig } from "../../src/config/load-config.ts";
import { makeAsset } from "../support/config.ts";
import { startServer, type TestServer } from "../support/server.ts";

const ANALYZE = "/sdk/v1/analyze/prompt";
const LONGEST_SHORT = "a".repeat(32_768);

const policy = (patterns: readonly (readonly string[])[]): object => ({
  policy_name: "secrets_keys_detection",
  action: "flag",
  metadata: patterns,
});

/** What the event loop cannot be busy for at a time, milliseconds of its own processor time: generous for a busy machine. */
const BUSY_MAX_MS = 250;
/** The least counts: a busy machine lengthens processor time as well. */
const ATTEMPTS = 3;

describe("patterns of callers", () => {
  let server: TestServer;
  before(async () => (server = await startServer({ assets: [makeAsset("chat")] })));
  after(() => server[Symbol.asyncDispose]());

  const analyze = (prompt: string, patterns: readonly (readonly string[])[]) =>
    server.post(ANALYZE, { asset_id: "chat", save: false, scan_data: { prompt }, policies: [policy(patterns)] });

  /** The most that this thread worked between two turns of its event loop while something went on. */
  async function busyMs(work: Promise<unknown>): Promise<number> {
    let isOver = false;
    let most = 0;
    let last = process.threadCpuUsage();
    const look = (): void => {
      const { user, system } = process.threadCpuUsage(last);
      most = Math.max(most, (user + system) / 1000);
      last = process.threadCpuUsage();
      if (!isOver) setImmediate(look);
    };
    look();
    await work;
    isOver = true;
    return most;
  }

  test("that are too large together are refused by name", async () => {
    const patterns = Array.from({ length: 20 }, (_, index) => [`rule ${index}`, "(?:a?){1000}a{1000}"]);
    const { status, body } = await analyze(LONGEST_SHORT, patterns);
    assert.equal(status, 400);
    assert.match(body.error, /^policies\.0\.metadata\.1\.1: pattern "rule 1" is too large when compiled/);
  });

  test("of a configuration are refused with their place", () => {
    const source = `assets:
  - id: a
    organization: o
    policies:
      - policy_name: secrets_keys_detection
        action: block
        metadata:
          - [one, "(?:a?){1000}a{1000}"]
          - [two, "(?:a?){1000}a{1000}"]
`;
    const result = loadConfig(source, { file: "a.yaml", env: {} });
    assert.ok(!result.ok);
    const [problem] = result.problems;
    assert.deepEqual([problem?.file, problem?.line, problem?.path], ["a.yaml", 9, "assets.0.policies.0.metadata.1.1"]);
    assert.match(problem?.reason ?? "", /pattern "two" is too large when compiled/);
  });

  for (const [name, patterns] of [
    ["takes many steps for each character", [["expensive", "(?:a?){1000}a{1000}"]]],
    [
      "reads on to the end for each match",
      [
        ["restarts", "(?s)a.*b|a"],
        ["again", "(a*b)*c|a"],
      ],
    ],
  ] as const)
    test(`one that ${name} ends at the policy's deadline, and holds nobody up`, async () => {
      let busy = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < ATTEMPTS && busy >= BUSY_MAX_MS; attempt++) {
        const analyzing = analyze(LONGEST_SHORT, patterns);
        busy = Math.min(busy, await busyMs(analyzing));
        const { status, body } = await analyzing;
        assert.equal(status, 503);
        assert.match(body.error, /could not be evaluated: secrets_keys_detection/);
      }
      assert.ok(busy < BUSY_MAX_MS, `busy for ${busy} ms`);
    });

  test("that thread and event loop share find what they found", async () => {
    const text = `${"The ferry leaves at nine. ".repeat(1000)}EMP-123456 and then EMP-654321.`;
    const many = Array.from({ length: 60 }, (_, index) => [`rule ${index}`, `\\b[A-Z]{3}-${index}[0-9]{5}\\b`]);
    const rules = [
      ["rule 12", "\\b[A-Z]{3}-12[0-9]{4}\\b"],
      ["rule 65", "\\b[A-Z]{3}-65[0-9]{4}\\b"],
    ];
    // Configured, with all the time of a slow machine: an inline policy has some seconds.
    await using patient = await startServer({
      assets: [
        makeAsset("few", { secrets_keys_detection: { action: "flag", metadata: rules } }),
        makeAsset("many", { secrets_keys_detection: { action: "flag", metadata: [...many.slice(0, 12), ...rules] } }),
      ],
    });
    const [short, long] = await Promise.all(
      ["few", "many"].map((asset_id) => patient.post(ANALYZE, { asset_id, save: false, scan_data: { prompt: text } })),
    );
    assert.ok(short !== undefined && long !== undefined);
    assert.equal(short.status, 200);
    assert.equal(short.body.policies_violated[0].details.length, 2);
    assert.deepEqual(
      long.body.policies_violated[0].details.map(({ start, end }: { start: number; end: number }) => [start, end]),
      short.body.policies_violated[0].details.map(({ start, end }: { start: number; end: number }) => [start, end]),
    );
  });
});
