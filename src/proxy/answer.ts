import type { UpstreamAnswer } from "../core/upstream-port.ts";
import type { TextSlot } from "../codecs/codec.ts";
import { isObject } from "../codecs/shared/json-read.ts";
import { refusalNote } from "../codecs/shared/native-ends.ts";
import { isPromptSlot } from "../codecs/shared/answer-slots.ts";
import { changeSteps } from "../codecs/shared/body-edits.ts";
import { looseTokenSteps, mayHoldTokens } from "../codecs/shared/log-probabilities.ts";
import { decodeUtf8, parseInTurns, type ParsedJson } from "../core/json.ts";
import { inTurnsIf, SLICE_UNITS, type Steps } from "../core/steps.ts";
import { isTooMuchWork } from "../core/work-budget.ts";
import type { Json } from "../core/model.ts";
import { isIdentity, isReadableCoding, decodeWhole } from "./body/content-coding.ts";
import type { Answering, ProxyExchange } from "./context.ts";
import { combinedReason, type BlockReason } from "./checks/block-reason.ts";
import { isWatched, unplantedBytes } from "./checks/canary-line.ts";
import { STAGE } from "./scheduling.ts";
import { BYTES_FIELDS, clientHeaders, answerHeader } from "./upstream/headers.ts";
import { inspectSlots, type SlotsPass } from "./checks/inspect.ts";
import { paidFor } from "./checks/text-checks.ts";
import { mediaType, type MediaType } from "./body/media-type.ts";
import {
  PROMPT_ONLY,
  refusalOf,
  sendBody,
  sendRefusal,
  sendUnavailable,
  sendUnread,
  guardrailHeaders,
  note,
} from "./proxy-reply.ts";
import { TOO_MUCH_WORK } from "./body/answer-body.ts";
import { relayStream } from "./stream/streamed.ts";
import { pipeline } from "node:stream/promises";

/** Checks the answer and passes it on. What it is, its content type says: a stream was asked for or not. */
export async function relayAnswer(answering: Answering): Promise<void> {
  const { exchange, answer } = answering;
  if (answer.status < 200 || answer.status > 299) {
    await relayUnchecked(exchange, answer, ERROR_MAX_BYTES);
    return;
  }
  const type = mediaType(answerHeader(answer.headers, "content-type"));
  if (!answering.completion.readsAnswer) {
    await relayWithoutText(answering, type);
    return;
  }
  const framing = type.isUtf8 ? answering.codec.framing(type, answering.completion) : null;
  if (!isReadableCoding(answerHeader(answer.headers, "content-encoding"))) {
    await relayUnread(answering, "content encoding");
  } else if (framing !== null) {
    await relayStream(answering, framing);
  } else if (type.isUtf8 && (type.isJson || (type.isText && answering.codec.forms !== undefined))) {
    await relayWhole(answering, type);
  } else {
    await relayUnread(answering, "content type");
  }
}

/** Numbers, bytes, counts: no policy reads them. */
async function relayWithoutText({ exchange, answer, completion }: Answering, { isJson }: MediaType): Promise<void> {
  Object.assign(exchange.headers, PROMPT_ONLY);
  // Where the canary's line was sent, it may come back.
  const mayRepeat = isJson && isWatched(exchange) && completion.slots.some(isPromptSlot);
  if (mayRepeat) await relayUnchecked(exchange, answer, exchange.upstream.responseMaxBytes);
  else await relayPlain(exchange, answer);
}

/** Longest error of a provider. */
const ERROR_MAX_BYTES = 1024 * 1024;

/**
 * Answers that are no completion (errors, redirects) pass as they are, bounded: they say why the provider refused what was
 * already checked, and a masked or blocked error would mistake a wrong key or an exhausted quota for a policy.
 */
async function relayUnchecked(exchange: ProxyExchange, answer: UpstreamAnswer, maxBytes: number): Promise<void> {
  const bytes = await wholeBody(exchange, answer, maxBytes);
  if (bytes === null) return;
  Object.assign(exchange.headers, PROMPT_ONLY);
  const shown = isWatched(exchange) ? await withoutCanary(exchange, answer, { bytes, maxBytes }) : null;
  const headers = clientHeaders(answer.headers, shown === null ? LENGTH : BYTES_FIELDS);
  sendBody(exchange, answer.status, { headers, body: shown ?? bytes });
}

/** `null`: it is too large, and the exchange is over. */
async function wholeBody(
  exchange: ProxyExchange,
  { body }: UpstreamAnswer,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const bytes = await body.whole(maxBytes, exchange.place);
  if (bytes === null) {
    exchange.abort.abort();
    sendUnread(exchange, 502, "too large");
  }
  return bytes;
}

/** `null`: it has none, as far as it can be decoded. */
async function withoutCanary(
  { runtime }: ProxyExchange,
  { headers }: UpstreamAnswer,
  { bytes, maxBytes }: { readonly bytes: Uint8Array; readonly maxBytes: number },
): Promise<Uint8Array | null> {
  const decoded = await decodeWhole(bytes, answerHeader(headers, "content-encoding"), { maxBytes });
  return decoded.kind === "bytes" ? unplantedBytes(decoded.bytes, runtime) : null;
}

const LENGTH: ReadonlySet<string> = new Set(["content-length"]);

async function relayUnread({ exchange, answer }: Answering, reason: string): Promise<void> {
  if (exchange.upstream.unread === "deny") {
    exchange.abort.abort();
    sendUnread(exchange, 502, reason);
    return;
  }
  // As it comes: a stream that cannot be read is a stream all the same.
  exchange.tally.passUnread(reason);
  await relayPlain(exchange, answer);
}

async function relayWhole(answering: Answering, { isText }: MediaType): Promise<void> {
  const { exchange, answer } = answering;
  const maxBytes = exchange.upstream.responseMaxBytes;
  const bytes = await wholeBody(exchange, answer, maxBytes);
  exchange.trace?.call?.received();
  if (bytes === null) return;
  const decoding = decodeWhole(bytes, answerHeader(answer.headers, "content-encoding"), {
    maxBytes,
    place: exchange.place,
  });
  const decoded = decoding instanceof Promise ? await decoding : decoding;
  if (decoded.kind !== "bytes") {
    sendUnread(exchange, 502, decoded.kind === "invalid" ? "content encoding" : "too large");
    return;
  }
  try {
    const reading = readAnswerBody(answering, { bytes: decoded.bytes, isText });
    const read = reading instanceof Promise ? await reading : reading;
    // All that have come together are read before the first is checked.
    await STAGE;
    if (read === null) relayUnreadBytes(answering, bytes);
    else await inspectBody(answering, read);
  } catch (error: unknown) {
    if (!isTooMuchWork(error)) throw error;
    sendUnread(exchange, 502, TOO_MUCH_WORK);
  }
}

interface ReadAnswer {
  readonly bytes: Uint8Array;
  /** They are not those that came. */
  readonly isRewritten: boolean;
  /** Of a plain text its string. */
  readonly body: Json;
  readonly isText: boolean;
  readonly slots: readonly TextSlot[];
}

/** `null` when it is not what the format says. */
function readAnswerBody(
  answering: Answering,
  { bytes, isText }: Pick<ReadAnswer, "bytes" | "isText">,
): ReadAnswer | null | Promise<ReadAnswer | null> {
  const { answerWork: work, longTexts } = answering.exchange;
  const text = decodeUtf8(bytes);
  if (text === null) return null;
  const parsing = isText
    ? ({ ok: true, value: text } as const)
    : parseInTurns(text, { work }, longTexts.guaranteed.yieldToLoop);
  const read = (json: ParsedJson): ReadAnswer | null | Promise<ReadAnswer | null> =>
    inTurnsIf(bytes.length, readParsed(answering, { bytes, isText, text, json }), longTexts.guaranteed.yieldToLoop);
  return parsing instanceof Promise ? parsing.then(read) : read(parsing);
}

interface ParsedAnswer extends Pick<ReadAnswer, "bytes" | "isText"> {
  readonly text: string;
  readonly json: ParsedJson;
}

/** Each part of it that is done at once has a slice for itself. */
function* readParsed(
  { exchange, codec, completion }: Answering,
  { bytes, isText, text, json }: ParsedAnswer,
): Steps<ReadAnswer | null> {
  if (!json.ok) return null;
  const body = !isText && mayHoldTokens(text) ? yield* looseTokenSteps(json.value) : json.value;
  yield SLICE_UNITS;
  const slots = codec.readResponse(body, completion, exchange.answerWork);
  if (!slots.ok) return null;
  const isRewritten = body !== json.value;
  yield SLICE_UNITS;
  const shown = isRewritten ? Buffer.from(JSON.stringify(body)) : bytes;
  return { bytes: shown, isRewritten, body, isText, slots: slots.value };
}

async function inspectBody(answering: Answering, read: ReadAnswer): Promise<void> {
  const { exchange, answer, codec } = answering;
  const call = exchange.trace?.call;
  if (call?.isRecording === true) call.learn(codec.genAi.facts(read.body));
  // In-band a refused choice does not stop the others.
  const keepsGoing = exchange.upstream.blockedResponse === "in_band";
  exchange.recording?.addAnswer(read.slots);
  const inspection = await inspectSlots(paidFor(exchange), read.slots, { keepsGoing });
  switch (inspection.kind) {
    case "block":
      sendRefusal(exchange, inspection, answer.headers);
      return;
    case "unavailable":
      sendUnavailable(exchange, inspection.policies);
      return;
    case "pass":
      await relayChanged(answering, read, inspection);
  }
}

async function relayChanged(answering: Answering, read: ReadAnswer, pass: SlotsPass): Promise<void> {
  const { exchange, answer } = answering;
  const { changes, refused } = pass;
  if (changes.length + refused.length === 0) {
    const isSame = !read.isRewritten && isIdentity(answerHeader(answer.headers, "content-encoding"));
    const dropped = isSame ? undefined : BYTES_FIELDS;
    sendBody(exchange, answer.status, { headers: clientHeaders(answer.headers, dropped), body: read.bytes });
    return;
  }
  const reason = combinedReason(refused);
  const writing = inTurnsIf(
    read.bytes.length,
    changedBody(answering, read, { ...pass, reason }),
    exchange.longTexts.guaranteed.yieldToLoop,
  );
  const body = writing instanceof Promise ? await writing : writing;
  if (body === null) sendRefusal(exchange, reason, answer.headers);
  else sendBody(exchange, answer.status, { headers: clientHeaders(answer.headers, BYTES_FIELDS), body });
}

/** `null`: what is refused is no choice of it. */
function* changedBody(
  { exchange, codec }: Answering,
  read: ReadAnswer,
  { changes, refused, reason }: SlotsPass & { readonly reason: BlockReason },
): Steps<string | null> {
  let body = yield* changeSteps(read.body, changes);
  yield SLICE_UNITS;
  if (changes.length > 0) body = codec.afterMask(body);
  if (refused.length > 0) {
    const pointers = refused.map((item) => item.pointer);
    const refusal = refusalOf(exchange, reason);
    const rest = codec.refuseChoices(body, pointers, refusal);
    if (rest === null) return null;
    body = isObject(rest) ? { ...rest, ...refusalNote(refusal) } : rest;
  }
  // The runtime writes it at once.
  yield SLICE_UNITS;
  return read.isText && typeof body === "string" ? body : JSON.stringify(body);
}

/** Whole, but not what the format says it is. */
function relayUnreadBytes({ exchange, answer }: Answering, bytes: Uint8Array): void {
  if (exchange.upstream.unread === "deny") {
    sendUnread(exchange, 502, "body");
    return;
  }
  exchange.tally.passUnread("answer body");
  sendBody(exchange, answer.status, { headers: clientHeaders(answer.headers, LENGTH), body: bytes });
}

/** Passes an answer on as it comes, unread. A break upstream cuts the client's connection: half an answer is no answer. */
export async function relayPlain(exchange: ProxyExchange, answer: UpstreamAnswer): Promise<void> {
  note(exchange);
  exchange.onBegin();
  const { response } = exchange;
  response.writeHead(answer.status, { ...clientHeaders(answer.headers), ...guardrailHeaders(exchange) });
  await pipeline(answer.body, response);
}
