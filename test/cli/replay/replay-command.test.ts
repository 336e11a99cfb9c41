import assert from "node:assert/strict";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { presentRecord } from "../../../src/api/present.ts";
import { systemClock } from "../../../src/cli/process.ts";
import { runReplay, parseMoment } from "../../../src/cli/replay/replay-command.ts";
import { UsageError } from "../../../src/cli/command.ts";
import { openSqliteStore } from "../../../src/store/sqlite.ts";
import type { ScanRecord } from "../../../src/store/record-store.ts";
import { realClock } from "../../support/clock.ts";
import { startJudge } from "../../support/judges.ts";
import { makeEvent, makeRecord } from "../../support/records.ts";

const KEY = ["AKIA", "Z7QXN4PLM2WERT5Y"].join("");
const MAIL = "ann.lee@acme-mail.com";
const PROMPT = "POST /sdk/v1/analyze/prompt";
const CALM = "The ferry leaves at nine.";

const flagged = { verdict: "flagged", violated: [{ policy_name: "pii_detection" }] };
/** As a service with `OLD` has recorded them. */
const RECORDS: readonly (readonly [string, Partial<ScanRecord>])[] = [
  ["r1", { verdict: "passed", violated: [], content: CALM }],
  ["r2", { ...flagged, content: `Write to ${MAIL}` }],
  ["r3", { verdict: "blocked", violated: [{ policy_name: "secrets_keys_detection" }], content: `Use ${KEY}` }],
  [
    "r4",
    { verdict: "passed", violated: [], content: "Globex is better", answer: "Hm.", endpoint: "proxy main openai-chat" },
  ],
  ["r5", { verdict: "passed", violated: [], content: null }],
  ["r6", { verdict: "passed", violated: [], content: CALM, assetId: "gone" }],
  ["r8", { verdict: "unread", violated: [], content: null, endpoint: "proxy main unread" }],
  [
    "r9",
    {
      verdict: "blocked",
      violated: [{ policy_name: "tool_provenance" }],
      content: CALM,
      endpoint: "proxy main openai-chat",
    },
  ],
  ["r10", { ...flagged, content: `A tool says ${MAIL}`, event: makeEvent("s") }],
];

const pii = "{ policy_name: pii_detection, action: flag }";
const secrets = "{ policy_name: secrets_keys_detection, action: block }";
const tools = "{ policy_name: tool_provenance, action: block }";
const rivals = "{ policy_name: competitor_mention_detection, action: flag, metadata: [Globex] }";

let folder = "";
const at = (name: string): string => join(folder, name);

function place(name: string, policies: readonly string[], more = "", content: "full" | "masked" = "full"): void {
  const store = `store: { url: "sqlite:${at(`${content}.db`)}", content: ${content} }`;
  const asset = `  - { id: chat, organization: o, policies: [${policies.join(", ")}] }`;
  writeFileSync(at(name), [store, "assets:", asset, more].join("\n"));
}

const recordOf = ([id, over]: (typeof RECORDS)[number], index: number): ScanRecord =>
  makeRecord(id, {
    organization: "o",
    assetId: "chat",
    endpoint: PROMPT,
    epochMs: Date.now() - 60_000 + index,
    ...over,
  });

async function record(name: string, records: typeof RECORDS): Promise<void> {
  const store = openSqliteStore({ path: at(`${name}.db`), retentionDays: 36_500, clock: realClock });
  for (const each of records.map(recordOf)) await store.save(each);
  await store.close();
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-replay-"));
  place("old.yaml", [pii, secrets, tools]);
  place("new.yaml", [pii.replace("flag", "block"), tools, rivals]);
  place("masked.yaml", [pii, secrets, tools], "", "masked");
  place("two.yaml", [pii], "  - { id: second, organization: o, policies: [] }");
  place("shadow.yaml", [pii, secrets, tools, rivals.replace("action", "shadow: true, action")]);
  writeFileSync(at("nowhere.yaml"), "store: { url: none }\nassets: [{ id: chat, organization: o }]");
  writeFileSync(at("broken.yaml"), "assets: [{ id: 7 }]");
  await record("full", RECORDS);
  await record("masked", [["m1", { ...flagged, content: "Write to <EMAIL_ADDRESS_1>" }]]);
  const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");
  writeFileSync(at("export.jsonl"), lines(RECORDS.map(recordOf).map(presentRecord)));
  writeFileSync(
    at("own.jsonl"),
    lines([
      { id: "calm", text: CALM, verdict: "passed" },
      { id: "mail", prompt: `Write to ${MAIL}`, response: CALM, verdict: "flagged" },
      { asset_id: "chat", side: "response", text: `Use ${KEY}` },
    ]),
  );
});
after(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

async function replay(args: string, signal: AbortSignal = new AbortController().signal): Promise<Ran> {
  let [output, errors] = ["", ""];
  const code = await runReplay(
    args.split(" ").map((arg) => arg.replace(/^@/, `${folder}/`)),
    {
      env: {},
      clock: systemClock,
      signal,
      readFile: (file) => readFileSync(file, "utf8"),
      openFile: (file) => createReadStream(file, { signal, highWaterMark: 4096 }),
      print: (text) => (output += text),
      printError: (text) => (errors += text),
    },
  );
  return { code, output, errors: errors.replaceAll(`${folder}/`, "") };
}

const jsonOf = async (args: string) => {
  const { code, output, errors } = await replay(`${args} --json`);
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- tests look at it field by field
  const body: any = JSON.parse(output); // oxlint-disable-line typescript/no-explicit-any -- as above
  return { code, errors, body };
};

const LEFT_OUT = { no_text: 1, unknown_asset: 1, unread: 1, beside: 1 };

describe("replay of stored records", () => {
  test("tells no difference to what the same configuration has said", async () => {
    const { code, body, errors } = await jsonOf("--config @old.yaml --since 1h --fail-on-change");
    assert.deepEqual([code, errors], [0, ""]);
    assert.partialDeepStrictEqual(body, { cases: 5, texts: 6, changed: 0, changes: [], left_out: LEFT_OUT });
    assert.deepEqual(body.verdicts, { passed: { passed: 2 }, flagged: { flagged: 2 }, blocked: { blocked: 1 } });
    assert.partialDeepStrictEqual(body.policies.pii_detection, { old: 2, new: 2, gained: 0, lost: 0 });
    assert.equal(body.microseconds.old, null);
    // What decided one of them then is not here, but it was judged.
    assert.equal(body.microseconds.new.texts.count, 7);
  });

  const DIFFERENCES = {
    verdicts: { passed: { passed: 1, flagged: 1 }, flagged: { blocked: 2 }, blocked: { passed: 1 } },
    policies: {
      competitor_mention_detection: { old: 0, new: 1, gained: 1, lost: 0, gained_ids: ["r4"] },
      pii_detection: { old: 2, new: 2, gained: 0, lost: 0 },
      secrets_keys_detection: { old: 1, new: 0, gained: 0, lost: 1, lost_ids: ["r3"] },
    },
    changes: [
      { id: "r2", old: "flagged", new: "blocked", gained: [], lost: [] },
      { id: "r3", old: "blocked", new: "passed", gained: [], lost: ["secrets_keys_detection"] },
      { id: "r4", old: "passed", new: "flagged", gained: ["competitor_mention_detection"], lost: [] },
      { id: "r10", old: "flagged", new: "blocked", gained: [], lost: [] },
    ],
  };

  test("tells which verdicts are others, and why", async () => {
    const { code, body } = await jsonOf("--config @new.yaml --since 1h");
    assert.equal(code, 0);
    assert.partialDeepStrictEqual(body, DIFFERENCES);
    assert.equal((await replay("--config @new.yaml --since 1h --fail-on-change")).code, 1);
  });

  test("reads a file of records alike", async () => {
    const { body } = await jsonOf("--config @new.yaml --input @export.jsonl");
    assert.partialDeepStrictEqual(body, { ...DIFFERENCES, left_out: LEFT_OUT });
  });

  test("has a baseline judge the same texts, conversations aside, and times both", async () => {
    const { body } = await jsonOf("--config @new.yaml --baseline @old.yaml --since 1h");
    assert.partialDeepStrictEqual(body, { cases: 6, changed: 4, changes: DIFFERENCES.changes });
    const { old, new: now } = body.microseconds;
    assert.deepEqual([old.texts.count, now.texts.count], [7, 7]);
    assert.equal(old.policies.secrets_keys_detection.count, 7);
    assert.ok(now.texts.p50 > 0 && now.texts.p99 >= now.texts.p50);
    assert.equal(now.policies.secrets_keys_detection, undefined);
  });

  test("prints a report without a text, unless it is asked for", async () => {
    const { output } = await replay("--config @new.yaml --baseline @old.yaml --since 1h");
    assert.match(output, /new\.yaml against .*old\.yaml: 7 texts in 6 cases, 4 with another verdict\n/);
    assert.match(output, /left out: 1 without text, 1 of assets that the configuration has not, 1 never read\n/);
    assert.match(
      output,
      /\nold \\ new +passed +flagged +blocked\npassed +2 +1 +0\nflagged +0 +0 +2\nblocked +1 +0 +0\n/,
    );
    assert.match(output, /\nsecrets_keys_detection: 1 → 0 violated, 0 gained, 1 lost\n {2}lost r3\n/);
    assert.match(output, /\nr3 blocked → passed -secrets_keys_detection\n/);
    assert.match(output, /\nall policies +old( +[\d.]+){3}\nall policies +new( +[\d.]+){3}\n/);
    for (const text of [KEY, MAIL, "Globex"]) assert.ok(!output.includes(text));
    const shown = await replay("--config @new.yaml --baseline @old.yaml --since 1h --show-text");
    for (const text of [KEY, MAIL, "Globex"]) assert.ok(shown.output.includes(`  `) && shown.output.includes(text));
  });

  test("warns that masks hide what they hid", async () => {
    const { body, errors } = await jsonOf("--config @masked.yaml --since 1h");
    assert.match(errors, /records hold masked text: what their masks hide is found no longer/);
    assert.partialDeepStrictEqual(body, { cases: 1, masked: 1, changed: 1, changes: [{ id: "m1", new: "passed" }] });
    const beside = await jsonOf("--config @masked.yaml --baseline @masked.yaml --since 1h");
    assert.partialDeepStrictEqual(beside.body, { cases: 1, masked: 1, changed: 0 });
  });

  test("takes records from a time on, before a time, of an asset, up to a number", async () => {
    const casesOf = async (args: string): Promise<number> => (await jsonOf(`--config @old.yaml ${args}`)).body.cases;
    assert.equal(await casesOf("--since 2020-01-01 --until 2020-02-01"), 0);
    assert.equal(await casesOf("--since 30m --until 2100-01-01"), 5);
    assert.equal(await casesOf("--since 1h --limit 2"), 2);
    assert.equal((await jsonOf("--config @two.yaml --since 1h --asset second")).body.cases, 0);
  });

  test("counts what shadow policies would add, apart from verdicts", async () => {
    const { body } = await jsonOf("--config @shadow.yaml --since 1h");
    assert.equal(body.changed, 0);
    assert.partialDeepStrictEqual(body.policies["competitor_mention_detection (shadow)"], { gained_ids: ["r4"] });
  });

  test("tells a policy that could not run as its own verdict", async () => {
    await using judge = await startJudge(() => 0.1);
    judge.script = (response) => void response.writeHead(500).end();
    const judges = `judges: [{ name: j, kind: chat, model: m, url: "${judge.url}/v1", retries: 0 }]`;
    place(
      "judged.yaml",
      ["{ policy_name: policy_violation_detection, action: flag, metadata: [Be kind], judge: j }"],
      judges,
    );
    const { body, errors } = await jsonOf("--config @judged.yaml --since 1h --limit 1");
    assert.deepEqual(body.verdicts, { passed: { failed: 1 } });
    assert.equal(body.policies.policy_violation_detection.failed, 1);
    assert.match(errors, /^sallyport: judge j: /);
  });
});

describe("replay of a file", () => {
  test("reads texts with or without a verdict", async () => {
    const { code, body } = await jsonOf("--config @new.yaml --input @own.jsonl");
    assert.equal(code, 0);
    assert.deepEqual(body.verdicts, { passed: { passed: 1 }, flagged: { blocked: 1 }, none: { passed: 1 } });
    assert.deepEqual(body.changes, [{ id: "mail", old: "flagged", new: "blocked", gained: [], lost: [] }]);
    const both = await jsonOf("--config @new.yaml --baseline @old.yaml --input @own.jsonl");
    assert.deepEqual(
      both.body.changes.map(({ id }: { id: string }) => id),
      ["mail", `${folder}/own.jsonl:3`],
    );
  });

  test("tells each line that it cannot read, with its place, and goes on", async () => {
    const long = `{"text": "${"x".repeat(33 * 1024 * 1024)}"}`;
    const lines = ['{"text": "hunter2', "[]", long, '{"asset_id": "none", "text": "a"}', '{"text": "fine"}'];
    writeFileSync(at("bad.jsonl"), lines.join("\n"));
    const { code, output, errors } = await replay("--config @old.yaml --input @bad.jsonl");
    assert.equal(code, 2);
    assert.equal(
      errors,
      [
        "bad.jsonl:1: must be valid JSON",
        "bad.jsonl:2: must be an object with text, prompt or response, or a record as GET /admin/records returns one",
        "bad.jsonl:3: must be at most 33554432 bytes long",
        "bad.jsonl:4: there is no asset none",
        "",
      ].join("\n"),
    );
    assert.match(output, /1 texts in 1 cases/);
    assert.match(output, /4 lines could not be read/);
  });

  test("needs to know the asset, and leaves out texts that are too long", async () => {
    const { errors, code } = await replay("--config @two.yaml --input @own.jsonl");
    assert.match(errors, /^own\.jsonl:1: needs an asset_id, or --asset: the configuration has several assets\n/);
    assert.equal(code, 2);
    assert.equal((await replay("--config @two.yaml --asset chat --input @own.jsonl")).code, 0);
    place("short.yaml", [pii], "server: { text_max_chars: 20 }");
    const { body } = await jsonOf("--config @short.yaml --input @own.jsonl");
    assert.deepEqual(body.left_out, { too_long: 3 });
  });

  test("ends when it is stopped, and tells what is known by then", async () => {
    const stopping = new AbortController();
    writeFileSync(at("many.jsonl"), `${JSON.stringify({ text: CALM, verdict: "passed" })}\n`.repeat(100_000));
    const running = replay("--config @old.yaml --input @many.jsonl", stopping.signal);
    setTimeout(() => stopping.abort(), 100);
    const { code, output, errors } = await running;
    assert.deepEqual([code, errors], [130, ""]);
    assert.match(output, /stopped before the end/);
    assert.doesNotMatch(output, / 100000 texts/);
  });
});

describe("replay", () => {
  test("refuses what cannot be done", async () => {
    const refused = async (args: string, reason: RegExp): Promise<void> => {
      const { code, errors } = await replay(args);
      assert.equal(code, 2);
      assert.match(errors, reason);
    };
    await refused("--config @nowhere.yaml --since 1h", /store\.url is none: nothing is recorded/);
    await refused("--config @broken.yaml --since 1h", /broken\.yaml:1:16: assets\.0\.id/);
    await refused("--config @old.yaml --baseline @broken.yaml --since 1h", /broken\.yaml:1:16: assets\.0\.id/);
    await refused("--config @old.yaml --since 1h --asset no", /there is no asset no; .*old\.yaml has chat/);
    await refused("--config @old.yaml --input @missing.jsonl", /^missing\.jsonl: cannot be read \(ENOENT\)/);
    place("nofile.yaml", [pii]);
    writeFileSync(at("nofile.yaml"), readFileSync(at("nofile.yaml"), "utf8").replace("full.db", "no.db"));
    await refused("--config @nofile.yaml --since 1h", /no\.db: cannot be read \(SQLITE_CANTOPEN\)/);
  });

  for (const args of [
    "--since 1h",
    "--config @old.yaml",
    "--config @old.yaml --since 1h --input @own.jsonl",
    "--config @old.yaml --input @own.jsonl --until 1h",
    "--config @old.yaml --since yesterday",
    "--config @old.yaml --since 1h --limit 0",
  ])
    test(`is told wrongly by ${args}`, () => assert.rejects(replay(args), UsageError));
});

const NOW = Date.parse("2026-11-22T12:00:00Z");
const told = (text: string): string | null => {
  const epochMs = parseMoment(text, NOW);
  return epochMs === null ? null : new Date(epochMs).toISOString();
};

test("a moment is a date, a time in UTC, or so long ago", () => {
  assert.equal(told("2026-11-20"), "2026-11-20T00:00:00.000Z");
  assert.equal(told("2026-11-20T08:30Z"), "2026-11-20T08:30:00.000Z");
  assert.equal(told("2026-11-20T08:30:15.5Z"), "2026-11-20T08:30:15.500Z");
  assert.equal(told("30m"), "2026-11-22T11:30:00.000Z");
  assert.equal(told("24h"), "2026-11-21T12:00:00.000Z");
  assert.equal(told("7d"), "2026-11-15T12:00:00.000Z");
});

for (const text of ["", "yesterday", "7", "7w", "-1h", "2026-13-40", "2026-11-20T08:30", "2026-11-20 08:30Z"])
  test(`${JSON.stringify(text)} is none`, () => assert.equal(told(text), null));
