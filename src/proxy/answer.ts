import type { UpstreamAnswer } from "../core/upstream-port.ts";
import type { TextSlot } from "../codecs/codec.ts";
import { isPromptSlot } from "../codecs/shared/prompt-slots.ts";
import { withTexts } from "../codecs/shared/body-edits.ts";
import { mayHoldTokens, withoutLooseTokens } from "../codecs/openai/token-lists.ts";
import { decodeUtf8, parseInTurns, type ParsedJson } from "../core/json.ts";
import { isTooMuchWork } from "../core/work-budget.ts";
import type { Json } from "../core/model.ts";
import { isIdentity, isReadableCoding, decodeWhole } from "./body/content-coding.ts";
import type { Answering } from "./answering.ts";
import { isWatched, unplantedBytes } from "./checks/canary-line.ts";
import { STAGE } from "./scheduling/answer-batch.ts";
import type { ProxyExchange } from "./context.ts";
import { BYTES_FIELDS, clientHeaders, headerText } from "./upstream/headers.ts";
import { inspectSlots, type SlotsPass } from "./checks/inspect.ts";
import { paidFor } from "./checks/text-checks.ts";
import { mediaType, type MediaType } from "./body/media-type.ts";
import { PROMPT_ONLY, refusalOf, sendBody, sendRefusal, sendUnavailable, sendUnread } from "./reply.ts";
import { TOO_MUCH_WORK } from "./body/answer-limits.ts";
import { relayPlain } from "./pass-through/unread-answer.ts";
import { relayStream } from "./stream/streamed.ts";

const NO_FIELDS: ReadonlySet<string> = new Set();

/** Checks the answer and passes it on. What it is, its content type says: a stream was asked for or not. */
export async function relayAnswer(answering: Answering): Promise<void> {
  const { exchange, answer } = answering;
  if (answer.status < 200 || answer.status > 299) {
    await relayUnchecked(exchange, answer, ERROR_MAX_BYTES);
    return;
  }
  const type = mediaType(headerText(answer.headers, "content-type"));
  if (!answering.completion.readsAnswer) {
    await relayWithoutText(answering, type);
    return;
  }
  const framing = type.isUtf8 ? answering.codec.framing(type, answering.completion) : null;
  if (!isReadableCoding(headerText(answer.headers, "content-encoding"))) {
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
  // Where the canary's line went out, it may come back.
  const mayRepeat = isJson && isWatched(exchange) && completion.slots.some(isPromptSlot);
  if (mayRepeat) await relayUnchecked(exchange, answer, exchange.upstream.responseMaxBytes);
  else await relayPlain(exchange, answer);
}

/** Longest error of a provider. */
const ERROR_MAX_BYTES = 1024 * 1024;

/**
 * Answers that are no completion (errors, redirects) pass as they are, bounded: they say why the provider refused what was
 * already checked, and a masked or blocked error would hide a wrong key or an exhausted quota behind a policy.
 */
async function relayUnchecked(exchange: ProxyExchange, answer: UpstreamAnswer, maxBytes: number): Promise<void> {
  const bytes = await answer.body.whole(maxBytes, exchange.place);
  if (bytes === null) {
    exchange.abort.abort();
    sendUnread(exchange, 502, "too large");
    return;
  }
  Object.assign(exchange.headers, PROMPT_ONLY);
  const shown = isWatched(exchange) ? await withoutCanary(exchange, answer, { bytes, maxBytes }) : null;
  const headers = clientHeaders(answer.headers, shown === null ? LENGTH : BYTES_FIELDS);
  sendBody(exchange, answer.status, { headers, body: shown ?? bytes });
}

/** `null`: it has none, as far as it can be decoded. */
async function withoutCanary(
  { runtime }: ProxyExchange,
  { headers }: UpstreamAnswer,
  { bytes, maxBytes }: { readonly bytes: Uint8Array; readonly maxBytes: number },
): Promise<Uint8Array | null> {
  const decoded = await decodeWhole(bytes, headerText(headers, "content-encoding"), { maxBytes });
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
  const bytes = await answer.body.whole(maxBytes, exchange.place);
  exchange.trace?.call?.received();
  if (bytes === null) {
    exchange.abort.abort();
    sendUnread(exchange, 502, "too large");
    return;
  }
  const decoding = decodeWhole(bytes, headerText(answer.headers, "content-encoding"), {
    maxBytes,
    place: exchange.place,
  });
  const decoded = decoding instanceof Promise ? await decoding : decoding;
  if (decoded.kind !== "bytes") {
    sendUnread(exchange, 502, decoded.kind === "invalid" ? "content encoding" : "too large");
    return;
  }
  try {
    const reading = readBody(answering, { bytes: decoded.bytes, isText });
    const read = reading instanceof Promise ? await reading : reading;
    // All that have come together are read before the first is judged.
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
function readBody(
  answering: Answering,
  { bytes, isText }: Pick<ReadAnswer, "bytes" | "isText">,
): ReadAnswer | null | Promise<ReadAnswer | null> {
  const { answerWork: work, longTexts } = answering.exchange;
  const text = decodeUtf8(bytes);
  if (text === null) return null;
  const parsing = isText
    ? ({ ok: true, value: text } as const)
    : parseInTurns(text, { work }, longTexts.guaranteed.turn);
  const read = (json: ParsedJson): ReadAnswer | null => readParsed(answering, { bytes, isText, text, json });
  return parsing instanceof Promise ? parsing.then(read) : read(parsing);
}

interface ParsedAnswer extends Pick<ReadAnswer, "bytes" | "isText"> {
  readonly text: string;
  readonly json: ParsedJson;
}

function readParsed(
  { exchange, codec, completion }: Answering,
  { bytes, isText, text, json }: ParsedAnswer,
): ReadAnswer | null {
  if (!json.ok) return null;
  const body = !isText && mayHoldTokens(text) ? withoutLooseTokens(json.value) : json.value;
  const slots = codec.readResponse(body, completion, exchange.answerWork);
  if (!slots.ok) return null;
  const isRewritten = body !== json.value;
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
      sendRefusal(exchange, inspection.policies, answer.headers);
      return;
    case "unavailable":
      sendUnavailable(exchange, inspection.policies);
      return;
    case "pass":
      relayChanged(answering, read, inspection);
  }
}

function relayChanged({ exchange, answer, codec }: Answering, read: ReadAnswer, { changes, refused }: SlotsPass): void {
  if (changes.length + refused.length === 0) {
    const isSame = !read.isRewritten && isIdentity(headerText(answer.headers, "content-encoding"));
    const dropped = isSame ? NO_FIELDS : BYTES_FIELDS;
    sendBody(exchange, answer.status, { headers: clientHeaders(answer.headers, dropped), body: read.bytes });
    return;
  }
  let body = withTexts(read.body, changes);
  if (changes.length > 0) body = codec.afterMask(body);
  if (refused.length > 0) {
    const policies = [...new Set(refused.flatMap((item) => item.policies))];
    const pointers = refused.map((item) => item.pointer);
    const rest = codec.refuseChoices(body, pointers, refusalOf(exchange, policies));
    if (rest === null) {
      sendRefusal(exchange, policies, answer.headers);
      return;
    }
    body = rest;
  }
  sendBody(exchange, answer.status, {
    headers: clientHeaders(answer.headers, BYTES_FIELDS),
    body: read.isText && typeof body === "string" ? body : JSON.stringify(body),
  });
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
