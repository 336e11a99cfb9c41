/** What a stream costs: characters that detectors are given, over all looks. Times would depend on the machine. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import type { Analyzer, PreparedAnalyzer } from "../../src/analyzers/analyzer.ts";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { systemClock } from "../../src/cli/system-clock.ts";
import { PlaceholderBook } from "../../src/core/masks.ts";
import { createStreamGuard, type StreamGuard } from "../../src/engine/stream-guard.ts";
import type { Reading } from "../../src/text/reading.ts";
import { analyzerOf, guardOf } from "../support/analyzers.ts";
import { prepare } from "../support/stream-window.ts";

const DELTA = 16;
const signal = new AbortController().signal;
const guardWith = (analyzers: readonly Analyzer[]): StreamGuard =>
  createStreamGuard(
    analyzers.map((analyzer) => guardOf(analyzer)),
    { clock: systemClock, signal, book: new PlaceholderBook() },
  );

/** The analyzer, and how many characters it has been given to hold or to look through. */
function counted(analyzer: Analyzer): { readonly analyzer: Analyzer; readonly characters: () => number } {
  const prepared = prepare(analyzer);
  let characters = 0;
  const counting: PreparedAnalyzer = {
    ...prepared,
    stableUntil: (text: Reading, from: number) => {
      characters += text.raw.length;
      return prepared.stableUntil?.(text, from) ?? 0;
    },
    analyze: (text, context) => {
      characters += text.raw.length;
      return prepared.analyze(text, context);
    },
  };
  return {
    analyzer: { ...analyzer, prepare: () => ({ kind: "ready", analyzer: counting }) },
    characters: () => characters,
  };
}

async function cost(raw: string): Promise<number> {
  const list = [counted(PII_DETECTION), counted(SECRETS_KEYS_DETECTION)];
  const guard = guardWith(list.map(({ analyzer }) => analyzer));
  for (let at = 0; at < raw.length; at += DELTA) await guard.push("c", raw.slice(at, at + DELTA));
  await guard.end("c");
  return list.reduce((sum, { characters }) => sum + characters(), 0);
}

const bytes = (length: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(length / 32) }, (_, at) => createHash("sha256").update(String(at)).digest()),
  );
const prose = "The boat left the harbour at noon and came back in the evening. ";
const TEXTS: Readonly<Record<string, (length: number) => string>> = {
  hex: (length) => bytes(length).toString("hex"),
  base64: (length) => bytes(length).toString("base64"),
  "base64 of prose": (length) => Buffer.from(prose.repeat(length / 48)).toString("base64"),
  "wrapped base64 of prose": (length) =>
    Buffer.from(prose.repeat(length / 48))
      .toString("base64")
      .replaceAll(/.{76}/g, "$&\n"),
  "one long word": (length) => "abcdefghij".repeat(length / 10 + 1),
  "a key that does not end": (length) => `-----BEGIN PRIVATE KEY-----\n${bytes(length).toString("base64")}`,
};

const SHORT = 16 * 1024;
const LONG = 64 * 1024;
/** Held as long as the short text lasts, so that is looked at less often than what goes on. */
const HELD = new Set(["base64 of prose", "wrapped base64 of prose", "a key that does not end"]);
/** How often a character is given to a detector: the window of prose holds some 600 of them, and two policies ask twice. */
const TIMES_MAX = 256;

describe("a stream of unbroken text", () => {
  for (const [name, make] of Object.entries(TEXTS))
    test(`costs as much as it is long: ${name}`, async () => {
      const ofShort = await cost(make(SHORT).slice(0, SHORT));
      const ofLong = await cost(make(LONG).slice(0, LONG));
      assert.ok(ofLong <= TIMES_MAX * LONG, `each character is given ${ofLong / LONG} times`);
      if (!HELD.has(name)) assert.ok(ofLong <= 6 * ofShort, `${ofLong / ofShort} times`);
    });

  test("lets random runs go on, since they hold nothing", async () => {
    for (const name of ["hex", "base64"]) {
      const raw = (TEXTS[name]?.(4096) ?? "").slice(0, 4096);
      const guard = guardWith([PII_DETECTION]);
      let decided = 0;
      for (let at = 0; at < raw.length; at += DELTA) {
        ({ decided } = await guard.push("c", raw.slice(at, at + DELTA)));
        assert.ok(at + DELTA - decided <= 512, `${at + DELTA - decided} of ${name}`);
      }
    }
  });
});

/** Holds everything behind the last line break, and counts how often it is asked. */
function lines(): { readonly analyzer: Analyzer; readonly asked: () => number } {
  let asked = 0;
  const stableUntil = ({ raw }: Reading): number => {
    asked += 1;
    return raw.lastIndexOf("\n") + 1;
  };
  return { analyzer: analyzerOf("lines", { analyze: () => [], stableUntil }), asked: () => asked };
}

describe("much undecided text", () => {
  test("is looked at again when an eighth of it has come anew, and at its end", async () => {
    const { analyzer, asked } = lines();
    const guard = guardWith([analyzer]);
    await guard.push("c", "x".repeat(2000));
    for (let at = 0; at < 249; at++) await guard.push("c", "x");
    assert.equal(asked(), 1);
    await guard.push("c", "x");
    assert.equal(asked(), 2);
    assert.equal((await guard.end("c")).decided, 2250);
  });

  test("is looked at at once when something comes that may end it, but not for more of the same", async () => {
    const { analyzer, asked } = lines();
    const guard = guardWith([analyzer]);
    await guard.push("c", "x".repeat(2000));
    assert.equal((await guard.push("c", "x\n")).decided, 2002);
    await guard.push("c", "x".repeat(2000));
    const before = asked();
    for (const part of ["/", '"', ",", ";", " ", " ", "\t"]) await guard.push("c", part);
    assert.equal(asked(), before + 2);
  });

  test("is looked at with every push as long as it is no more than prose, or a long word", async () => {
    const { analyzer, asked } = lines();
    const guard = guardWith([analyzer]);
    await guard.push("c", "x ".repeat(450));
    for (let at = 0; at < 100; at++) await guard.push("c", "x");
    assert.equal(asked(), 101);
    const unbroken = lines();
    const other = guardWith([unbroken.analyzer]);
    await other.push("c", "x".repeat(128));
    for (let at = 0; at < 18; at++) await other.push("c", "x");
    assert.equal(unbroken.asked(), 3);
  });
});
