/**
 * A text in the place of every string of every format, and behind every key: each is read, reported, or goes with the text
 * that it repeats. What is left over stands in `UNREAD`, and in docs/fields.md.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MESSAGES, SSE } from "../../src/codecs/framing/framing.ts";
import { isArray, isObject } from "../../src/codecs/shared/json-read.ts";
import { MESSAGE_CODECS } from "../../src/codecs/registry.ts";
import type { Json } from "../../src/core/model.ts";
import { codecOf, eventOf, fieldsWith, readSample, type WireField } from "../../tools/docs/wire-fields.ts";
import { at } from "../support/pointers.ts";
import { cases, spread } from "../support/runs.ts";
import { messageFieldsOf } from "../../tools/docs/wire-messages.ts";
import { MESSAGE_SAMPLES, WIRE_SAMPLES } from "../support/wire/formats.ts";

/** None of them has the shape of a name: a sentence, a key and an address. */
const TEXTS = ["a text that says something", ["AK", "1234567890"].join(""), "jane@acme.test"] as const;

/** Credentials and addresses for the provider, in one word. */
const UNREAD =
  /^\/(?:mcp_servers\/\d+\/(?:authorization_token|url)|fallback_credit_token|data_sources\/\d+\/parameters\/authentication\/\w+)$/;
/** Letters and digits of no meaning, another ones in each event. */
const NOISE = /\/obfuscation$/;

const isDocumented = (pointer: string, text: string): boolean =>
  NOISE.test(pointer) ? /^\w+$/.test(text) : UNREAD.test(pointer) && !text.includes(" ");

function left(fields: readonly WireField[], text: string): readonly string[] {
  return fields
    .filter(({ reading, pointer }) => reading.kind === "structure" && !isDocumented(pointer, text))
    .map(({ side, event, pointer }) => `${side} ${event} ${pointer}`);
}

describe("a text in the place of any string", () => {
  for (const text of cases(TEXTS, 1)) {
    for (const sample of WIRE_SAMPLES)
      test(`${sample.title} (${sample.format}): "${text}" is read`, () => {
        assert.deepEqual(left(fieldsWith(sample, text, spread), text), []);
      });

    for (const sample of MESSAGE_SAMPLES)
      test(`${sample.format}: "${text}" is read`, () => {
        assert.deepEqual(left(messageFieldsOf(sample, text), text), []);
      });
  }
});

const KEY = "a key that says something";

/** The body with one more field in each of its objects, one after the other. */
function withKeys(body: Json, at = ""): readonly (readonly [at: string, body: Json])[] {
  if (isArray(body))
    return body.flatMap((item, index) =>
      withKeys(item, `${at}/${index}`).map(([place, changed]) => [place, body.with(index, changed)] as const),
    );
  if (!isObject(body)) return [];
  const within = Object.entries(body).flatMap(([key, child]) =>
    withKeys(child, `${at}/${key}`).map(([place, changed]) => [place, { ...body, [key]: changed }] as const),
  );
  return [[at, { ...body, [KEY]: 1 }], ...within];
}

const says = (texts: readonly { readonly text: string }[]): boolean => texts.some(({ text }) => text.includes(KEY));

/** Definitions of tools are read on demand, log probabilities are compared. */
const APART = /\/logprobs(?:Result)?(?:\/|$)/;

describe("a text in the place of any key", () => {
  for (const sample of WIRE_SAMPLES) {
    const codec = codecOf(sample);
    const plain = readSample(sample, sample.request, { readsTools: false });

    test(`${sample.title} (${sample.format}): is read in a request`, () => {
      for (const [at, body] of withKeys(sample.request))
        assert.ok(
          says(readSample(sample, body, { readsTools: true }).slots),
          `a key of the object at "${at}" is not read`,
        );
    });

    test(`${sample.title} (${sample.format}): is read in an answer`, () => {
      for (const [at, body] of withKeys(sample.answer)) {
        if (APART.test(at)) continue;
        const read = codec.readResponse(body, { ...plain, slots: [TOOLS] });
        assert.ok(read.ok && says(read.value), `a key of the object at "${at}" is not read`);
      }
    });

    test(`${sample.title} (${sample.format}): is read in a stream`, () => {
      for (const [event, whole] of sample.events.entries())
        for (const [at, body] of withKeys(whole)) {
          if (APART.test(at)) continue;
          const stream = codec.openStream({ ...plain, slots: [TOOLS], stream: true }, SSE);
          const steps = [...sample.events.slice(0, event), body].map((each) => stream.read(eventOf(each)));
          const last = steps.at(-1);
          assert.ok(last?.ok === true && says(last.value.deltas), `a key of event ${event}, "${at}", is not read`);
        }
    });
  }

  for (const sample of MESSAGE_SAMPLES)
    test(`${sample.format}: is read in messages of both sides`, () => {
      const codec = MESSAGE_CODECS.find(({ format }) => format === sample.format);
      assert.ok(codec);
      const open = () => codec.open({ readsTools: true });
      for (const message of sample.client)
        for (const [at, body] of withKeys(message)) {
          const read = isObject(body) ? open().readClient(body) : null;
          assert.ok(read?.ok === true && says(read.value.slots), at);
        }
      for (const message of sample.server)
        for (const [at, body] of withKeys(message)) {
          if (APART.test(at)) continue;
          const conversation = open();
          const event = MESSAGES.event(JSON.stringify(body));
          const step = conversation.codecOf(conversation.laneOf(event)).read(event);
          assert.ok(step.ok && says(step.value.deltas), `${JSON.stringify(message["type"])} ${at}`);
        }
    });
});

/** Of a request that brings tools, so that an answer's are read. */
const TOOLS = {
  pointer: at("/tools/0"),
  side: "input",
  origin: "system",
  text: "{}",
  kind: "json",
  isValue: true,
  turn: null,
} as const;
