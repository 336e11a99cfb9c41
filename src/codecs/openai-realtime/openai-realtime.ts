import type { Json, JsonObject } from "../../core/model.ts";
import type { Parsed } from "../codec.ts";
import { isArray, isObject, stringField } from "../shared/json-read.ts";
import type { ClientMessage, ConnectionCodec, MessageCodec, MessageFailure } from "../message-codec.ts";
import { openAiCredential, openAiErrorBody, openAiRefusalBody } from "../openai/openai-errors.ts";
import { itemOrigin, realtimeSchema } from "./openai-realtime-fields.ts";
import { RealtimeStream } from "./openai-realtime-stream.ts";
import { BODY } from "../shared/pointer.ts";
import { RequestReader } from "../shared/request-reader.ts";

/** OpenAI's Realtime API, also as Azure speaks it. @see https://platform.openai.com/docs/guides/realtime */
export const openAiRealtime: MessageCodec = {
  format: "openai-realtime",
  matches: (path) => PATH.test(path),
  credential: openAiCredential,
  open: openConversation,
};

/** Whatever version segments stand before it. */
const PATH = /\/realtime\/?$/;

function openConversation(options: { readonly readsTools: boolean }): ConnectionCodec {
  const schema = realtimeSchema(options);
  const stream = new RealtimeStream(schema);
  return {
    readClient: (body, work) => readClient(body, new RequestReader(schema, { work }), stream.ask),
    refusalFor: (message, refusal) => stream.errorMessage(openAiRefusalBody(refusal), message),
    errorFor: (message, failure) => stream.errorMessage(errorBody(failure), message),
    laneOf: stream.laneOf,
    codecOf: () => stream,
    // Any number of responses, and a block ends one.
    choiceCount: Infinity,
    isIdle: stream.isIdle,
    isQuiet: () => stream.isQuiet,
    ends: stream.ends,
    evict: stream.evict,
    takeCommands: stream.takeCommands,
  };
}

const errorBody = ({ code, message, status }: MessageFailure): JsonObject => openAiErrorBody(code, message, status);

function readClient(body: JsonObject, reader: RequestReader, ask: () => void): Parsed<ClientMessage> {
  const type = stringField(body, "type");
  switch (type) {
    case "conversation.item.create":
      if (!isObject(body["item"])) return { ok: false, reason: "item" };
      reader.read(body["item"], { pointer: BODY.child("item"), origin: itemOrigin(body["item"]), turn: 0 });
      reader.read({ ...body, item: null }, { pointer: BODY, origin: "user" });
      break;
    case "response.create": {
      const reason = readResponse(reader, body["response"] ?? null);
      if (reason !== null) return { ok: false, reason };
      reader.read({ ...body, response: null }, { pointer: BODY, origin: "user" });
      break;
    }
    case "session.update":
    case "transcription_session.update":
      reader.read(body["session"], { pointer: BODY.child("session"), origin: "system" });
      reader.read({ ...body, session: null }, { pointer: BODY, origin: "user" });
      break;
    default:
      if (type === "") return { ok: false, reason: "type" };
      reader.read(body, { pointer: BODY, origin: "user" });
  }
  return {
    ok: true,
    value: {
      slots: reader.slots,
      unreadParts: [...reader.unread],
      isRequest: type === "response.create",
      isContinued: type === "conversation.item.create",
      accept: type === "response.create" ? ask : () => {},
    },
  };
}

/** What an answer is asked for with. @returns what cannot be read */
function readResponse(reader: RequestReader, response: Json): string | null {
  if (response === null) return null;
  if (!isObject(response)) return "response";
  if (!readInput(reader, response["input"])) return "input";
  reader.read({ ...response, input: null }, { pointer: BODY.child("response"), origin: "system" });
  return null;
}

/** False when the items cannot be distinguished. */
function readInput(reader: RequestReader, input: Json | undefined): boolean {
  if (input === undefined || input === null) return true;
  if (!isArray(input)) return false;
  const list = BODY.child("response").child("input");
  for (const [turn, item] of input.entries())
    reader.read(item, { pointer: list.child(turn), origin: itemOrigin(item), turn });
  return true;
}
