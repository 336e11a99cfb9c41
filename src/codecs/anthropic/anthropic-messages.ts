import type { Work } from "../../core/work-budget.ts";
import type { Json, Origin } from "../../core/model.ts";
import { answerSlots } from "../shared/answer-slots.ts";
import { MESSAGES_SCHEMA, WITHOUT_TOOLS } from "./anthropic-fields.ts";
import { anthropicCredential, anthropicErrorBody, anthropicRefusalBody, refusedDelta } from "./anthropic-end.ts";
import { AnthropicStream } from "./anthropic-stream.ts";
import type { CompletionCodec, CompletionRequest, Parsed, Refusal, RequestTarget, TextSlot } from "../codec.ts";
import { sseOnly } from "../framing/framing.ts";
import { messageFacts } from "../shared/gen-ai.ts";
import { isOpaqueId } from "../../core/identifier.ts";
import { field, isArray, isObject, stringField, fieldNames, listField, pick } from "../shared/json-read.ts";
import { BODY, type Pointer } from "../shared/pointer.ts";
import { completionRequest, RequestReader } from "../shared/request-reader.ts";
import type { TextLeaf } from "../shared/text-walk.ts";

/** Anthropic messages, and the counting of their tokens. @see https://docs.anthropic.com/en/api/messages */
export const anthropicMessages = {
  format: "anthropic-messages",
  matches: (method, path) => method === "POST" && PATH.test(path),
  readRequest,
  readResponse,
  // Nothing in an answer repeats its text: what is cited is a text of its own.
  afterMask: (body) => body,
  refuseChoices,
  framing: sseOnly,
  openStream: (request, framing) => new AnthropicStream(request, framing),
  refusalBody: anthropicRefusalBody,
  errorBody: anthropicErrorBody,
  credential: anthropicCredential,
  genAi: {
    provider: () => "anthropic",
    operation: (path) => (path.includes("/count_tokens") ? "count_tokens" : "chat"),
    facts: messageFacts,
  },
} as const satisfies CompletionCodec;

/** Messages of a thread belong to another provider's API. */
const PATH = /(?<!\/threads\/[^/]{1,128})\/messages(?:\/count_tokens)?\/?$/;
const COUNTING = /\/count_tokens\/?$/;

/** Names, ids, switches and tokens that are meant for the provider and that no model reads: what is none of them is read. */
const SETTINGS: ReadonlySet<string> = fieldNames(`
  anthropic_beta anthropic_version betas billing_policy cache_control container diagnostics fallback_credit_token
  inference_geo mcp_servers model service_tier speed thinking thread tool_choice user_profile_id workspace_id
`);

/** Fields with readers of their own. */
const OWN_WAY: ReadonlySet<string> = new Set(["messages", "metadata", "tools"]);

/** What the operator's program writes. */
const OPERATOR: ReadonlySet<string> = fieldNames(`
  compaction context_management fallbacks output_config output_format stop_sequences system
`);

function readRequest(body: Json, target: RequestTarget): Parsed<CompletionRequest> {
  const messages = field(body, "messages");
  if (!isObject(body) || !isArray(messages)) return { ok: false, reason: "messages" };
  const reader = new RequestReader(target.readsTools ? MESSAGES_SCHEMA : WITHOUT_TOOLS, target);
  reader.readKeys(body);
  for (const [key, value] of Object.entries(body)) {
    if (OWN_WAY.has(key)) continue;
    // A field that is not known yet may hold anyone's text.
    const place = { pointer: BODY.child(key), origin: OPERATOR.has(key) ? "system" : "user", key } as const;
    reader.read(value, { ...place, isName: SETTINGS.has(key) });
  }
  const turns = reader.readMessages(messages, originOf);
  if (turns === null) return { ok: false, reason: "messages" };
  reader.readMap(withoutOpaqueId(body["metadata"]), { pointer: BODY.child("metadata"), origin: "system" });
  if (target.readsTools) reader.readTools(body["tools"], BODY.child("tools"));
  return completionRequest(reader, {
    turns,
    stream: body["stream"] === true,
    // Every stream reports its usage.
    includeUsage: true,
    model: stringField(body, "model"),
    isJsonOutput: isStructured(field(body["output_config"], "format")) || isStructured(body["output_format"]),
    readsAnswer: !COUNTING.test(target.path),
  });
}

function originOf(role: string): Origin {
  return role === "assistant" || role === "system" ? role : "user";
}

/**
 * `user_id` is meant to be opaque, and digits of an opaque id look like anyone's number: it is read only where it cannot be
 * one, as an address or a name.
 */
function withoutOpaqueId(metadata: Json | undefined): Json | undefined {
  const id = stringField(metadata, "user_id");
  if (!isObject(metadata) || (id !== "" && !isOpaqueId(id))) return metadata;
  const { user_id: _opaque, ...rest } = metadata;
  return rest;
}

function isStructured(format: Json | undefined): boolean {
  return stringField(format, "type") === "json_schema";
}

function readResponse(body: Json, request: CompletionRequest, work?: Work): Parsed<readonly TextSlot[]> {
  // Some gateways answer 200 with an error inside.
  if (!isArray(field(body, "content")) && field(body, "error") === undefined) return { ok: false, reason: "content" };
  // What is unread is what a server's tool brought for the model to read: it is not for the client.
  const isStructured = ({ pointer }: TextLeaf): boolean => request.isJsonOutput && BLOCK_TEXT.test(pointer.name);
  const joinedOf = thoughts(listField(body, "content"));
  return { ok: true, value: answerSlots(body, MESSAGES_SCHEMA, { isStructured, joinedOf, work }) };
}

/** Thoughts are signed, so they are no texts of a list as others are; with nothing between them they are read as one, too. */
function thoughts(content: readonly Json[]): (leaf: TextLeaf) => string | null {
  let first = 0;
  const runs = content.map((block, position) => {
    if (!stringField(block, "type").endsWith("thinking")) first = position + 1;
    return first;
  });
  return ({ pointer }) => {
    const position = BLOCK_THOUGHT.exec(pointer.name)?.[1];
    return position === undefined ? null : `thoughts/${runs[Number(position)]}`;
  };
}

const BLOCK_THOUGHT = /^\/content\/(\d+)\/thinking$/;
const BLOCK_TEXT = /^\/content\/\d+\/text$/;

/**
 * All of the content goes, as in a refusal of the provider's before its first token: a client must not run the calls of an
 * answer that was refused.
 */
function refuseChoices(body: Json, _pointers: readonly Pointer[], refusal: Refusal): Json | null {
  if (!isObject(body) || !isArray(body["content"])) return null;
  const kept = pick(body, ["id", "type", "role", "model", "container", "usage"]);
  return { ...kept, content: [], ...refusedDelta(refusal) };
}
