import * as fc from "fast-check";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { JudgeAnswer, JudgeAsked, JudgeEvent, JudgeSettings, Question } from "../../src/core/judge-model.ts";
import { JudgeFailure, type FailureKind } from "../../src/judges/judge-failure.ts";
import { ConfiguredJudge, judgeId, Gate, RetryBudget, Breaker } from "../../src/judges/configured-judge.ts";
import type { ModelRequest, Model } from "../../src/judges/models/model-contract.ts";
import { createManualClock } from "../support/clock.ts";
import { makeJudge } from "../support/judges.ts";

const QUESTION: Question = { policy: "p", about: "It is so.", parts: [], isWhole: true, isFree: false };
const YES: JudgeAnswer = { score: 1, parts: [] };
const { signal } = new AbortController();

type Script = (asked: ModelRequest, signal: AbortSignal) => Promise<JudgeAnswer>;

function setUp(script: Script, over: Partial<JudgeSettings> = {}) {
  const clock = createManualClock();
  const events: JudgeEvent[] = [];
  const seen: string[] = [];
  const model: Model = {
    ask: (asked, until) => {
      seen.push(asked.text);
      return script(asked, until);
    },
    load: () => Promise.resolve(),
    drain: () => {},
    close: () => Promise.resolve(),
  };
  const counted: JudgeAsked[] = [];
  const report = (event: JudgeEvent): void => void events.push(event);
  const options = { clock, random: () => 0, report, asked: (asked: JudgeAsked) => void counted.push(asked) };
  const judge = new ConfiguredJudge(makeJudge({ url: "http://127.0.0.1" }, over), model, options);
  const ask = (text: string, more: { signal?: AbortSignal; timeoutMs?: number } = {}) =>
    judge.ask({ question: QUESTION, text, origin: "user", timeoutMs: 5000, signal, ...more });
  return { clock, events, counted, seen, judge, ask };
}

const fails =
  (kind: FailureKind, isPassing = false): Script =>
  () =>
    Promise.reject(new JudgeFailure(kind, kind, { isPassing }));
const yes: Script = () => Promise.resolve(YES);
const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new JudgeFailure("unreachable", "cut")), { once: true });
  });

describe("a judge's memory", () => {
  test("answers at once what was asked before, by question, author and text", async () => {
    const { ask, seen, judge } = setUp(yes);
    assert.deepEqual(await ask("a"), YES);
    assert.ok(!(ask("a") instanceof Promise));
    await judge.ask({ question: QUESTION, text: "a", origin: "tool", timeoutMs: 1, signal });
    await judge.ask({ question: { ...QUESTION, about: "else" }, text: "a", origin: "user", timeoutMs: 1, signal });
    assert.equal(seen.length, 3);
  });

  test("keeps no failure, and nothing at all with 0 entries", async () => {
    const failing = setUp(fails("unreadable"));
    for (let count = 0; count < 2; count++) await assert.rejects(async () => failing.ask("a"));
    const forgetful = setUp(yes, { memoEntries: 0 });
    for (let count = 0; count < 2; count++) await forgetful.ask("a");
    assert.deepEqual([failing.seen.length, forgetful.seen.length], [2, 2]);
  });

  test("is bounded", async () => {
    const { ask, seen } = setUp(yes, { memoEntries: 2 });
    for (const text of ["a", "b", "c", "a"]) await ask(text);
    assert.equal(seen.length, 4);
  });

  test("tells texts apart that differ in half a surrogate pair", async () => {
    const { ask, seen } = setUp(yes);
    for (const text of ["\ud800", "\ud801", "\ufffd"]) await ask(text);
    assert.equal(seen.length, 3);
  });
});

describe("a judge's deadline", () => {
  for (const [timeoutMs, own] of [
    [100, 2000],
    [5000, 100],
  ] as const)
    test(`is the nearer of the policy's ${timeoutMs} ms and its own ${own} ms, and cuts what is under way`, async () => {
      let isCut = false;
      const { ask, clock } = setUp(
        (_, until_) => {
          until_.addEventListener("abort", () => (isCut = true));
          return until(until_);
        },
        { timeoutMs: own },
      );
      const answer = assert.rejects(async () => ask("a", { timeoutMs }), { code: "upstream_timeout" });
      await turn();
      clock.advance(99);
      await turn();
      assert.equal(isCut, false);
      clock.advance(1);
      await answer;
      assert.equal(isCut, true);
    });

  test("covers the wait for a turn and the pause before a retry", async () => {
    const waiting = setUp((_, until_) => until(until_), { concurrencyMax: 1, timeoutMs: 100 });
    const both = [waiting.ask("a"), waiting.ask("b")].map((answer) =>
      assert.rejects(async () => answer, { code: "upstream_timeout" }),
    );
    await turn();
    waiting.clock.advance(100);
    await Promise.all(both);
    assert.deepEqual(waiting.seen, ["a"]);

    const pausing = setUp(
      () => Promise.reject(new JudgeFailure("unreachable", "429", { isPassing: true, retryAfterMs: 60_000 })),
      { retries: 1, timeoutMs: 100 },
    );
    const late = assert.rejects(async () => pausing.ask("a"), { code: "upstream_timeout" });
    await turn();
    pausing.clock.advance(100);
    await late;
    assert.equal(pausing.seen.length, 1);
  });

  test("sends nothing for a caller that is gone, and cuts for one that goes", async () => {
    const { ask, seen, events } = setUp((_, until_) => until(until_));
    await assert.rejects(async () => ask("a", { signal: AbortSignal.abort() }));
    assert.equal(seen.length, 0);
    const controller = new AbortController();
    const answer = assert.rejects(async () => ask("a", { signal: controller.signal }));
    await turn();
    controller.abort();
    await answer;
    assert.deepEqual([seen.length, events], [1, []]);
  });
});

describe("a judge's retries", () => {
  test("come after a pause, when another attempt may help", async () => {
    let count = 0;
    const script: Script = () =>
      count++ === 0 ? fails("unreachable", true)({} as ModelRequest, signal) : Promise.resolve(YES);
    const { ask, clock, seen } = setUp(script, { retries: 1 });
    const answer = ask("a");
    await turn();
    assert.equal(seen.length, 1);
    clock.advance(49);
    await turn();
    assert.equal(seen.length, 1);
    clock.advance(1);
    assert.deepEqual(await answer, YES);
  });

  test("do not come after an answer that is none", async () => {
    const { ask, seen } = setUp(fails("unreadable"), { retries: 3 });
    await assert.rejects(async () => ask("a"), { code: "internal" });
    assert.equal(seen.length, 1);
  });

  test("are a tenth of the questions at most in an outage", async () => {
    const { ask, clock, seen } = setUp(fails("unreachable", true), { retries: 5, timeoutMs: 60_000 });
    for (let count = 0; count < 200; count++) {
      const answer = assert.rejects(async () => ask(`${count}`, { timeoutMs: 60_000 }), {
        code: "upstream_unreachable",
      });
      for (let wait = 0; wait < 6; wait++) {
        await turn();
        clock.advance(2000);
      }
      await answer;
    }
    assert.ok(seen.length > 210 && seen.length <= 221, `${seen.length}`);
  });
});

describe("a judge's breaker", () => {
  test("opens in an outage, fails at once, tries again, closes, and says so", async () => {
    let isUp = false;
    const { ask, clock, seen, events } = setUp((asked, until_) => (isUp ? yes : fails("unreachable"))(asked, until_), {
      breaker: { failures: 3, openMs: 1000 },
    });
    const refused = (text: string) => assert.rejects(async () => ask(text), { code: "upstream_unreachable" });
    for (const text of ["a", "b", "c", "d", "e"]) await refused(text);
    assert.equal(seen.length, 3);
    clock.advance(1000);
    await refused("f");
    assert.equal(seen.length, 4);
    await refused("g");
    assert.equal(seen.length, 4);
    isUp = true;
    clock.advance(1000);
    assert.deepEqual(await ask("h"), YES);
    assert.deepEqual(await ask("i"), YES);
    assert.deepEqual(
      events.filter(({ kind }) => kind !== "failed").map(({ kind }) => kind),
      ["opened", "closed"],
    );
  });

  // Else whoever writes texts could close the judge to everybody.
  test("does not open for answers that are none", async () => {
    const { ask, seen } = setUp(fails("unreadable"), { breaker: { failures: 1, openMs: 1000 } });
    for (const text of ["a", "b", "c"]) await assert.rejects(async () => ask(text));
    assert.equal(seen.length, 3);
  });

  test("opens for silence, and not for callers that go away", async () => {
    const { ask, clock, seen } = setUp((_, until_) => until(until_), { breaker: { failures: 1, openMs: 1000 } });
    const controller = new AbortController();
    const gone = assert.rejects(async () => ask("a", { signal: controller.signal }));
    await turn();
    controller.abort();
    await gone;
    const silent = assert.rejects(async () => ask("b", { timeoutMs: 10 }));
    await turn();
    clock.advance(10);
    await silent;
    await assert.rejects(async () => ask("c"), { code: "upstream_unreachable" });
    assert.deepEqual(seen, ["a", "b"]);
  });

  test("is told of failures with their number, not of each one", async () => {
    const { ask, clock, events } = setUp(fails("unreachable"));
    for (let count = 0; count < 5; count++) await assert.rejects(async () => ask(`${count}`));
    clock.advance(10_000);
    await assert.rejects(async () => ask("more"));
    assert.deepEqual(events, [
      { kind: "failed", judge: "judge", reason: "unreachable", count: 1 },
      { kind: "failed", judge: "judge", reason: "unreachable", count: 5 },
    ]);
  });
});

describe("a judge's bounds", () => {
  test("let so many questions run, queue so many, and refuse the rest", async () => {
    let running = 0;
    let most = 0;
    const release: (() => void)[] = [];
    const { ask, seen } = setUp(
      async () => {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => void release.push(resolve));
        running -= 1;
        return YES;
      },
      { concurrencyMax: 2, queueMax: 3 },
    );
    const answers = Array.from({ length: 8 }, (_, index) => Promise.resolve(ask(`${index}`)));
    const settled = Promise.allSettled(answers);
    for (let round = 0; round < 8; round++) {
      await turn();
      release.shift()?.();
    }
    const outcomes = await settled;
    assert.equal(most, 2);
    assert.equal(seen.length, 5);
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    assert.deepEqual(
      refused.map((reason: { code: string }) => reason.code),
      ["overloaded", "overloaded", "overloaded"],
    );
  });

  test("ask about a long text in pieces, of which the strongest counts", async () => {
    const { ask, seen } = setUp(({ text }) => Promise.resolve({ score: text.includes("bad") ? 0.9 : 0.1, parts: [] }), {
      pieceChars: 200,
    });
    assert.deepEqual(await ask(`${"fine ".repeat(200)}bad ${"fine ".repeat(200)}`), { score: 0.9, parts: [] });
    assert.ok(seen.length > 10);
    assert.ok(seen.every((text) => text.length <= 200));
  });

  test("refuse a text of too many pieces instead of reading a part of it", async () => {
    const { ask, seen } = setUp(yes, { pieceChars: 200 });
    await assert.rejects(async () => ask("fine ".repeat(4000)), { code: "internal" });
    assert.equal(seen.length, 0);
  });

  test("fail the whole text when one piece fails", async () => {
    const script: Script = (asked, until_) => (asked.text.includes("bad") ? fails("unreadable") : yes)(asked, until_);
    const { ask } = setUp(script, { pieceChars: 200 });
    await assert.rejects(async () => ask(`${"fine ".repeat(100)}bad`), { code: "internal" });
  });
});

describe("judgeId", () => {
  test("is equal for equal settings only, and tells no key", () => {
    const settings = makeJudge({ url: "http://a", apiKey: "sk-secret" });
    assert.equal(judgeId(settings), judgeId(makeJudge({ url: "http://a", apiKey: "sk-secret" })));
    const others = [
      makeJudge({ url: "http://a", apiKey: "sk-other" }),
      makeJudge({ url: "http://b", apiKey: "sk-secret" }),
      { ...settings, timeoutMs: 1 },
      { ...settings, labels: new Map([["a", ["b"]]]) },
    ];
    assert.equal(new Set([settings, ...others].map(judgeId)).size, 5);
    assert.ok(!judgeId(settings).includes("secret"));
  });

  test("tells how each question ended, and how long it took", async () => {
    const unread = fails("unreadable");
    const script: Script = (asked, signal) => {
      if (asked.text === "late") return until(signal);
      return asked.text === "bad" ? unread(asked, signal) : yes(asked, signal);
    };
    const { ask, clock, counted } = setUp(script);
    await ask("a");
    await ask("a");
    await assert.rejects(async () => ask("bad"));
    const late = assert.rejects(async () => ask("late", { timeoutMs: 700 }));
    await turn();
    clock.advance(700);
    await late;
    const ends = counted.map(({ outcome, durationMs }) => [outcome, durationMs]);
    assert.deepEqual(ends, [
      ["answered", 0],
      ["remembered", 0],
      ["unreadable", 0],
      ["timeout", 700],
    ]);
  });
});

describe("Gate", () => {
  test("lets so many in, queues so many, refuses the rest, and admits in order", async () => {
    const gate = new Gate({ concurrencyMax: 2, queueMax: 2 });
    const leave = await gate.enter(signal);
    await gate.enter(signal);
    const order: string[] = [];
    const third = gate.enter(signal).then((out) => (order.push("third"), out));
    const fourth = gate.enter(signal).then((out) => (order.push("fourth"), out));
    await assert.rejects(gate.enter(signal), { kind: "overloaded" });
    assert.equal(gate.inside, 2);
    leave();
    (await third)();
    await fourth;
    assert.deepEqual(order, ["third", "fourth"]);
    assert.equal(gate.inside, 2);
  });

  test("forgets who gives up waiting", async () => {
    const gate = new Gate({ concurrencyMax: 1, queueMax: 1 });
    const leave = await gate.enter(signal);
    const controller = new AbortController();
    const waiting = gate.enter(controller.signal);
    controller.abort();
    await assert.rejects(waiting, { kind: "timeout" });
    const next = gate.enter(signal);
    leave();
    (await next)();
    assert.equal(gate.inside, 0);
  });
});

describe("RetryBudget", () => {
  test("grants one retry at first, then one for ten questions", () => {
    const budget = new RetryBudget();
    assert.deepEqual([budget.spend(), budget.spend()], [true, false]);
    for (let count = 0; count < 9; count++) budget.earn();
    assert.equal(budget.spend(), false);
    budget.earn();
    assert.deepEqual([budget.spend(), budget.spend()], [true, false]);
  });

  test("saves no more than ten", () => {
    const budget = new RetryBudget();
    for (let count = 0; count < 1000; count++) budget.earn();
    const granted = Array.from({ length: 20 }, () => budget.spend()).filter(Boolean);
    assert.equal(granted.length, 10);
  });

  test("never grants more than a tenth of the questions and one, whatever the order", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 500 }), (steps) => {
        const budget = new RetryBudget();
        let [questions, retries] = [0, 0];
        for (const isQuestion of steps) {
          if (isQuestion) {
            budget.earn();
            questions += 1;
          } else if (budget.spend()) retries += 1;
          assert.ok(retries <= 1 + questions / 10);
        }
      }),
    );
  });
});

function setUpBreaker(failures = 3) {
  const clock = createManualClock();
  const changes: boolean[] = [];
  const breaker = new Breaker({ failures, openMs: 1000 }, { clock, onChange: (isOpen) => changes.push(isOpen) });
  const attempt = (how: "succeeded" | "failed" | "abandoned"): boolean => {
    const leave = breaker.enter();
    leave?.[how]();
    return leave !== null;
  };
  return { clock, changes, breaker, attempt };
}

describe("Breaker", () => {
  test("opens after so many failures in a row, and a success begins the row anew", () => {
    const { breaker, attempt, changes } = setUpBreaker();
    for (const how of ["failed", "failed", "succeeded", "failed", "failed"] as const) assert.ok(attempt(how));
    assert.equal(breaker.isOpen, false);
    assert.ok(attempt("failed"));
    assert.equal(breaker.isOpen, true);
    assert.equal(attempt("succeeded"), false);
    assert.deepEqual(changes, [true]);
  });

  test("lets one probe through after its time, and closes when that succeeds", () => {
    const { breaker, attempt, clock, changes } = setUpBreaker(1);
    attempt("failed");
    clock.advance(999);
    assert.equal(breaker.enter(), null);
    clock.advance(1);
    const probe = breaker.enter();
    assert.ok(probe);
    assert.equal(breaker.enter(), null);
    probe.succeeded();
    assert.equal(breaker.isOpen, false);
    assert.ok(attempt("succeeded"));
    assert.deepEqual(changes, [true, false]);
  });

  test("stays open for its whole time again when the probe fails", () => {
    const { attempt, clock, changes, breaker } = setUpBreaker(1);
    attempt("failed");
    clock.advance(1000);
    assert.ok(attempt("failed"));
    clock.advance(999);
    assert.equal(breaker.enter(), null);
    clock.advance(1);
    assert.ok(attempt("succeeded"));
    assert.deepEqual(changes, [true, false]);
  });

  test("lets the next probe through when the caller of one went away", () => {
    const { attempt, clock } = setUpBreaker(1);
    attempt("failed");
    clock.advance(1000);
    assert.ok(attempt("abandoned"));
    assert.ok(attempt("succeeded"));
  });

  test("does not listen to what began before it opened", () => {
    const { breaker, clock } = setUpBreaker(1);
    const [slow, late, quick] = [breaker.enter(), breaker.enter(), breaker.enter()];
    quick?.failed();
    slow?.succeeded();
    assert.equal(breaker.isOpen, true);
    clock.advance(900);
    late?.failed();
    clock.advance(100);
    assert.ok(breaker.enter());
  });
});
