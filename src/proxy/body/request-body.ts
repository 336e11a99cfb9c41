import type { CompletionCodec } from "../../codecs/codec.ts";
import { changeSteps, type TextChange } from "../../codecs/shared/body-edits.ts";
import { readFormView } from "../../codecs/forms/form-view.ts";
import type { Pointer } from "../../codecs/shared/pointer.ts";
import { decodeUtf8, parseInTurns } from "../../core/json.ts";
import type { Json } from "../../core/model.ts";
import { SLICE_UNITS, type Steps } from "../../core/steps.ts";
import { decodeWhole } from "./content-coding.ts";
import type { ProxyExchange } from "../context.ts";
import { mediaType } from "./media-type.ts";
import { sendFailure, sendProviderError } from "../proxy-reply.ts";

/** A request's body as its codec reads it. */
export interface RequestBody {
  readonly kind: "body";
  /** `null`: there is none. */
  readonly json: Json;
  /** Parts that are not in it: files of a form. */
  readonly unreadParts: readonly string[];
  /** The body with changed texts and without list elements, uncoded; `null` when it cannot be written so. */
  readonly write: (changes: readonly TextChange[], takenOut: readonly Pointer[]) => Steps<Buffer | null>;
}

type BodyReading =
  | RequestBody
  /** It can be read in no way, or in two; `reason` says what of it. */
  | { readonly kind: "unread"; readonly reason: string }
  /** The exchange is over: it was no body at all. */
  | { readonly kind: "refused" };

const REFUSED: BodyReading = { kind: "refused" };

/** Undoes the coding, and reads JSON, or a form where the codec takes one. */
export async function readRequestBody(
  exchange: ProxyExchange,
  codec: CompletionCodec,
  bytes: Buffer,
): Promise<BodyReading> {
  if (bytes.length === 0) return jsonBody(null);
  const { headers } = exchange.request;
  const { bodyMaxBytes: maxBytes } = exchange.runtime.config.server;
  const decoding = decodeWhole(bytes, headers["content-encoding"], { maxBytes, place: exchange.place });
  const decoded = decoding instanceof Promise ? await decoding : decoding;
  if (decoded.kind === "too_large") {
    sendFailure(exchange, "body_too_large");
    return REFUSED;
  }
  if (decoded.kind === "invalid") {
    const message = "The request body is not in its content encoding";
    sendProviderError(exchange, 400, { code: "invalid_encoding", message });
    return REFUSED;
  }
  const type = headers["content-type"] ?? "";
  if (codec.forms !== undefined && mediaType(type).isForm) return formBody(decoded.bytes, type, codec.forms);
  return parsedBody(exchange, decoded.bytes);
}

async function parsedBody(exchange: ProxyExchange, bytes: Uint8Array): Promise<BodyReading> {
  const later = exchange.scheduling.texts.whole(bytes.length);
  if (later !== null) await later;
  const text = decodeUtf8(bytes);
  const { work, longTexts } = exchange;
  const parsing = text === null ? null : parseInTurns(text, { work }, longTexts.newRequests.yieldToLoop);
  const json = parsing instanceof Promise ? await parsing : parsing;
  if (json?.ok === true) return jsonBody(json.value);
  sendInvalidJson(exchange, json === null ? "must be valid JSON" : json.reason);
  return REFUSED;
}

export function sendInvalidJson(exchange: ProxyExchange, reason: string): void {
  sendProviderError(exchange, 400, { code: "invalid_json", message: `The request body ${reason}` });
}

function jsonBody(json: Json): RequestBody {
  const write: RequestBody["write"] = function* (changes, takenOut) {
    const changed = yield* changeSteps(json, changes, takenOut);
    // The runtime writes it at once: that has a slice for itself.
    yield SLICE_UNITS;
    return Buffer.from(JSON.stringify(changed));
  };
  return { kind: "body", json, unreadParts: [], write };
}

function formBody(bytes: Uint8Array, type: string, forms: NonNullable<CompletionCodec["forms"]>): BodyReading {
  const view = readFormView(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), type, forms);
  if (!view.ok) return { kind: "unread", reason: view.reason };
  const { json, unread, write } = view.value;
  // Nothing in a form is an element that goes as a whole.
  return { kind: "body", json, unreadParts: unread, write: formWriter(write) };
}

const formWriter = (write: (changes: readonly TextChange[]) => Buffer | null): RequestBody["write"] =>
  // oxlint-disable-next-line require-yield -- a form is written at once
  function* (changes) {
    return write(changes);
  };
