import { z } from "zod";
import { DAY_MS, GIB, headerText, id, integer, MIB, milliseconds } from "./schema-parts.ts";

/** A provider behind the proxy. */
export const upstreamSchema = z.strictObject({
  name: id().describe("Name in logs."),
  prefix: z
    .string()
    .regex(/^\/[\w.~/-]*$/, "must be a path that begins with /")
    .default("/")
    .describe("Paths it serves; the longest prefix wins and is removed before forwarding."),
  url: z
    .string()
    .describe(
      "Base URL of the provider, http or https; `builtin:mock` is an in-process provider for trying things out.",
    ),
  api_key: headerText().nullish().describe("Replaces the caller's credential; empty: the caller's goes through."),
  api_key_header: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, "must be a header name")
    .optional()
    .describe("Header for `api_key`; default: the format's own."),
  asset: id().describe("Whose policies apply."),
  auth: z
    .enum(["none", "key"])
    .default("none")
    .describe("`key`: callers must send a key of the asset's organization, as `X-API-Key` or bearer token."),
  unread: z
    .enum(["deny", "pass"])
    .default("deny")
    .describe(
      "What the proxy cannot read (route, content type, encoding, WebSocket): refuse, or pass and name it in `x-guardrail-unread`.",
    ),
  unread_parts: z
    .enum(["deny", "pass"])
    .default("pass")
    .describe("Parts of a readable request that carry no text (images, audio, files)."),
  read: z
    .strictObject({
      tool_definitions: z
        .boolean()
        .default(false)
        .describe("Descriptions and schemas of the tools on offer. They are the developer's own words."),
    })
    .prefault({})
    .describe("What of a request is read besides its conversation."),
  websocket: z
    .enum(["inspect", "unread"])
    .default("unread")
    .describe(
      "Realtime and Responses over WebSocket: `inspect` reads their messages both ways; otherwise `unread` says what becomes of them.",
    ),
  blocked_history: z
    .enum(["block", "tombstone"])
    .default("tombstone")
    .describe(
      "An earlier message of the conversation that is blocked: a note replaces it, or the whole request is refused.",
    ),
  joined_turns: integer(1, 16)
    .default(4)
    .describe(
      "Recent user messages that are also judged as one text, for attacks that are spread over them; 1: each by itself.",
    ),
  blocked_response: z
    .enum(["error", "in_band"])
    .default("error")
    .describe("A blocked answer that is not streamed: HTTP 400, or 200 that ends with `content_filter`."),
  canary: z
    .boolean()
    .default(false)
    .describe(
      "Appends a random line to the system prompt of requests, which `system_prompt_leak_detection` looks for in every answer of the upstream; over inspected WebSockets, too.",
    ),
  connect_timeout_ms: milliseconds(DAY_MS).default(10_000).describe("Time to connect to the provider, milliseconds."),
  headers_timeout_ms: milliseconds(DAY_MS)
    .default(600_000)
    .describe("Time until the provider's headers, milliseconds. Models that think send them late."),
  body_timeout_ms: milliseconds(DAY_MS)
    .default(300_000)
    .describe("Longest silence inside the provider's answer, milliseconds."),
  answer_timeout_ms: milliseconds(DAY_MS)
    .default(3_600_000)
    .describe(
      "Longest answer that is read, from the provider's headers to its end, milliseconds; streams too, WebSockets not.",
    ),
  response_max_bytes: integer(1024, GIB)
    .default(32 * MIB)
    .describe("Largest answer that is not streamed, bytes, decompressed too."),
  conversation_max_bytes: integer(65_536, GIB)
    .default(16 * MIB)
    .describe(
      "Memory for what is said over one inspected WebSocket, bytes. A connection that says more is refused with `conversation_too_long` and closed.",
    ),
  event_max_bytes: integer(1024, GIB).default(MIB).describe("Largest event of a stream, bytes."),
});
