import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { CODECS } from "../../src/codecs/registry.ts";
import { fieldsPage, notText } from "../../tools/docs/fields-page.ts";
import { fieldsOf, type WireField } from "../../tools/docs/wire-fields.ts";
import { messageFieldsOf } from "../../tools/docs/wire-messages.ts";
import { WIRE_SAMPLES } from "../../tools/docs/wire-samples/all.ts";
import { OPENAI_REALTIME } from "../../tools/docs/wire-samples/openai-realtime.ts";
import { BYTES, originIn } from "../../tools/docs/wire-samples/sample.ts";

const FIELDS: ReadonlyMap<string, readonly WireField[]> = new Map([
  [OPENAI_REALTIME.format, messageFieldsOf(OPENAI_REALTIME)] as const,
  ...CODECS.map(({ format }) => {
    const samples = WIRE_SAMPLES.filter((sample) => sample.format === format);
    return [format, samples.flatMap((sample) => fieldsOf(sample))] as const;
  }),
]);

/** Names, ids, enumerations and bytes: all that no policy ever sees, by format. */
const NOT_TEXT: Readonly<Record<string, readonly string[]>> = {
  "anthropic-messages": [
    "/content/[]/data",
    "/content_block/data",
    "/mcp_servers/[]/name",
    "/mcp_servers/[]/url",
    "/tool_choice/name",
    "anthropic_beta",
    "anthropic_version",
    "authorization_token",
    "betas",
    "category",
    "display",
    "download_id",
    "effort",
    "encrypted_content",
    "encrypted_index",
    "encrypted_stdout",
    "error_code",
    "expires_at",
    "fallback_credit_token",
    "file_id",
    "file_type",
    "id",
    "inference_geo",
    "media_type",
    "model",
    "previous_message_id",
    "request_id",
    "retrieved_at",
    "role",
    "service_tier",
    "signature",
    "skill_id",
    "speed",
    "stop_reason",
    "tab_id",
    "tool_id",
    "tool_use_id",
    "toolset_name",
    "ttl",
    "type",
    "user_id",
    "user_profile_id",
    "version",
    "workspace_id",
  ],
  gemini: [
    "aspectRatio",
    "blockReason",
    "category",
    "chunkId",
    "continuationToken",
    "createTime",
    "data",
    "encodedPolyline",
    "endOffset",
    "finishReason",
    "googleMapsWidgetContextToken",
    "id",
    "imageSize",
    "language",
    "languageCode",
    "level",
    "mediaResolution",
    "method",
    "mimeType",
    "modality",
    "model",
    "modelVersion",
    "outcome",
    "personGeneration",
    "placeId",
    "probability",
    "responseId",
    "responseMimeType",
    "responseModalities",
    "retirementTime",
    "reviewId",
    "role",
    "scheduling",
    "sdkBlob",
    "startOffset",
    "status",
    "taskType",
    "thinkingLevel",
    "thoughtSignature",
    "threshold",
    "toolType",
    "trafficType",
    "urlRetrievalStatus",
    "voiceName",
  ],
  "openai-chat": [
    "/choices/[]/message/reasoning_details/[]/data",
    "/function_call/name",
    "/moderation/policy/input/mode",
    "/moderation/policy/output/mode",
    "/prompt_cache_options/mode",
    "/prompt_cache_options/ttl",
    "/tool_choice/function/name",
    "data",
    "detail",
    "finish_reason",
    "format",
    "id",
    "key",
    "modalities",
    "model",
    "native_finish_reason",
    "obfuscation",
    "object",
    "order",
    "prompt_cache_key",
    "prompt_cache_retention",
    "provider",
    "reasoning_effort",
    "role",
    "safety_identifier",
    "service_tier",
    "severity",
    "signature",
    "system_fingerprint",
    "tool_call_id",
    "type",
    "user",
    "verbosity",
    "voice",
  ],
  "openai-completions": ["finish_reason", "id", "model", "object", "stop_reason", "system_fingerprint", "type", "user"],
  "openai-inputs": [
    "b64_json",
    "background",
    "encoding_format",
    "id",
    "model",
    "moderation",
    "output_format",
    "quality",
    "response_format",
    "role",
    "size",
    "stream_format",
    "type",
    "user",
    "voice",
  ],
  "openai-realtime": [
    "call_id",
    "event_id",
    "id",
    "item_id",
    "model",
    "output_modalities",
    "previous_item_id",
    "response_id",
    "role",
    "status",
    "tool_choice",
    "type",
    "voice",
  ],
  "openai-responses": [
    "/input/[]/content/[]/annotations/[]/file_id",
    "/input/[]/results/[]/file_id",
    "/input/[]/status",
    "/item/result",
    "/item/status",
    "/output/[]/result",
    "/output/[]/status",
    "/response/output/[]/result",
    "/response/output/[]/status",
    "/response/status",
    "/response/tool_choice/name",
    "/response/user",
    "/status",
    "/tool_choice/name",
    "/user",
    "approval_request_id",
    "call_id",
    "caller_id",
    "container_id",
    "created_by",
    "cyber",
    "detail",
    "effort",
    "encrypted_content",
    "execution",
    "file_id",
    "fingerprint",
    "id",
    "include",
    "item_id",
    "mode",
    "model",
    "obfuscation",
    "object",
    "output_format",
    "partial_image_b64",
    "phase",
    "previous_response_id",
    "prompt_cache_key",
    "prompt_cache_retention",
    "reason",
    "role",
    "safety_identifier",
    "service_tier",
    "summary",
    "token",
    "truncation",
    "ttl",
    "type",
    "verbosity",
    "version",
  ],
  "openai-uploads": ["b64_json", "background", "id", "language", "model", "output_format", "quality", "size", "type"],
};

describe("fieldsPage", () => {
  test("docs/fields.md is committed as generated: run `npm run docs:fields`", () => {
    assert.equal(readFileSync(new URL("../../docs/fields.md", import.meta.url), "utf8"), fieldsPage());
  });
});

for (const [format, fields] of FIELDS)
  describe(`fields of ${format}`, () => {
    test("are read, as the words of whoever wrote them, wherever they hold text", () => {
      const marked = fields.filter(({ value }) => originIn(value) !== null);
      assert.ok(marked.length > 5);
      for (const { side, pointer, value, reading } of marked) {
        assert.equal(reading.kind, "text", `${side} ${pointer}`);
        assert.equal(reading.kind === "text" && reading.origin, originIn(value), `${side} ${pointer}`);
      }
    });

    test("are no text only where they are names, ids, enumerations and bytes", () => {
      const bySide = (["request", "answer", "stream", "client", "server"] as const).flatMap((side) =>
        notText(fields.filter((field) => field.side === side)),
      );
      assert.deepEqual([...new Set(bySide)].toSorted(), NOT_TEXT[format]);
    });

    test("are reported as unread where they are bytes that a request sends", () => {
      const bytes = fields.filter(({ side, value }) => (side === "request" || side === "client") && value === BYTES);
      for (const { pointer, reading } of bytes)
        assert.equal(reading.kind, /\/encrypted_\w+$/.test(pointer) ? "structure" : "unread", pointer);
    });
  });
