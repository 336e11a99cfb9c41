/** Bodies that ended the service or held it up for seconds, in a process of its own with a small heap. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Gate } from "../../tools/fuzz/gate.ts";

const CHAT = "/v1/chat/completions";
const user = (content: unknown): object => ({ role: "user", content });
const many = <Item>(count: number, itemAt: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => itemAt(index));
const fields = (count: number): object => Object.fromEntries(many(count, (index) => [`a${index}`, "x"]));
const body = (messages: readonly object[], rest: object = {}): string =>
  JSON.stringify({ model: "m", messages, ...rest });

const BODIES: Readonly<Record<string, { readonly text: string; readonly status: number }>> = {
  "a key of a megabyte over 12,000 fields": {
    text: body([user("hi")], { foo: { ["k".repeat(1_000_000)]: fields(12_000) } }),
    status: 200,
  },
  "keys of 220 KB over fields in six messages": {
    text: body(many(6, () => ({ ...user("hi"), more: { ["k".repeat(220_000)]: fields(2000) } }))),
    status: 200,
  },
  "40,000 messages with an address each": {
    text: body(many(40_000, (index) => user(`write to jane${index}@acme-mail.com`))),
    status: 200,
  },
  "90,000 parts of one message": {
    text: body([user(many(90_000, (index) => ({ type: "text", text: `p${index} ` })))]),
    status: 200,
  },
  "300,000 parts of one message": {
    text: body([user(many(180_000, (index) => ({ type: "text", text: `p${index} ` })))]),
    status: 413,
  },
  "160,000 short messages": { text: body(many(160_000, (index) => user(`w${index}`))), status: 413 },
  "millions of numbers behind a long one": {
    text: body([user("hi")]).replace("}]}", `}],"more":[12345678901234567890${",1".repeat(3_900_000)}]}`),
    status: 413,
  },
  "a number of eight million digits": {
    text: body([user("hi")]).replace("}]}", `}],"more":${"7".repeat(7_900_000)}}`),
    // No double has 4,096 digits.
    status: 400,
  },
};

/**
 * Of the old generation. What a body may take is a hundred times its own size at most; here it is some hundred megabytes whatever it
 * holds.
 */
const HEAP_MEGABYTES = 700;
/** Processor time, ms. The parser alone takes a part of it; these took 2 to 26 s. */
const TURN_MAX_MS = 600;
/** A busy machine makes it longer: the least counts. */
const ATTEMPTS = 3;

describe("hostile bodies of megabytes", () => {
  let gate: Gate;
  before(async () => (gate = await Gate.open(HEAP_MEGABYTES)));
  after(() => gate.close());

  for (const [name, { text, status }] of Object.entries(BODIES))
    test(`neither end the service nor freeze it: ${name}`, async () => {
      let longestMs = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < ATTEMPTS && longestMs >= TURN_MAX_MS; attempt++) {
        const cost = await gate.post(CHAT, text);
        assert.equal(cost.status, status);
        longestMs = Math.min(longestMs, cost.longestMs);
      }
      assert.ok(longestMs < TURN_MAX_MS, `held the event loop for ${longestMs} ms`);
      assert.ok(gate.isAlive);
    });
});
