import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { TextSlot } from "../../../src/codecs/codec.ts";
import { openAiChat } from "../../../src/codecs/openai/openai-chat.ts";
import { PlaceholderBook } from "../../../src/core/masks.ts";
import type { Json } from "../../../src/core/model.ts";
import { ConversationLog } from "../../../src/proxy/checks/conversation-log.ts";
import { inspectRequest, type RequestExchange } from "../../../src/proxy/checks/request-inspection.ts";
import type { SlotsInspection } from "../../../src/proxy/checks/inspect.ts";
import { Metrics } from "../../../src/telemetry/metrics.ts";
import { ExchangeTally } from "../../../src/proxy/record/tally.ts";
import { openScheduling } from "../../../src/proxy/scheduling.ts";
import { ALL_HERE } from "../../../src/engine/offload.ts";
import { VerdictMemo } from "../../../src/proxy/checks/verdict-memo.ts";
import { realClock } from "../../support/clock.ts";
import { makeAsset } from "../../support/config.ts";
import { makeRuntime, TEST_KEY, TEST_MAIL, TEST_POLICIES } from "../../support/proxy.ts";
import { at as to } from "../../support/pointers.ts";

const runtime = makeRuntime({ assets: [makeAsset("a", { ...TEST_POLICIES, test_score: { action: "block" } })] });

interface Given {
  readonly memo?: VerdictMemo;
  readonly blockedHistory?: "block" | "tombstone";
  readonly joinedTurns?: number;
}

interface Seen {
  readonly inspection: SlotsInspection;
  readonly checks: RequestExchange;
}

async function check(slots: readonly TextSlot[], given: Given = {}): Promise<Seen> {
  const { memo = new VerdictMemo(0), blockedHistory = "tombstone", joinedTurns = 4 } = given;
  const own = {
    abort: new AbortController(),
    metrics: new Metrics(),
    recording: null,
    shadow: null,
    trace: null,
    tally: new ExchangeTally(),
    book: new PlaceholderBook(),
    conversation: new ConversationLog(),
    headers: {},
  };
  const asset = runtime.assets.get("a");
  assert.ok(asset !== undefined);
  const checks = {
    asset,
    memo,
    longTexts: ALL_HERE,
    scheduling: openScheduling(),
    clock: realClock,
    upstream: { blockedHistory, joinedTurns },
    ...own,
  };
  return { inspection: await inspectRequest(checks, { slots }), checks };
}

const slot = (turn: number | null, text: string, over: Partial<TextSlot> = {}): TextSlot => ({
  pointer: to(`/${turn}`),
  side: "input",
  origin: "user",
  text,
  kind: "text",
  isValue: false,
  turn,
  ...over,
});

const textsOf = ({ inspection }: Seen): readonly string[] | string =>
  inspection.kind === "pass" ? inspection.changes.map(({ text }) => text) : inspection.kind;

const NOTE = "[Removed by guardrail policy: test_keys]";
const SCORE_NOTE = "[Removed by guardrail policy: test_score]";

describe("a blocked message of the history", () => {
  const later = [slot(1, "answer", { origin: "assistant" }), slot(2, "go on")];

  test("makes room for a note, in the form that the place needs", async () => {
    const arguments_ = JSON.stringify({ a: TEST_KEY });
    const cases: readonly (readonly [Partial<TextSlot>, string])[] = [
      [{}, NOTE],
      [{ origin: "assistant" }, NOTE],
      [{ origin: "tool" }, NOTE],
      [{ kind: "json", text: arguments_, origin: "assistant" }, JSON.stringify({ removed: NOTE })],
      [{ kind: "json", text: arguments_, isValue: true, origin: "tool" }, JSON.stringify({ removed: NOTE })],
      [{ kind: "json", text: JSON.stringify([TEST_KEY]), isValue: true, origin: "tool" }, JSON.stringify([NOTE])],
      [{ kind: "json", text: JSON.stringify(TEST_KEY), origin: "tool" }, JSON.stringify(NOTE)],
      [{ kind: "json", text: `{"cut": "${TEST_KEY}`, origin: "assistant" }, JSON.stringify({ removed: NOTE })],
    ];
    for (const [over, note] of cases) {
      const seen = await check([slot(0, TEST_KEY, over), ...later]);
      assert.deepEqual(textsOf(seen), [note]);
      assert.equal(seen.checks.tally.outcome, "flagged");
      assert.deepEqual(seen.checks.tally.policies, ["test_keys"]);
      assert.equal(seen.checks.headers["x-guardrail-removed"], "1");
    }
  });

  test("leaves a legal name, or a legal link, where no prose may stand", async () => {
    const link = "https://guardrail.invalid/removed";
    for (const [key, left] of [
      ["name", "removed_by_guardrail"],
      ["tool_name", "removed_by_guardrail"],
      ["serverName", "removed_by_guardrail"],
      ["url", link],
      ["image_url", link],
      ["fileUri", link],
      ["text", NOTE],
      ["names", NOTE],
    ] as const) {
      const place = { pointer: to(`/messages/0/x/${key}`), origin: "assistant" } as const;
      assert.deepEqual(textsOf(await check([slot(0, `x ${TEST_KEY}`, place), ...later])), [left]);
    }
  });

  test("masks are legal there, too", async () => {
    for (const [key, masked] of [
      ["name", "to_MAIL_1_MAIL_2"],
      ["url", "to_MAIL_1_MAIL_2"],
      ["text", "to_<MAIL_1>_<MAIL_2>"],
    ]) {
      const place = { pointer: to(`/messages/0/x/${key}`), origin: "assistant" } as const;
      assert.deepEqual(textsOf(await check([slot(0, `to_${TEST_MAIL}_b@c.test`, place), ...later])), [masked]);
    }
  });

  test("is taken out where no mask can stand in it, too", async () => {
    const seen = await check([slot(0, JSON.stringify({ [TEST_MAIL]: 1 }), { kind: "json" }), ...later]);
    assert.deepEqual(textsOf(seen), [JSON.stringify({ removed: "[Removed by guardrail policy: test_mail]" })]);
    assert.equal(seen.checks.tally.outcome, "flagged");
  });

  test("is refused where nothing may be altered, and where the operator wants it", async () => {
    for (const over of [{ kind: "sealed" }, { origin: "system" }, { turn: null }] as const)
      assert.equal(textsOf(await check([slot(0, TEST_KEY, over), ...later])), "block");
    assert.equal(textsOf(await check([slot(0, TEST_KEY), ...later], { blockedHistory: "block" })), "block");
  });

  test("is counted by messages, and other texts of a message stay", async () => {
    const parts = [slot(0, TEST_KEY), slot(0, "harmless"), slot(0, `again ${TEST_KEY}`)];
    const seen = await check([...parts, slot(1, TEST_KEY, { origin: "assistant" }), slot(2, "go on")]);
    assert.deepEqual(textsOf(seen), [NOTE, NOTE, NOTE]);
    assert.equal(seen.checks.headers["x-guardrail-removed"], "2");
  });

  test("a policy that cannot run refuses the request", async () => {
    assert.equal(textsOf(await check([slot(0, "explode"), ...later])), "unavailable");
  });
});

describe("a signed thought of the history with a finding", () => {
  const thought = (at: number, text: string, over: Partial<TextSlot> = {}): TextSlot =>
    slot(1, text, { pointer: to(`/messages/1/content/${at}/thinking`), kind: "sealed", origin: "assistant", ...over });
  const answer = slot(1, "yes", { pointer: to("/messages/1/content/12/text"), origin: "assistant" });
  const later = slot(2, "go on");
  const takenOut = ({ inspection }: Seen): readonly string[] | string =>
    inspection.kind === "pass" ? inspection.takenOut.map(({ name }) => name) : inspection.kind;

  test("is taken out whole where its message keeps another part, with the memo too", async () => {
    const memo = new VerdictMemo(100);
    for (const found of [TEST_KEY, TEST_MAIL]) {
      const start = [slot(0, "a"), thought(1, found), thought(10, "hm"), thought(11, `or ${found}`), answer, later];
      for (const slots of [start, [...start, slot(3, "ok", { origin: "assistant" }), slot(4, "so?")]]) {
        const seen = await check(slots, { memo });
        assert.deepEqual(takenOut(seen), ["/messages/1/content/1", "/messages/1/content/11"]);
        assert.deepEqual(textsOf(seen), []);
        assert.equal(seen.checks.tally.outcome, "flagged");
        assert.equal(seen.checks.headers["x-guardrail-removed"], "1");
      }
    }
  });

  test("is refused where nothing would be left, where it is new, and where it is no thought", async () => {
    for (const slots of [
      [thought(0, TEST_KEY), later],
      [thought(0, TEST_KEY), thought(1, TEST_MAIL), later],
      [thought(0, TEST_KEY), slot(1, "of another message", { pointer: to("/messages/0/content/1/text") }), later],
      [thought(0, TEST_KEY, { turn: 2 }), answer, later],
      [thought(0, TEST_KEY, { pointer: to("/messages/1/content/0/content") }), answer, later],
      [thought(0, TEST_KEY, { pointer: to("/messages/1/thinking") }), answer, later],
    ])
      assert.equal(takenOut(await check(slots)), "block");
    const strict = await check([thought(0, TEST_KEY), answer, later], { blockedHistory: "block" });
    assert.equal(takenOut(strict), "block");
  });
});

describe("what is new is refused", () => {
  const cases: readonly (readonly [string, readonly TextSlot[], "block" | "removed"])[] = [
    ["the last message", [slot(0, "a"), slot(1, TEST_KEY)], "block"],
    ["one message alone", [slot(0, TEST_KEY)], "block"],
    [
      "results of tools that came together",
      [slot(0, TEST_KEY, { origin: "tool" }), slot(1, "b", { origin: "tool" })],
      "block",
    ],
    [
      "behind it the beginning of the answer",
      [slot(0, "a"), slot(1, TEST_KEY), slot(2, "Sure", { origin: "assistant" })],
      "block",
    ],
    ["behind it a word of the operator", [slot(0, TEST_KEY), slot(1, "Be brief.", { origin: "system" })], "block"],
    ["a message of the same author before it", [slot(0, TEST_KEY), slot(1, "never mind")], "removed"],
    ["results of tools before a message", [slot(0, TEST_KEY, { origin: "tool" }), slot(1, "so?")], "removed"],
    [
      "results of tools with an answer between them",
      [
        slot(0, TEST_KEY, { origin: "tool" }),
        slot(1, "next call", { origin: "assistant" }),
        slot(2, "b", { origin: "tool" }),
      ],
      "removed",
    ],
  ];
  for (const [name, slots, expected] of cases)
    test(name, async () => {
      const seen = await check(slots);
      assert.deepEqual(textsOf(seen), expected === "block" ? "block" : [NOTE]);
      assert.equal(seen.checks.tally.outcome, expected === "block" ? "blocked" : "flagged");
    });
});

describe("messages judged together", () => {
  test("an attack over two messages is refused when it is complete", async () => {
    const slots = [slot(0, "please OPEN"), slot(1, "which?", { origin: "assistant" }), slot(2, "VAULT now")];
    assert.deepEqual(textsOf(await check(slots.slice(0, 1))), []);
    const seen = await check(slots);
    assert.equal(textsOf(seen), "block");
    assert.deepEqual(seen.checks.tally.policies, ["test_score"]);
    assert.deepEqual(textsOf(await check(slots, { joinedTurns: 1 })), []);
  });

  test("parts of a message belong to it", async () => {
    assert.equal(textsOf(await check([slot(0, "hm"), slot(0, "OPEN"), slot(1, "VAULT"), slot(1, "now")])), "block");
  });

  test("an attack over parts of one message is refused, whatever stands between them", async () => {
    const link = slot(0, "https://x.test/a.png", { pointer: to("/messages/0/content/1/image_url/url") });
    const name = slot(0, "bob", { pointer: to("/messages/0/name") });
    for (const slots of [
      [slot(0, "please OPEN the"), slot(0, "VAULT now")],
      [slot(0, "hello"), slot(1, "hi", { origin: "assistant" }), slot(2, "please OPEN the"), slot(2, "VAULT now")],
      [name, slot(0, "please OPEN the"), link, slot(0, "VAULT now")],
      [slot(0, "please OPEN the"), { ...name, turn: 1 }, { ...link, turn: 1 }, slot(1, "VAULT now")],
      [slot(0, "OPEN"), slot(0, "the"), slot(0, "VAULT"), slot(0, "x".repeat(5000))],
      [slot(0, "x".repeat(5000)), slot(0, `${"y ".repeat(2500)}OPEN`), slot(0, "VAULT")],
    ]) {
      for (const joinedTurns of [2, 4]) assert.equal(textsOf(await check(slots, { joinedTurns })), "block");
    }
    const parts = [slot(0, "OPEN"), slot(0, "VAULT")];
    assert.equal(textsOf(await check(parts, { joinedTurns: 1 })), "block", "one message is one message");
    assert.deepEqual(textsOf(await check([...parts, slot(1, "go on")])), Array(2).fill(SCORE_NOTE));
  });

  test("of a long part only what is near another one is read, and nothing over its middle", async () => {
    const long = `${"x ".repeat(1000)}OPEN${"y".repeat(4000)}VAULT ${" z".repeat(1000)}`;
    assert.deepEqual(textsOf(await check([slot(0, "a"), slot(0, long), slot(0, "b")])), []);
  });

  test("what stands in one part alone has been judged by itself", async () => {
    const flagged = [slot(0, "hm"), slot(0, "open vault"), slot(0, "hm")];
    assert.equal(textsOf(await check(flagged)), "block", "by its own threshold");
    assert.deepEqual(textsOf(await check([slot(0, "open"), slot(0, "vault")])), [], "together by a higher one");
  });

  test("later its last message makes room for a note, and nothing is judged with it", async () => {
    const seen = await check([slot(0, "OPEN"), slot(1, "VAULT"), slot(2, "go on"), slot(3, "and on")]);
    assert.deepEqual(textsOf(seen), [SCORE_NOTE]);
    assert.equal(seen.checks.headers["x-guardrail-removed"], "1");
    const apart = await check([slot(0, `OPEN ${TEST_KEY} OPEN`), slot(1, "VAULT")]);
    assert.deepEqual(textsOf(apart), [NOTE], "what was taken out is not read on");
  });

  test("reaches back as many messages as it is told", async () => {
    const far = [slot(0, "OPEN"), slot(1, "the"), slot(2, "VAULT")];
    assert.equal(textsOf(await check(far, { joinedTurns: 3 })), "block");
    assert.deepEqual(textsOf(await check(far, { joinedTurns: 2 })), []);
  });

  test("counts only what scores high, and what begins before the last message", async () => {
    assert.deepEqual(textsOf(await check([slot(0, "open"), slot(1, "vault")])), []);
    assert.equal(textsOf(await check([slot(0, "open vault")])), "block", "alone the policy's own threshold holds");
  });

  test("reads what users say only", async () => {
    for (const origin of ["assistant", "tool", "system"] as const)
      assert.deepEqual(textsOf(await check([slot(0, "OPEN", { origin }), slot(1, "VAULT")])), []);
  });
});

const part = (turn: number | null, at: number, text: string, over: Partial<TextSlot> = {}): TextSlot =>
  slot(turn, text, { pointer: to(`/messages/${turn}/content/${at}/text`), ...over });
const [KEY_START, KEY_END] = [TEST_KEY.slice(0, 7), TEST_KEY.slice(7)];
const [MAIL_START, MAIL_END] = [TEST_MAIL.slice(0, 7), TEST_MAIL.slice(7)];

describe("parts of one message are read as one text", () => {
  test("a match over them is refused, in instructions too", async () => {
    for (const turn of [0, null]) {
      const over = turn === null ? ({ origin: "system" } as const) : {};
      const seen = await check([part(turn, 0, `key ${KEY_START}`, over), part(turn, 2, `${KEY_END} end`, over)]);
      assert.equal(textsOf(seen), "block");
      assert.deepEqual(seen.checks.tally.policies, ["test_keys"]);
    }
  });

  test("its neighbours pass: other messages, lists, authors, keys, and signed text", async () => {
    const others: readonly Partial<TextSlot>[] = [
      { turn: 1, pointer: to("/messages/1/content/0/text") },
      { pointer: to("/messages/0/other/1/text") },
      { origin: "assistant" },
      { pointer: to("/messages/0/content/1/title") },
      { kind: "sealed" },
      { isValue: true, kind: "json" },
    ];
    for (const over of others)
      assert.deepEqual(textsOf(await check([part(0, 0, `key ${KEY_START}`), part(0, 1, KEY_END, over)])), []);
  });

  test("a mask over them stands in the first, and nothing of the value in the others", async () => {
    const seen = await check([part(0, 0, `mail ${MAIL_START}`), part(0, 1, `${MAIL_END} or b@c.test`)]);
    assert.deepEqual(textsOf(seen), ["mail <MAIL_1>", " or <MAIL_2>"]);
    assert.equal(seen.checks.tally.outcome, "flagged");
    const three = await check([part(0, 0, "to jane"), part(0, 1, "@ac"), part(0, 2, "me.test, please")]);
    assert.deepEqual(textsOf(three), ["to <MAIL_1>", "…", ", please"], "an empty text would be refused by providers");
  });

  test("what each part says by itself is masked as ever", async () => {
    const apart = [part(0, 0, "to a@b.test "), slot(0, "c@d.test", { pointer: to("/messages/0/content/0/title") })];
    const seen = await check([...apart, part(0, 1, "and a@b.test or e@f.test")]);
    assert.deepEqual(textsOf(seen), ["to <MAIL_1> ", "<MAIL_2>", "and <MAIL_1> or <MAIL_3>"]);
  });

  test("in the history all of them make room for a note, with the memo too", async () => {
    const memo = new VerdictMemo(100);
    const start = [part(0, 0, `key ${KEY_START}`), part(0, 1, `${KEY_END} end`), part(0, 2, "x")];
    assert.equal(textsOf(await check(start, { memo })), "block");
    const more = [...start, slot(1, "no", { origin: "assistant" }), slot(2, "go on")];
    for (const slots of [more, more, [...more, slot(3, "ok", { origin: "assistant" }), slot(4, "b")]]) {
      const seen = await check(slots, { memo });
      assert.deepEqual(textsOf(seen), [NOTE, NOTE, NOTE]);
      assert.equal(seen.checks.headers["x-guardrail-removed"], "1");
    }
  });

  test("a known history that is cut otherwise into places is looked at again", async () => {
    const memo = new VerdictMemo(100);
    const apart = [slot(0, `key ${KEY_START}`), slot(0, `${KEY_END} end`)];
    assert.deepEqual(textsOf(await check(apart, { memo })), []);
    const joined = [part(0, 0, `key ${KEY_START}`), part(0, 1, `${KEY_END} end`)];
    const more = [...joined, slot(1, "no", { origin: "assistant" }), slot(2, "go on")];
    assert.deepEqual(textsOf(await check(more, { memo })), [NOTE, NOTE]);
  });

  test("a part that is taken out by itself is not read on", async () => {
    const slots = [part(0, 0, `key ${KEY_START}`), part(0, 1, ` ${TEST_KEY} `), part(0, 2, `${KEY_END} end`)];
    const seen = await check([...slots, slot(1, "go on")]);
    assert.deepEqual(textsOf(seen), [NOTE, NOTE, NOTE], "what is left of it is one match");
  });
});

const CONTENT = [
  "hello there",
  `write to ${TEST_MAIL}`,
  `${TEST_MAIL} or bob@acme.test, not <MAIL_7>`,
  `the key is ${TEST_KEY}`,
  "OPEN",
  "VAULT",
  "open the vault",
  "half a pair \ud83d",
  KEY_START,
  `${KEY_END} or ${MAIL_START}`,
  MAIL_END,
  "explode",
];
const content = fc.constantFrom(...CONTENT);
const call = (text: string): Json => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: JSON.stringify({ q: text }) } }],
});
const message: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: content.map((text) => ({ role: "user", content: text })) },
  { weight: 3, arbitrary: content.map((text) => ({ role: "assistant", content: text })) },
  { weight: 2, arbitrary: content.map((text) => ({ role: "tool", tool_call_id: "c", content: text })) },
  { weight: 1, arbitrary: content.map((text) => ({ role: "system", content: text })) },
  { weight: 2, arbitrary: content.map(call) },
  {
    weight: 3,
    arbitrary: fc.array(content, { minLength: 2, maxLength: 4 }).map((texts) => ({
      role: "user",
      content: texts.map((text) => ({ type: "text", text })),
    })),
  },
);

function slotsOf(messages: readonly Json[]): readonly TextSlot[] {
  const target = { method: "POST", path: "/v1/chat/completions", query: "", readsTools: false };
  const read = openAiChat.readRequest({ model: "m", messages }, target);
  assert.ok(read.ok);
  return read.value.slots;
}

/** Counts the texts that are looked up. */
class LookedUp extends VerdictMemo {
  texts = 0;

  override keyOf(...asked: Parameters<VerdictMemo["keyOf"]>): string | null {
    this.texts += 1;
    return super.keyOf(...asked);
  }
}

describe("of a conversation that was checked before", () => {
  const turn = (at: number): readonly TextSlot[] => [
    slot(2 * at, `question ${at}`),
    slot(2 * at + 1, `answer ${at}`, { origin: "assistant" }),
  ];
  const grown = (turns: number): readonly TextSlot[] => [
    ...Array.from({ length: turns }, (_, at) => turn(at)).flat(),
    slot(2 * turns, "and now?"),
  ];
  const grow = async (memo: LookedUp, list: readonly (readonly TextSlot[])[]): Promise<readonly number[]> => {
    const looked: number[] = [];
    for (const slots of list) {
      memo.texts = 0;
      await check(slots, { memo });
      looked.push(memo.texts);
    }
    return looked;
  };

  test("only what is new is looked at, however long it is", async () => {
    const asked = [slot(0, "question 0")];
    const list = [
      asked,
      ...[1, 2, 3, 20].map((turns) => [...grown(turns).slice(0, -1), slot(2 * turns, `question ${turns}`)]),
    ];
    const [first, ...others] = await grow(new LookedUp(1000), list);
    // The answer, the question, and the question with those before it.
    assert.deepEqual([first, ...others.slice(0, 3)], [1, 3, 3, 3]);
  });

  test("what was masked or taken out is looked at again, one by one", async () => {
    const memo = new LookedUp(1000);
    const start = [slot(0, TEST_KEY), slot(1, TEST_MAIL, { origin: "assistant" }), slot(2, "b")];
    const more = [...start, slot(3, "c", { origin: "assistant" }), slot(4, "d")];
    assert.deepEqual(await grow(memo, [start, more]), [3, 5]);
    const seen = await check(more, { memo });
    assert.deepEqual(textsOf(seen), [NOTE, "<MAIL_1>"]);
  });

  test("a change in it is seen", async () => {
    const memo = new LookedUp(1000);
    await check(grown(3), { memo });
    const answered = [...grown(3), slot(7, "so", { origin: "assistant" }), slot(8, "go on")];
    for (const [at, item] of answered.entries()) {
      const changed = answered.with(at, { ...item, text: `${item.text} ${TEST_KEY}` });
      const expected = at === answered.length - 1 ? "block" : [NOTE];
      assert.deepEqual(textsOf(await check(changed, { memo })), expected);
      // Who says it decides, too.
      const other = answered.with(at, { ...item, origin: "system", text: `${item.text} ${TEST_KEY}` });
      assert.equal(textsOf(await check(other, { memo })), "block");
    }
  });
});

test("a conversation that grows is answered the same with the memo and without", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { minLength: 2, maxLength: 14 }),
      fc.constantFrom(1, 2, 4),
      fc.constantFrom("block", "tombstone"),
      async (messages, joinedTurns, blockedHistory) => {
        const memo = new VerdictMemo(200);
        for (let count = 1; count <= messages.length; count++) {
          const slots = slotsOf(messages.slice(0, count));
          const given = { joinedTurns, blockedHistory } as const;
          const [first, again, plain] = [
            await check(slots, { ...given, memo }),
            await check(slots, { ...given, memo }),
            await check(slots, given),
          ];
          for (const seen of [first, again]) {
            assert.deepEqual(seen.inspection, plain.inspection);
            assert.deepEqual(seen.checks.headers, plain.checks.headers);
            assert.deepEqual(report(seen), report(plain));
          }
        }
      },
    ),
    { numRuns: 150 },
  );
});

const report = ({ checks: { tally } }: Seen): Json => [tally.outcome, tally.policies, tally.degraded];
