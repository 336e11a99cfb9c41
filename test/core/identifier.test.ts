import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { realClock } from "../support/clock.ts";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import type { Finding } from "../../src/core/model.ts";
import { isFieldName, isIdentifier, isOpaqueId } from "../../src/core/identifier.ts";
import { Reading } from "../../src/text/reading.ts";
import { runs } from "../support/runs.ts";

const context = {
  side: "input",
  origin: "user",
  from: 0,
  clock: realClock,
  signal: new AbortController().signal,
} as const;
const ANALYZERS = [SECRETS_KEYS_DETECTION, PII_DETECTION].map((analyzer) => {
  const prepared = analyzer.prepare(null);
  assert.ok(prepared.kind === "ready");
  return prepared.analyzer;
});
/** A name is a name, of persons and places too; and what needs a label to be a number has none here. */
const isTold = ({ kind, score }: Finding): boolean => kind !== "PERSON" && kind !== "LOCATION" && score > 0.5;
const hasMatch = async (text: string): Promise<boolean> => {
  for (const analyzer of ANALYZERS) if ((await analyzer.analyze(new Reading(text), context)).some(isTold)) return true;
  return false;
};

const letters = (alphabet: string, length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
const base62 = (length: number): string =>
  letters("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", length);
const hex = (length: number): string => randomBytes(length / 2).toString("hex");

/** Ids as providers, servers and client libraries make them. */
const MADE: readonly (() => string)[] = [
  () => `chatcmpl-${base62(29)}`,
  () => `call_${base62(24)}`,
  () => `toolu_01${base62(22)}`,
  () => `toolu_vrtx_01${base62(22)}`,
  () => `msg_01${base62(22)}`,
  () => `resp_${hex(50)}`,
  () => `rs_${hex(48)}`,
  () => `fp_${hex(10)}`,
  () => `event_${base62(21)}`,
  () => `chatcmpl-tool-${randomUUID()}`,
  () => `req_${hex(32)}`,
  () => randomUUID(),
  () => `gen-1723456789-${base62(20)}`,
];
const NAMES = [
  "conversation.item.input_audio_transcription.completed",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "gpt-4o-2024-08-06",
  "claude-3-5-sonnet-20241022-v2:0",
  "accounts/fireworks/models/llama-v3p1-405b-instruct",
  "HARM_CATEGORY_SEXUALLY_EXPLICIT",
  "end_turn",
  "1024x1024",
  "2026-01-01T00:00:00.123456Z",
  "24h",
];

describe("isIdentifier", () => {
  test("takes names of formats and ids that are made, so that they need no look", () => {
    for (const name of NAMES) assert.ok(isIdentifier("", name), name);
    for (const make of MADE)
      for (let time = 0; time < 200; time++) {
        const id = make();
        assert.ok(isIdentifier("", id), id);
      }
  });

  test("takes nothing that a detector has as an example of what it finds", async () => {
    const texts = [...SECRET_DETECTORS, ...PII_DETECTORS].flatMap(({ examples }) => examples.hits.flat());
    assert.ok(texts.length > 300);
    for (const text of texts)
      for (const word of [text, ...text.split(/\s+/)])
        if (isIdentifier("", word)) assert.ok(!(await hasMatch(word)), word);
  });

  test("takes no text in which policies find a secret or somebody's data", async () => {
    const piece = fc.oneof(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.stringMatching(/^[A-Z0-9]{1,8}$/),
      fc.stringMatching(/^\d{1,6}$/),
      fc.constantFrom("sk", "ghp", "xoxb", "AKIA", "call", "id", "user", "tel", "key"),
    );
    const separator = fc.constantFrom("_", "-", ".", ":", "/", "+", "@", "");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(piece, separator), { minLength: 1, maxLength: 8 }), async (pieces) => {
        const text = pieces.flat().join("");
        if (isIdentifier("", text)) assert.ok(!(await hasMatch(text)), text);
      }),
      { numRuns: runs(1500) },
    );
  });

  test("takes no sentence, address, long number, or role that no format has", () => {
    for (const text of [
      "two words",
      "jane@acme.test",
      "4111111111111111",
      "123-45-6789",
      "10.0.0.1",
      "a".repeat(97),
      "",
    ])
      assert.ok(!isIdentifier("", text), text);
    assert.ok(isIdentifier("role", "developer") && !isIdentifier("role", "narrator"));
    assert.ok(isIdentifier("obfuscation", "aZ09") && !isIdentifier("obfuscation", "a b"));
  });
});

test("isOpaqueId also takes digits: they look like anybody's number", () => {
  assert.ok(isOpaqueId("12345678901") && isOpaqueId("user_1") && !isOpaqueId("jane doe"));
});

test("isFieldName takes the names of fields, lists of forms too", () => {
  for (const name of ["tool_calls", "include[]", "", "x-note", "file.filename"]) assert.ok(isFieldName(name), name);
  for (const name of ["two words", "jane@acme.test"]) assert.ok(!isFieldName(name), name);
});
