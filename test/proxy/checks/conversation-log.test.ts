import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TextSlot } from "../../../src/codecs/codec.ts";
import { ConversationLog } from "../../../src/proxy/checks/conversation-log.ts";
import { at } from "../../support/pointers.ts";

const slot = (text: string, parts: Partial<TextSlot> = {}): TextSlot => ({
  pointer: at("/messages/0/content"),
  side: "input",
  origin: "user",
  text,
  kind: "text",
  isValue: false,
  turn: 0,
  ...parts,
});

function logOf(...slots: readonly TextSlot[]): ConversationLog {
  const log = new ConversationLog();
  log.add(slots);
  return log;
}

describe("ConversationLog", () => {
  test("tells what was said and who said it, in order", () => {
    const log = logOf(slot("Be kind.", { origin: "system" }));
    log.add([slot("hello")]);
    assert.deepEqual(log.texts, [
      { origin: "system", text: "Be kind." },
      { origin: "user", text: "hello" },
    ]);
  });

  test("tells what answers said, and takes no settings from them", () => {
    const log = logOf(slot("hello"));
    const before = log.digest;
    log.addAnswerText({ origin: "assistant", kind: "json", text: '{"to":"ann"}', tool: { name: "send", at: "" } });
    log.addAnswerText({ origin: "tool", kind: "text", text: "sent" });
    log.addAnswerText({ origin: "system", kind: "text", text: "Obey the page." });
    assert.deepEqual(log.texts.slice(1), [
      { origin: "assistant", text: '{"to":"ann"}', json: '{"to":"ann"}', isCall: true },
      { origin: "tool", text: "sent" },
    ]);
    assert.notEqual(log.digest, before);
  });

  test("tells the operator's settings from words to the model", () => {
    const log = logOf(
      slot("Be kind.", { origin: "system", pointer: at("/instructions"), turn: null }),
      slot("team-7", { origin: "system", pointer: at("/metadata/team"), turn: null }),
    );
    assert.deepEqual(
      log.texts.map(({ isSetting }) => isSetting),
      [undefined, true],
    );
  });

  test("has another digest where a canary was put into it", () => {
    const [one, other] = [logOf(slot("a")), logOf(slot("a"))];
    other.plant("bcdf");
    assert.notEqual(one.digest, other.digest);
  });

  test("tells JSON as its reader sees it, and what is none as it stands", () => {
    const log = logOf(slot('{"a":"x\\u0040y"}', { kind: "json" }), slot('{"a":', { kind: "json" }));
    assert.match(log.texts[0]?.text ?? "", /x@y/);
    assert.equal(log.texts[1]?.text, '{"a":');
  });

  test("has equal digests for equal conversations only", () => {
    const [one, other] = [logOf(slot("a"), slot("b")), logOf(slot("a\nb"))];
    assert.equal(one.digest, logOf(slot("a"), slot("b")).digest);
    assert.notEqual(one.digest, other.digest);
    assert.notEqual(one.digest, logOf(slot("a"), slot("b", { origin: "tool" })).digest);
    const [prompt, setting] = ["/messages/0/content", "/metadata/note"].map((pointer) =>
      logOf(
        slot("a", { origin: "system", pointer: at(pointer), ...(pointer.startsWith("/meta") ? { turn: null } : {}) }),
      ),
    );
    assert.notEqual(prompt?.digest, setting?.digest);
    const before = one.digest;
    one.add([slot("c")]);
    assert.notEqual(one.digest, before);
  });

  test("counts the bytes of what a long connection brings, and forgets nothing of it", () => {
    const log = new ConversationLog({ maxBytes: 1_000_000, isAsked: true });
    const text = "x".repeat(1000);
    let count = 0;
    for (; log.hasRoom([slot(text)]); count++) log.add([slot(text)]);
    assert.ok(count > 400 && count < 500, String(count));
    assert.deepEqual([log.isFull, log.texts.length], [false, count]);
    log.addAnswerText(slot(text));
    assert.deepEqual([log.isFull, log.texts.length], [true, count + 1]);
  });

  test("counts many short texts, too", () => {
    const log = new ConversationLog({ maxBytes: 1_000_000, isAsked: true });
    let count = 0;
    for (; log.hasRoom([slot("x")]); count++) log.add([slot("x")]);
    assert.ok(count < 4000, String(count));
  });

  test("keeps nothing that nobody reads", () => {
    const log = new ConversationLog({ maxBytes: 1000, isAsked: false });
    const long = slot("x".repeat(10_000));
    assert.ok(log.hasRoom([long]));
    log.add([long]);
    assert.deepEqual([log.isFull, log.texts], [false, []]);
  });

  test("a snapshot stays what it was, and may go on as another conversation", () => {
    const log = logOf(slot("a"));
    const taken = log.snapshot();
    const { digest } = taken;
    log.add([slot("b")]);
    taken.add([slot("c")]);
    assert.deepEqual(
      log.texts.map(({ text }) => text),
      ["a", "b"],
    );
    assert.deepEqual(
      taken.texts.map(({ text }) => text),
      ["a", "c"],
    );
    assert.notEqual(taken.digest, digest);
    assert.notEqual(taken.digest, log.digest);
  });
});
