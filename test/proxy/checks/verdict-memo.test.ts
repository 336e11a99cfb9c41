import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AssetRuntime } from "../../../src/access/runtime.ts";
import type { Analyzer } from "../../../src/analyzers/analyzer.ts";
import { PlaceholderBook } from "../../../src/core/masks.ts";
import type { Finding } from "../../../src/core/model.ts";
import { ConversationLog } from "../../../src/proxy/checks/conversation-log.ts";
import { checkText, type TextExchange } from "../../../src/proxy/checks/text-checks.ts";
import { Metrics } from "../../../src/telemetry/metrics.ts";
import { ExchangeTally } from "../../../src/proxy/record/tally.ts";
import { openScheduling } from "../../../src/proxy/scheduling.ts";
import { ALL_HERE } from "../../../src/engine/offload.ts";
import { VerdictMemo } from "../../../src/proxy/checks/verdict-memo.ts";
import { analyzerOf } from "../../support/analyzers.ts";
import { realClock } from "../../support/clock.ts";
import { makeAsset } from "../../support/config.ts";
import { makeRuntime, TEST_KEY, TEST_MAIL, TEST_POLICIES } from "../../support/proxy.ts";
import { at } from "../../support/pointers.ts";

type Policies = Parameters<typeof makeAsset>[1];

interface Counted {
  readonly analyzer: Analyzer;
  readonly asked: () => number;
}

/** An analyzer that counts how often it is asked. */
function counting(answer: () => "found" | "late" | "broken" = () => "found"): Counted {
  let asked = 0;
  const analyze = (): readonly Finding[] | Promise<readonly Finding[]> => {
    asked += 1;
    if (answer() === "broken") throw new Error("on purpose");
    return answer() === "late" ? Promise.resolve([]) : [];
  };
  const analyzer = analyzerOf("test_counted", { lookback: 8, analyze });
  return { analyzer, asked: () => asked };
}

function assetOf(policies: Policies, { id = "a", more = [] as readonly Analyzer[] } = {}): AssetRuntime {
  const asset = makeRuntime({ assets: [makeAsset(id, policies)] }, more).assets.get(id);
  assert.ok(asset !== undefined);
  return asset;
}

function checksOf(asset: AssetRuntime, memo: VerdictMemo): TextExchange {
  return {
    asset,
    memo,
    longTexts: ALL_HERE,
    scheduling: openScheduling(),
    clock: realClock,
    abort: new AbortController(),
    metrics: new Metrics(),
    recording: null,
    shadow: null,
    trace: null,
    tally: new ExchangeTally(),
    conversation: new ConversationLog(),
    book: new PlaceholderBook(),
  };
}

const said = (text: string) => ({ text, kind: "text", side: "input", origin: "user" }) as const;

describe("the verdict memo", () => {
  test("asks the policies once for a text", async () => {
    const { analyzer, asked } = counting();
    const checks = checksOf(assetOf({ test_counted: {} }, { more: [analyzer] }), new VerdictMemo(10));
    for (let time = 0; time < 3; time++) await checkText(checks, said("hello"));
    assert.equal(asked(), 1);
    await checkText(checks, said("hello "));
    assert.equal(asked(), 2);
  });

  test("asks again for another side, author or kind", async () => {
    const { analyzer, asked } = counting();
    const checks = checksOf(assetOf({ test_counted: {} }, { more: [analyzer] }), new VerdictMemo(10));
    await checkText(checks, said("{}"));
    await checkText(checks, { ...said("{}"), origin: "tool" });
    await checkText(checks, { ...said("{}"), side: "output" });
    await checkText(checks, { ...said("{}"), kind: "json" });
    assert.equal(asked(), 4);
  });

  test("keeps answers of two conversations apart for a policy that reads them, and prompts together", async () => {
    const asked: string[] = [];
    const analyzer = analyzerOf("test_beside", {
      lookback: 8,
      readsConversation: true,
      analyze: (_text, { conversation }) => {
        asked.push(conversation?.texts[0]?.text ?? "");
        return [];
      },
    });
    const asset = assetOf({ test_beside: {} }, { more: [analyzer] });
    const memo = new VerdictMemo(10);
    for (const instructions of ["one", "other", "one"]) {
      const checks = checksOf(asset, memo);
      const slot = { pointer: at(""), isValue: false, turn: null, ...said(instructions) };
      checks.conversation.add([{ ...slot, origin: "system" }]);
      await checkText(checks, { ...said("hello"), side: "output", origin: "assistant" });
      await checkText(checks, said("hello"));
    }
    assert.deepEqual(asked, ["one", "one", "other"]);
  });

  test("is shared by equal policies of an asset, and by nothing else", async () => {
    const { analyzer, asked } = counting();
    const memo = new VerdictMemo(10);
    const ask = (policies: Policies, id = "a"): Promise<unknown> =>
      checkText(checksOf(assetOf(policies, { id, more: [analyzer] }), memo), said("hello"));
    await ask({ test_counted: {} });
    await ask({ test_counted: {} });
    assert.equal(asked(), 1, "a reload of the same policies forgets nothing");
    await ask({ test_counted: { action: "flag" } });
    await ask({ test_counted: { threshold: 0.9 } });
    await ask({ test_counted: { mask: true } });
    await ask({ test_counted: {}, test_mail: {} });
    await ask({ test_counted: {} }, "b");
    assert.equal(asked(), 6);
  });

  test("keeps nothing that may be otherwise the next time", async () => {
    for (const answer of ["late", "broken"] as const)
      for (const onError of ["block", "pass"] as const) {
        const { analyzer, asked } = counting(() => answer);
        const checks = checksOf(assetOf({ test_counted: { onError } }, { more: [analyzer] }), new VerdictMemo(10));
        const first = await checkText(checks, said("hello"));
        assert.deepEqual(await checkText(checks, said("hello")), first);
        assert.equal(first.isRepeatable, false);
        assert.equal(asked(), 2, `${answer} ${onError}`);
      }
  });

  test("has no entries when it is off", async () => {
    const { analyzer, asked } = counting();
    const memo = new VerdictMemo(0);
    const checks = checksOf(assetOf({ test_counted: {} }, { more: [analyzer] }), memo);
    assert.equal(memo.keyOf(checks.asset, "text", "hello"), null);
    await checkText(checks, said("hello"));
    await checkText(checks, said("hello"));
    assert.equal(asked(), 2);
  });

  test("tells texts apart that differ in half a surrogate pair", () => {
    const memo = new VerdictMemo(10);
    const asset = assetOf({});
    const keys = ["a\ud800", "a\ud801", "a\ufffd", "a"].map((text) => memo.keyOf(asset, "text", text));
    assert.equal(new Set(keys).size, keys.length);
  });

  test("forgets the oldest, and keeps no more masks than its bound", async () => {
    const { analyzer, asked } = counting();
    const checks = checksOf(assetOf({ test_counted: {} }, { more: [analyzer] }), new VerdictMemo(2));
    for (const text of ["a", "b", "c", "c", "b", "a"]) await checkText(checks, said(text));
    assert.equal(asked(), 4);

    const memo = new VerdictMemo(2);
    const masking = checksOf(assetOf({ test_mail: { action: "flag", mask: true } }), memo);
    const keyOf = (text: string) => memo.keyOf(masking.asset, "text input user", text);
    const [few, many] = [TEST_MAIL, `${TEST_MAIL} `.repeat(30)];
    await checkText(masking, said(few));
    const { masks } = await checkText(masking, said(many));
    assert.equal(masks.length, 30);
    assert.equal(memo.get(keyOf(few))?.masks.length, 1);
    assert.equal(memo.get(keyOf(many)), undefined);
  });

  test("holds no text", async () => {
    const memo = new VerdictMemo(10);
    const checks = checksOf(assetOf(TEST_POLICIES), memo);
    const text = `${TEST_KEY} and ${TEST_MAIL}`;
    const checkResult = await checkText(checks, said(text));
    assert.equal(checkResult.verdict, "blocked");
    const key = memo.keyOf(checks.asset, "text input user", text);
    const kept = JSON.stringify([key, memo.get(key)]);
    assert.match(kept, /test_keys/);
    assert.ok(!kept.includes(TEST_KEY) && !kept.includes(TEST_MAIL));
  });
});
