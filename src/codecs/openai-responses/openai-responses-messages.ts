import type { Work } from "../../core/work-budget.ts";
import { parseJson } from "../../core/json.ts";
import type { JsonObject } from "../../core/model.ts";
import { AnswerEnds } from "../shared/answer-ends.ts";
import type { CompletionRequest, Parsed } from "../codec.ts";
import { isObject, stringField } from "../shared/json-read.ts";
import type { ClientMessage, Conversation, MessageCodec } from "../message-codec.ts";
import { openAiCredential, openAiErrorBody, openAiRefusalBody } from "../openai/openai-errors.ts";
import { hasLongId } from "../shared/long-ids.ts";
import { readsTools } from "./openai-responses-fields.ts";
import { openAiResponses } from "./openai-responses.ts";
import { ResponsesLane } from "./openai-responses-lane.ts";
import type { SseEvent } from "../framing/sse.ts";

/** OpenAI responses over a WebSocket. @see https://platform.openai.com/docs/guides/websocket-mode */
export const openAiResponsesMessages: MessageCodec = {
  format: "openai-responses-messages",
  matches: (path) => PATH.test(path),
  credential: openAiCredential,
  open: (options) => new ResponsesConversation(options),
};

/** Whatever version segments stand before it. */
const PATH = /\/responses\/?$/;

/** Lanes that are remembered; their names come from the client. Of more, those with nothing under way are forgotten first. */
const LANES_MAX = 256;

/** Bodies of the client's messages have the fields of a request; the server's messages are the events of its stream. */
class ResponsesConversation implements Conversation {
  readonly choiceCount = 1;
  readonly ends = new AnswerEnds();
  readonly #readsTools: boolean;
  readonly #lanes = new Map<string, ResponsesLane>();

  constructor(options: { readonly readsTools: boolean }) {
    this.#readsTools = options.readsTools;
  }

  readonly readClient = (body: JsonObject, work?: Work): Parsed<ClientMessage> => {
    const { type, stream_id: streamId, ...fields } = body;
    if (typeof type !== "string" || type === "") return { ok: false, reason: "type" };
    if (hasLongId(body)) return { ok: false, reason: "stream_id" };
    const target = { method: "POST", path: "/responses", query: "", readsTools: this.#readsTools, work };
    const read = openAiResponses.readRequest(fields, target);
    if (!read.ok) return read;
    const request = { ...read.value, stream: true };
    const accept = (): void => {
      if (type === "response.create") this.codecOf(typeof streamId === "string" ? streamId : "").ask(asked(request));
    };
    const { slots, unreadParts } = request;
    return { ok: true, value: { slots, unreadParts, isRequest: ASKING.has(type), isContinued: false, accept } };
  };

  readonly refusalFor: Conversation["refusalFor"] = (message, refusal) =>
    errorMessage(openAiRefusalBody(refusal), 400, message);

  readonly errorFor: Conversation["errorFor"] = (message, { code, message: text, status }) =>
    errorMessage(openAiErrorBody(code, text, status), status, message);

  readonly laneOf = ({ data }: SseEvent): string => {
    if (data === null || !data.includes('"stream_id"')) return "";
    const parsed = parseJson(data);
    return parsed.ok ? stringField(parsed.value, "stream_id") : "";
  };

  readonly codecOf = (name: string): ResponsesLane => {
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    if (this.#lanes.size >= LANES_MAX) this.#forgetOne();
    const lane = new ResponsesLane(name, this.ends);
    this.#lanes.set(name, lane);
    return lane;
  };

  readonly isIdle = (name: string): boolean => this.#lanes.get(name)?.isIdle ?? true;

  readonly isQuiet = (): boolean => [...this.#lanes.values()].every(({ isIdle }) => isIdle);

  /** Each is an answer. */
  readonly giveUp = (): boolean => false;

  /** The protocol has no message that cancels: what still comes of a blocked answer is dropped. */
  readonly takeOrders = (): readonly JsonObject[] => [];

  #forgetOne(): void {
    const [first] = this.#lanes.keys();
    for (const [name, lane] of this.#lanes) {
      if (!lane.isIdle) continue;
      this.#lanes.delete(name);
      return;
    }
    if (first !== undefined) this.#lanes.delete(first);
  }
}

/** What the codec of an answer must know of its request: the texts go on and are not kept here. */
function asked(request: CompletionRequest): CompletionRequest {
  const promptLength = request.slots.reduce((sum, { text }) => sum + text.length, 0);
  const [tool] = readsTools(request) ? request.slots.filter(({ pointer }) => pointer.tokenAt(1) === "tools") : [];
  return { ...request, slots: tool === undefined ? [] : [{ ...tool, text: "" }], promptLength };
}

/** Messages that make the model answer. */
const ASKING: ReadonlySet<string> = new Set(["response.create", "response.steer"]);

function errorMessage(body: JsonObject, status: number, cause: JsonObject | null): JsonObject {
  const error = isObject(body["error"]) ? body["error"] : {};
  const streamId = cause === null ? "" : stringField(cause, "stream_id");
  return { type: "error", status, error, ...(streamId === "" ? {} : { stream_id: streamId }) };
}
