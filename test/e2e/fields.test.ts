/** A secret in one field after the other of every format: none reaches the provider, none comes back, masks stand where it stood. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { CODECS } from "../../src/codecs/registry.ts";
import { SSE } from "../../src/codecs/framing/framing.ts";
import { stringField } from "../../src/codecs/shared/json-read.ts";
import type { Json } from "../../src/core/model.ts";
import { bare } from "../../tools/docs/fields-page.ts";
import { eventOf, fieldsOf, planted, streamingRequest, type WireField } from "../../tools/docs/wire-fields.ts";
import { runs } from "../support/runs.ts";
import { WIRE_SAMPLES } from "../support/wire/formats.ts";
import type { WireSample } from "../../tools/docs/wire-samples/sample.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL, type TestProxy } from "../support/proxy.ts";
import { post } from "../support/proxy-client.ts";
import { replyJson, startUpstream, type FakeUpstream } from "../support/upstream.ts";

let upstream: FakeUpstream;
let proxy: TestProxy;
before(async () => {
  upstream = await startUpstream((response) => replyJson(response, {}));
  // A refused turn of the history would be left out of the prompt; here nothing of it may pass.
  const target = makeUpstream(upstream.url, { readsTools: true, blockedHistory: "block", unread: "pass" });
  proxy = await startProxy({ upstreams: [target] });
});
after(async () => {
  await proxy[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/** Most fields of one side that are sent; that the codecs read every one, the test of docs/fields.md holds. */
const FIELDS_MAX = runs(40, 12);

/** Texts of one side, each place once in each kind of event. */
function textsOf(sample: WireSample, side: WireField["side"]): readonly WireField[] {
  const found = new Map<string, WireField>();
  for (const field of fieldsOf(sample)) {
    const { reading, event, pointer } = field;
    if (field.side !== side || reading.kind !== "text") continue;
    const type = side === "stream" ? stringField(sample.events[event], "type") : "";
    found.set(`${type} ${bare(pointer)} ${reading.origin} ${reading.textKind}`, field);
  }
  const step = Math.ceil(found.size / FIELDS_MAX);
  return [...found.values()].filter((_, at) => at % step === 0);
}

const isSealed = ({ reading }: WireField): boolean => reading.kind === "text" && reading.textKind === "sealed";

const send = (sample: WireSample, body: Json, path = sample.path): Promise<Response> => post(proxy, body, { path });

/** The wire of the sample's stream, with a secret in one field, or cut in two over two events. */
function wireOf({ events }: WireSample, { event, pointer }: WireField, secret: string, isCut = false): string {
  // Pieces of one text stand side by side: a letter in front of a secret would make it another word.
  const halves = isCut ? [` ${secret.slice(0, 6)}`, `${secret.slice(6)} `] : [` ${secret} `];
  return events
    .flatMap((body, at) => (at === event ? halves.map((half) => planted(body, pointer, half)) : [body]))
    .map((body) => SSE.wire(eventOf(body), false))
    .join("");
}

async function streamed(sample: WireSample, wire: string): Promise<string> {
  upstream.script = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).end(wire);
  };
  return (await send(sample, streamingRequest(sample), sample.streaming.path)).text();
}

/** Parts of a transcript leave out what does not add up to its masked text. */
const IN_PIECES = /^\/(?:segments\/\d+\/text$|words\/)/;
/** Quotes of the answer are left out where they would change. */
const QUOTES = /\/groundingSupports\/\d+\/segment\/text$/;
/** A thought of Gemini with its signature: what would be masked in it blocks. */
const isSigned = ({ body }: WireField): boolean => /"thought":true,"thought_?[sS]ignature"/.test(JSON.stringify(body));

for (const { format } of CODECS)
  describe(`fields of ${format}`, () => {
    const samples = WIRE_SAMPLES.filter((sample) => sample.format === format);
    const each = (side: WireField["side"]): readonly (readonly [WireSample, WireField])[] =>
      samples.flatMap((sample) => textsOf(sample, side).map((field) => [sample, field] as const));

    test("keep a secret of the request from the provider", async () => {
      upstream.script = (response) => replyJson(response, {});
      for (const [sample, field] of each("request")) {
        const calls = upstream.seen.length;
        const blocked = await send(sample, planted(sample.request, field.pointer, TEST_KEY));
        assert.equal(blocked.status, 400, field.pointer);
        assert.ok(!(await blocked.text()).includes(TEST_KEY));
        assert.equal(upstream.seen.length, calls, field.pointer);
        const masked = await send(sample, planted(sample.request, field.pointer, TEST_MAIL));
        await masked.body?.cancel();
        assert.equal(upstream.seen.length, calls + (isSealed(field) ? 0 : 1), field.pointer);
        const seen = isSealed(field) ? "" : String(upstream.seen.at(-1)?.body);
        assert.ok(!seen.includes(TEST_MAIL) && seen.includes("MAIL_1") !== isSealed(field), field.pointer);
      }
    });

    test("keep a secret of a whole answer from the client", async () => {
      for (const [sample, field] of each("answer")) {
        for (const secret of [TEST_KEY, TEST_MAIL]) {
          const body = planted(sample.answer, field.pointer, secret);
          upstream.script = (response) => replyJson(response, body);
          const answer = await send(sample, sample.request);
          const isRefused = secret === TEST_KEY || isSealed(field);
          assert.equal(answer.status, isRefused ? 400 : 200, field.pointer);
          const text = await answer.text();
          const isShown = !isRefused && !IN_PIECES.test(field.pointer) && !QUOTES.test(field.pointer);
          assert.ok(!text.includes(secret) && text.includes("MAIL_1") === isShown, field.pointer);
        }
      }
    });

    test("keep a secret of a streamed answer from the client, in one piece or in two", async () => {
      for (const [sample, field] of each("stream")) {
        const { reading } = field;
        const name = `${field.event} ${field.pointer}`;
        for (const secret of [TEST_KEY, TEST_MAIL]) {
          const text = await streamed(sample, wireOf(sample, field, secret));
          assert.ok(!text.includes(secret), name);
          const isShown = secret === TEST_MAIL && !isSealed(field) && !isSigned(field) && !QUOTES.test(field.pointer);
          if (isShown)
            assert.ok(text.includes("MAIL_1"), `${name}: no mask has left (events after the last are not relayed)`);
          if (reading.kind !== "text" || reading.release !== "coming" || !CUT.test(field.pointer)) continue;
          const cut = await streamed(sample, wireOf(sample, field, secret, true));
          assert.ok(!cut.includes(secret.slice(0, 6)) && !cut.includes(secret.slice(6)), `${name} in two pieces`);
        }
      }
    });

    test("are reported where no policy reads them, and refused under unread_parts: deny", async () => {
      const target = makeUpstream(upstream.url, { unreadParts: "deny" });
      await using strict = await startProxy({ upstreams: [target] });
      for (const sample of samples) {
        upstream.script = (response) => replyJson(response, sample.answer);
        const hasUnread = fieldsOf(sample).some(
          ({ side, reading }) =>
            side === "request" && (reading.kind === "unread" || (reading.kind === "text" && reading.isReported)),
        );
        const open = await send(sample, sample.request);
        assert.equal(open.headers.get("x-guardrail-unread")?.startsWith("parts ") ?? false, hasUnread, sample.title);
        const calls = upstream.seen.length;
        const closed = await post(strict, sample.request, { path: sample.path });
        assert.equal(closed.status === 403, hasUnread, sample.title);
        assert.equal(upstream.seen.length, calls + (hasUnread ? 0 : 1), sample.title);
      }
    });
  });

/** Fields that a provider writes piece by piece. */
const CUT =
  /(?:^|\/)(?:delta|parts\/0|choices\/0)(?:\/(?:content|text|reasoning|reasoning_content|refusal|thinking|audio\/transcript))?$/;
