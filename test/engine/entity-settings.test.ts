import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { PlaceholderBook } from "../../src/core/masks.ts";
import type { NamedEntity, Policy } from "../../src/core/model.ts";
import { effectiveGuards } from "../../src/engine/effective.ts";
import { sealed, settingsByKind } from "../../src/engine/entity-settings.ts";
import { evaluate, violationOf } from "../../src/engine/evaluate.ts";
import { mayReturnTest } from "../../src/engine/may-return.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { createStreamGuard } from "../../src/engine/stream-guard.ts";
import { Reading } from "../../src/text/reading.ts";
import { guardOf } from "../support/analyzers.ts";

const clock = { now: () => 0, epochMs: () => 0, after: () => () => undefined };
const signal = new AbortController().signal;
const MAIL = "anna@kow.pl";
const CARD = "4111 1111 1111 1111";
const PHONE = "+48 601 234 567";

function policyOf(entities: readonly NamedEntity[], over: Partial<Policy> = {}): Guard {
  const metadata = entities.map(({ name }) => name);
  return guardOf(PII_DETECTION, { action: "flag", mask: true, metadata, entities, ...over });
}

const verdictOf = async (guard: Guard, raw: string) =>
  evaluate([guard], new Reading(raw), { side: "output", origin: "assistant", clock, signal });

/** What leaves a stream that is cut after every character; null where it is blocked. */
async function streamed(guard: Guard, raw: string): Promise<{ readonly text: string; readonly isBlocked: boolean }> {
  const stream = createStreamGuard([guard], { clock, signal, book: new PlaceholderBook() });
  let edited = "";
  let decided = 0;
  const take = (step: Awaited<ReturnType<typeof stream.push>>): boolean => {
    for (const { start, end, replacement } of step.edits) {
      edited += raw.slice(decided, start) + replacement;
      decided = end;
    }
    edited += raw.slice(decided, Math.max(decided, step.decided));
    decided = Math.max(decided, step.decided);
    return step.kind === "block";
  };
  for (const character of raw) if (take(await stream.push("text", character))) return { text: edited, isBlocked: true };
  return { isBlocked: take(await stream.end("text")), text: edited };
}

describe("settings of types and groups", () => {
  test("a type counts before its group, a group before a broader one, in any order", () => {
    const list: readonly NamedEntity[] = [
      { name: "CREDIT_CARD", mask: false },
      { name: "financial", action: "block", maskStyle: "redact" },
      { name: "everything", action: "flag", threshold: 0.9 },
    ];
    for (const order of [list, list.toReversed()]) {
      const { entities } = settingsByKind(order, PII_DETECTION);
      assert.deepEqual(entities?.get("CREDIT_CARD"), {
        action: "block",
        threshold: 0.9,
        maskStyle: "redact",
        mask: false,
      });
      assert.deepEqual(entities?.get("IBAN_CODE"), { action: "block", threshold: 0.9, maskStyle: "redact" });
      assert.deepEqual(entities?.get("URL"), { action: "flag", threshold: 0.9 });
    }
  });

  test("names alone say nothing", () => {
    assert.deepEqual(settingsByKind([{ name: "financial" }, { name: "-URL" }], PII_DETECTION), {});
    assert.deepEqual(settingsByKind(undefined, PII_DETECTION), {});
  });

  test("the verdict is that of the worst finding", async () => {
    const guard = policyOf([{ name: "identifiers" }, { name: "financial", action: "block" }]);
    assert.equal((await verdictOf(guard, `mail ${MAIL}`)).verdict, "flagged");
    const { verdict, violations } = await verdictOf(guard, `mail ${MAIL}, card ${CARD}`);
    assert.equal(verdict, "blocked");
    assert.deepEqual(violations[0]?.findings.length, 2);
    assert.deepEqual(
      violations[0]?.blocking?.map(({ kind }) => kind),
      ["CREDIT_CARD"],
    );
  });

  test("a type that flags stays harmless in a policy that blocks", async () => {
    const guard = policyOf([{ name: "identifiers" }, { name: "EMAIL_ADDRESS", action: "flag" }], { action: "block" });
    assert.equal((await verdictOf(guard, `mail ${MAIL}`)).verdict, "flagged");
    assert.equal((await verdictOf(guard, `card ${CARD}`)).verdict, "blocked");
  });

  test("a threshold of its own counts", async () => {
    const guard = policyOf([{ name: "identifiers" }, { name: "PHONE_NUMBER", threshold: 1 }]);
    const weak = "tel 0431 350690";
    assert.equal((await verdictOf(guardOf(PII_DETECTION), weak)).verdict, "flagged");
    assert.equal((await verdictOf(guard, weak)).verdict, "passed");
    assert.equal((await verdictOf(guard, `${weak}, ${MAIL}`)).violations[0]?.findings.length, 1);
  });

  test("a stream is masked as a whole text is, each type in its own style", async () => {
    const guard = policyOf([
      { name: "contact", maskStyle: "redact" },
      { name: "financial", mask: false },
      { name: "government" },
    ]);
    const raw = `mail ${MAIL}, card ${CARD}, US SSN 536-22-8726, call ${PHONE} today`;
    const { text, isBlocked } = await streamed(guard, raw);
    assert.equal(isBlocked, false);
    assert.equal(text, `mail <EMAIL_ADDRESS>, card ${CARD}, US SSN <US_SSN_1>, call <PHONE_NUMBER> today`);
  });

  test("a stream is cut where the first finding begins that blocks, and what only flags before it leaves", async () => {
    const guard = policyOf([
      { name: "contact", mask: false },
      { name: "financial", action: "block" },
    ]);
    const { text, isBlocked } = await streamed(guard, `mail ${MAIL}, card ${CARD} today`);
    assert.equal(isBlocked, true);
    assert.equal(text, `mail ${MAIL}, card `);
  });

  test("in a text that may not be altered only what would be masked blocks", () => {
    const guard = policyOf([{ name: "contact", mask: false }, { name: "financial" }]);
    const text = new Reading(`${MAIL} ${CARD}`);
    const finding = (kind: string, start: number, end: number) => ({ kind, score: 1, span: { start, end } });
    const mail = finding("EMAIL_ADDRESS", 0, MAIL.length);
    const card = finding("CREDIT_CARD", MAIL.length + 1, text.raw.length);
    const both = violationOf(guard, text, [mail, card]);
    assert.ok(both !== null);
    const { action, blocking } = sealed(both);
    assert.deepEqual([action, blocking], ["block", [card]]);
    const one = violationOf(guard, text, [mail]);
    assert.equal(one === null ? null : sealed(one).action, "flag");
  });

  test("a value of a type that blocks in answers is not put back", () => {
    const guard = policyOf([{ name: "contact" }, { name: "financial", action: "block" }]);
    const mayReturn = mayReturnTest([guard], { clock });
    assert.equal(mayReturn(MAIL), true);
    assert.equal(mayReturn(CARD), false);
  });

  test("a caller who may only tighten makes the types block that flag", async () => {
    const configured = policyOf([{ name: "contact", action: "flag" }, { name: "financial" }], { action: "block" });
    const [guard] = effectiveGuards([configured], [guardOf(PII_DETECTION, { action: "block" })], "tighten");
    assert.ok(guard !== undefined);
    assert.equal((await verdictOf(guard, `mail ${MAIL}`)).verdict, "blocked");
  });
});
