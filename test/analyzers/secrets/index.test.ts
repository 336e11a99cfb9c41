import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PreparedAnalyzer } from "../../../src/analyzers/analyzer.ts";
import { SECRETS_KEYS_DETECTION } from "../../../src/analyzers/secrets/index.ts";
import type { Finding, Json } from "../../../src/core/model.ts";
import { Reading } from "../../../src/text/reading.ts";

const clock = { now: () => 0, epochMs: () => 0, after: () => () => {} };
const context = { side: "both", origin: "user", from: 0, clock, signal: new AbortController().signal } as const;
const join = (...parts: readonly string[]): string => parts.join("");

const AWS_ID = join("AKIA", "Q3EGRIZ5XCMSOZ7B");
const GITHUB = join("ghp_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17");

function prepare(metadata: Json = null): PreparedAnalyzer {
  const prepared = SECRETS_KEYS_DETECTION.prepare(metadata);
  if (prepared.kind !== "ready") throw new Error(`not ready: ${prepared.kind}`);
  return prepared.analyzer;
}

function find(raw: string, metadata: Json = null): readonly Finding[] {
  const findings = prepare(metadata).analyze(new Reading(raw), context);
  if (!Array.isArray(findings)) throw new Error("asynchronous");
  return findings;
}

/** Kind and matched text of what reaches the default threshold. */
const found = (raw: string, metadata: Json = null): readonly string[] =>
  find(raw, metadata)
    .filter((finding) => finding.score >= SECRETS_KEYS_DETECTION.threshold)
    .map(({ kind, span }) => `${kind}: ${raw.slice(span?.start, span?.end)}`);

describe("secrets_keys_detection", () => {
  test("covers both sides and every origin", () => {
    for (const side of ["input", "output", "both"] as const)
      for (const origin of ["user", "system", "assistant", "tool"] as const)
        assert.ok(SECRETS_KEYS_DETECTION.covers(side, origin));
  });

  test("finds keys without any metadata, wherever they stand", () => {
    assert.deepEqual(found(`my id is ${AWS_ID}, right?`), [`aws-access-key: ${AWS_ID}`]);
    assert.deepEqual(found(`我的密钥是${AWS_ID}谢谢`), [`aws-access-key: ${AWS_ID}`]);
    assert.deepEqual(found(`{"a":"id\\n${AWS_ID}\\nend"}`), [`aws-access-key: ${AWS_ID}`]);
    assert.deepEqual(found(`q?id%3D${AWS_ID}&x=1`), [`aws-access-key: ${AWS_ID}`]);
  });

  test("reports a documented sample below the threshold", () => {
    const findings = find(join("aws_access_key_id = AKIA", "IOSFODNN7EXAMPLE"));
    assert.ok(findings.length > 0);
    assert.ok(findings.every((finding) => finding.score === 0.3));
  });

  test("gives way to the specific rule where both find the same value", () => {
    assert.deepEqual(found(`GITHUB_TOKEN=${GITHUB}`), [`github-token: ${GITHUB}`]);
    assert.deepEqual(found(`Authorization: Bearer ${GITHUB}`), [`github-token: ${GITHUB}`]);
  });

  test("masks who logs in at a URL, and with what", () => {
    assert.deepEqual(found(join("postgres://app:", "n0tSoSecret.9@db/x")), ["url-password: app:n0tSoSecret.9"]);
  });

  test("leaves code that only mentions secrets alone", () => {
    for (const raw of [
      "const apiKey = process.env.API_KEY;",
      "password: ${DB_PASSWORD}",
      "const token = await getToken(user);",
      'headers = {"Authorization": f"Bearer {token}"}',
      "<task-notification>done</task-notification>",
      "IDENTITY_TOKEN=bailu",
      "max_tokens: 4096, next_page_token: null",
      "integrity sha512-ywqV+5MmyL4E7ybXgKys4DugZbX0FC6LnwrhjuykIjnK9k8OQacQ7axGKnjDXWNhns0xot3bZI5h55H8yo9cJg==",
      "The password must have 12 characters.",
    ])
      assert.deepEqual(found(raw), [], raw);
  });

  test("finds a short password that its name gives away", () => {
    assert.deepEqual(found(join("REDIS_PASSWORD=", "k9!tz7")), ["assigned-secret: k9!tz7"]);
  });

  test("details are an array with the text, its score, its type and its place", () => {
    const analyzer = prepare();
    const text = new Reading(`id ${AWS_ID}`);
    assert.deepEqual(analyzer.details(find(text.raw), text), [
      { text: AWS_ID, score: 0.95, type: "aws-access-key", start: 3, end: 23 },
    ]);
  });

  test("ignores what begins before the undecided text", () => {
    const analyzer = prepare();
    const raw = `${AWS_ID} ${AWS_ID}`;
    const findings = analyzer.analyze(new Reading(raw), { ...context, from: 5 });
    assert.deepEqual(Array.isArray(findings) && findings.map((finding: Finding) => finding.span?.start), [21]);
  });

  test("placeholders name the kind of secret", () => {
    const analyzer = prepare([
      ["employee no.", "E[0-9]{5}"],
      ["7up", "seven"],
    ]);
    const mask = (kind: string) => analyzer.mask?.({ kind, score: 1, span: { start: 0, end: 1 } });
    assert.equal(mask("aws-access-key"), "AWS_ACCESS_KEY");
    assert.equal(mask("url-password"), "URL_PASSWORD");
    assert.equal(mask("employee no."), "EMPLOYEE_NO_");
    assert.equal(mask("7up"), "CUSTOM_7UP");
  });

  test("a caller's pattern is added to the built-in rules", () => {
    assert.deepEqual(found(`E12345 and ${AWS_ID}`, [["employee", "E[0-9]{5}"]]), [
      "employee: E12345",
      `aws-access-key: ${AWS_ID}`,
    ]);
    assert.deepEqual(found("E12345", ["employee", "E[0-9]{5}"]), ["employee: E12345"]);
  });

  test("an invalid pattern makes the policy invalid, with its place and its name", () => {
    const prepared = SECRETS_KEYS_DETECTION.prepare([
      ["fine", "a"],
      ["broken", "(?<=a)b"],
    ]);
    assert.equal(prepared.kind, "invalid");
    assert.ok(prepared.kind === "invalid" && prepared.path === "1.1" && prepared.reason.includes('"broken"'));
  });
});
