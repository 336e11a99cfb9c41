import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TextKind, TextSlot } from "../../../src/codecs/codec.ts";
import { applyEdits, PlaceholderBook } from "../../../src/core/masks.ts";
import type { Policy } from "../../../src/core/model.ts";
import { ConversationLog } from "../../../src/proxy/checks/conversation-log.ts";
import {
  inspectSlots,
  inspectTexts,
  type Inspection,
  type SlotsInspection,
} from "../../../src/proxy/checks/inspect.ts";
import type { CheckedText } from "../../../src/proxy/checks/checked-text.ts";
import type { TextExchange } from "../../../src/proxy/checks/text-checks.ts";
import { Metrics } from "../../../src/telemetry/metrics.ts";
import { ExchangeTally } from "../../../src/proxy/record/tally.ts";
import { openScheduling } from "../../../src/proxy/scheduling.ts";
import { ALL_HERE } from "../../../src/engine/offload.ts";
import { VerdictMemo } from "../../../src/proxy/checks/verdict-memo.ts";
import { realClock } from "../../support/clock.ts";
import { makeAsset } from "../../support/config.ts";
import { makeRuntime, TEST_KEY, TEST_MAIL, TEST_POLICIES } from "../../support/proxy.ts";
import { at as to } from "../../support/pointers.ts";

/** As much of an exchange as checking a text needs. */
function openExchange(policies: Readonly<Record<string, Partial<Policy>>>): TextExchange {
  const runtime = makeRuntime({ assets: [makeAsset("demo-chatbot", policies)] });
  const [asset] = runtime.assets.values();
  assert.ok(asset !== undefined);
  return {
    asset,
    clock: realClock,
    abort: new AbortController(),
    conversation: new ConversationLog(),
    book: new PlaceholderBook(),
    metrics: new Metrics(),
    recording: null,
    shadow: null,
    trace: null,
    tally: new ExchangeTally(),
    memo: new VerdictMemo(100),
    longTexts: ALL_HERE,
    scheduling: openScheduling(),
  };
}

const masking = { test_mail: { action: "flag", mask: true } } as const;

async function inspectText(exchange: TextExchange, item: CheckedText): Promise<Inspection> {
  const [inspection] = await inspectTexts(exchange, [item]);
  assert.ok(inspection);
  return inspection;
}

function inspectAnswer(exchange: TextExchange, text: string, kind: TextKind): Promise<Inspection> {
  return inspectText(exchange, { text, kind, side: "output", origin: "assistant" });
}

const passed = (text: string, inspection: Inspection): string =>
  inspection.kind === "pass" ? applyEdits(text, inspection.edits) : inspection.kind;

describe("inspectTexts", () => {
  test("masks plain text and JSON, and blocks a sealed text for what it would mask", async () => {
    const text = `write to ${TEST_MAIL} now`;
    const exchange = openExchange(masking);
    assert.equal(passed(text, await inspectAnswer(exchange, text, "text")), "write to <MAIL_1> now");
    assert.equal(passed(text, await inspectAnswer(exchange, JSON.stringify(text), "json")).includes(TEST_MAIL), false);
    assert.equal(exchange.tally.outcome, "flagged");
    assert.deepEqual(await inspectAnswer(exchange, text, "sealed"), {
      kind: "block",
      policies: ["test_mail"],
      kinds: ["MAIL"],
    });
    assert.deepEqual([exchange.tally.outcome, exchange.tally.policies], ["blocked", ["test_mail"]]);
  });

  test("puts back what it masked on side input, in text and JSON, and what a policy does not restore not", async () => {
    for (const restores of [true, false]) {
      const exchange = openExchange({ test_mail: { action: "flag", mask: true, restores } });
      const prompt = { text: `I am ${TEST_MAIL}`, kind: "text", side: "input", origin: "user" } as const;
      assert.equal(passed(prompt.text, await inspectText(exchange, prompt)), "I am <MAIL_1>");
      const value = restores ? TEST_MAIL : "<MAIL_1>";
      const answers = [
        ["text", "Hi <MAIL_1>, not <MAIL_2>, nor b@c.test", `Hi ${value}, not <MAIL_2>, nor <MAIL_2>`],
        ["text", "Hi <MAIL_1>.", `Hi ${value}.`],
        ["json", '{"<MAIL_1>":"\\u003cMAIL_1>"}', `{"<MAIL_1>":"${restores ? value : "\\u003cMAIL_1>"}"}`],
        ["json", '{"to":"<MAIL_1>', `{"to":"${value}`],
        ["sealed", "<MAIL_1>", "<MAIL_1>"],
      ] as const;
      for (const [kind, text, expected] of answers)
        assert.equal(passed(text, await inspectAnswer(exchange, text, kind)), expected);
    }
  });

  test("lets a sealed text pass that a policy only flags, unaltered", async () => {
    const exchange = openExchange({ test_mail: { action: "flag" } });
    assert.deepEqual(await inspectAnswer(exchange, `to ${TEST_MAIL}`, "sealed"), { kind: "pass", edits: [] });
    assert.equal(exchange.tally.outcome, "flagged");
  });
});

describe("inspectSlots", () => {
  const parts = (texts: readonly string[], over: Partial<TextSlot> = {}): readonly TextSlot[] =>
    texts.map((text, at) => ({
      pointer: to(`/candidates/0/content/parts/${at}/text`),
      side: "output",
      origin: "assistant",
      text,
      kind: "text",
      isValue: false,
      turn: null,
      ...over,
    }));
  const textsOf = (inspection: SlotsInspection): readonly string[] | string =>
    inspection.kind === "pass" ? inspection.changes.map(({ text }) => text) : inspection.kind;
  const policies = { ...TEST_POLICIES, test_mail: { action: "flag", mask: true, restores: true } } as const;
  const cut = [`key ${TEST_KEY.slice(0, 7)}`, `${TEST_KEY.slice(7)} end`];

  test("blocks a match over parts of an answer, all of them", async () => {
    const exchange = openExchange(policies);
    assert.deepEqual(await inspectSlots(exchange, parts(cut), { keepsGoing: false }), {
      kind: "block",
      policies: ["test_keys"],
      kinds: ["KEY"],
    });
    assert.equal(exchange.tally.outcome, "blocked");
    const kept = await inspectSlots(openExchange(policies), parts([...cut, "harmless"]), { keepsGoing: true });
    assert.ok(kept.kind === "pass");
    const refused = parts([...cut, ""]).map(({ pointer }) => ({ pointer, policies: ["test_keys"], kinds: ["KEY"] }));
    assert.deepEqual(kept.refused, refused);
  });

  test("reads JSON that is cut into parts as one text, and whole JSON by itself", async () => {
    const json = [`{"key":"${TEST_KEY.slice(0, 7)}`, `${TEST_KEY.slice(7)}"}`];
    const inspect = (texts: readonly string[]): Promise<SlotsInspection> =>
      inspectSlots(openExchange(policies), parts(texts, { kind: "json" }), { keepsGoing: false });
    assert.equal(textsOf(await inspect(json)), "block");
    assert.deepEqual(textsOf(await inspect([`["${TEST_KEY.slice(0, 7)}"]`, TEST_KEY.slice(7)])), []);
  });

  test("writes masks as names take them on the way to the provider, and as ever in answers", async () => {
    for (const [side, masked] of [
      ["input", "MAIL_1"],
      ["output", "<MAIL_1>"],
    ] as const) {
      const name = parts([TEST_MAIL], { side, pointer: to("/tool/name") });
      assert.deepEqual(textsOf(await inspectSlots(openExchange(policies), name, { keepsGoing: false })), [masked]);
    }
  });

  test("leaves choices of their own apart", async () => {
    const choices = parts(cut).map((slot, at) => ({ ...slot, pointer: to(`/choices/${at}/text`) }));
    assert.deepEqual(textsOf(await inspectSlots(openExchange(policies), choices, { keepsGoing: false })), []);
  });

  test("puts a value back whose placeholder stands in two parts", async () => {
    const exchange = openExchange(policies);
    await inspectText(exchange, { text: `I am ${TEST_MAIL}`, kind: "text", side: "input", origin: "user" });
    const answer = parts(["Hi <MA", "IL_1>, not b@c.te", "st."]);
    const inspection = await inspectSlots(exchange, answer, { keepsGoing: false });
    assert.deepEqual(textsOf(inspection), [`Hi ${TEST_MAIL}`, ", not <MAIL_2>", "."]);
  });

  test("a policy that fails over the parts together refuses them", async () => {
    const inspection = await inspectSlots(openExchange(policies), parts(["exp", "lode"]), { keepsGoing: true });
    assert.deepEqual(inspection, { kind: "unavailable", policies: ["test_failing"] });
  });
});
