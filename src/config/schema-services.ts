import { z } from "zod";
import { fileName } from "./schema-tls.ts";
import { POLICY_NAMES } from "../analyzers/registry.ts";

/** Building blocks of several sections. */

export const integer = (min: number, max: number): z.ZodInt => z.int().min(min).max(max);
export const milliseconds = (max: number): z.ZodInt => integer(1, max);
export const id = (): z.ZodString =>
  z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/,
      "must be 1 to 128 letters, digits or . _ : @ -, and begin with a letter or digit",
    );

/** A header cannot carry other characters, so such a key would never match; a line feed read from a file is the usual one. */
const HEADER_TEXT = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;
export const printableText = (): z.ZodString =>
  z
    .string()
    .regex(HEADER_TEXT, "must be printable ASCII without spaces or line feeds at its ends: a header carries it");

export const DAY_MS = 86_400_000;
export const GIB = 2 ** 30;
export const MIB = 2 ** 20;

const authorities = (): z.ZodOptional<z.ZodString> =>
  fileName().optional().describe("File with authorities that are trusted here beside the system's own, PEM.");

const label = z.string().min(1).max(200);
const LABELS_MAX = 1000;
/** `toxicity_detection`, or `toxicity_detection.threat`. */
const POLICY_OR_LABEL = new RegExp(`^(?:${POLICY_NAMES.join("|")})(?:\\.[a-z_]{1,64})?$`);

/** A model that judges texts. */
export const judgeSchema = z.strictObject({
  name: id().describe("What policies call it."),
  kind: z
    .enum(["chat", "moderations", "classifier", "kserve", "onnx"])
    .describe(
      "`chat`: an OpenAI-compatible chat model with structured output. `moderations`: OpenAI-compatible moderations. `classifier`: text-embeddings-inference. `kserve`: the KServe v2 protocol. `onnx`: a model in a folder, run inside the process.",
    ),
  url: z
    .string()
    .optional()
    .describe(
      "Base URL, http or https; `/chat/completions`, `/moderations`, `/predict` or `/v2/models/{model}/infer` is added. For all kinds but `onnx`.",
    ),
  model: z
    .string()
    .regex(/^[\w./:@+-]{1,200}$/, "must be 1 to 200 letters, digits or . _ / : @ + -")
    .optional()
    .describe("Name of the model. `chat` and `kserve` need it."),
  folder: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Of kind `onnx`: holds `model.onnx`, `labels.json` or `config.json`, and `tokenizer.json` or `vocab.txt`.",
    ),
  api_key: printableText().nullish().describe("Credential; empty: none is sent."),
  ca: authorities(),
  api_key_header: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, "must be a header name")
    .optional()
    .describe("Header for `api_key`; default: `Authorization`, as a bearer token."),
  timeout_ms: milliseconds(600_000)
    .default(5000)
    .describe(
      "Deadline of one question, waiting and retries included, milliseconds. Policies with this judge inherit it.",
    ),
  concurrency_max: integer(1, 1024).default(16).describe("Requests under way at once."),
  queue_max: integer(0, 10_000).default(64).describe("Requests that wait for their turn; more fail at once."),
  retries: integer(0, 5)
    .default(1)
    .describe(
      "Further attempts after no connection, 429, 502, 503 or 504. Over time at most one for ten questions, so that an outage is not made worse.",
    ),
  breaker: z
    .strictObject({
      failures: integer(1, 1000)
        .default(5)
        .describe("Failures in a row after which the judge is not asked for a while."),
      open_ms: milliseconds(DAY_MS)
        .default(10_000)
        .describe("How long, milliseconds; then one question tries whether it answers again."),
    })
    .prefault({})
    .describe("Gives a judge that fails time to recover, and callers a quick answer."),
  memo_entries: integer(0, 10_000_000)
    .default(10_000)
    .describe(
      "Answers that are remembered by digest, so that a conversation's history is not asked about again; 0: none.",
    ),
  response_max_bytes: integer(256, 16 * MIB)
    .default(65_536)
    .describe("Largest answer, bytes."),
  piece_chars: integer(200, 1_000_000)
    .optional()
    .describe(
      "Longest text of one question, UTF-16 units; longer ones are asked about in overlapping pieces, 64 at most. Default 16000 for `chat`, 8000 for `moderations`, 1200 else.",
    ),
  temperature: z
    .number()
    .min(0)
    .max(2)
    .nullable()
    .default(0)
    .describe("Of kind `chat`; `null`: not sent, for models that refuse it."),
  labels: z
    .record(
      z.string().regex(POLICY_OR_LABEL, "must be a policy's name, or POLICY.LABEL"),
      z.union([label, z.array(label).min(1).max(LABELS_MAX)], { error: "must be a label or a list of labels" }),
    )
    .default({})
    .describe(
      "Which of the model's labels count as a policy, or as one of its labels: `toxicity_detection: [toxic, insult]`, `toxicity_detection.threat: threat`. For all kinds but `chat`.",
    ),
  classes: z
    .array(label)
    .min(1)
    .max(LABELS_MAX)
    .optional()
    .describe("Of kind `kserve`: labels in the order of the output tensor."),
  input: label.default("text").describe("Of kind `kserve`: name of the input tensor, of datatype BYTES."),
  output: label.default("scores").describe("Of kind `kserve`: name of the output tensor."),
  activation: z
    .enum(["none", "softmax", "sigmoid"])
    .optional()
    .describe("What makes scores of the output's numbers. Default `none` for `kserve`, `softmax` for `onnx`."),
});

export type JudgeWire = z.output<typeof judgeSchema>;

/** A provider that the proxy forwards to. */
const readersSchema = z.union([z.enum(["default", "none"]), z.array(z.enum(POLICY_NAMES)).min(1)], {
  error: `must be default, none, or a list of policies: ${POLICY_NAMES.join(", ")}`,
});

/** Which policies read the texts of a role. */
const readers = (what: string): z.ZodDefault<typeof readersSchema> => readersSchema.default("default").describe(what);

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
  api_key: printableText().nullish().describe("Replaces the caller's credential; empty: the caller's goes through."),
  api_key_header: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, "must be a header name")
    .optional()
    .describe("Header for `api_key`; default: the format's own."),
  ca: authorities(),
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
      system: readers(
        "Policies that read system and developer messages, tool definitions and other settings of a request: the operator's own words. `default`: those that look for secrets; personal data and competitors in them stay. `none`: no policy.",
      ),
      user: readers("Policies that read what users say."),
      assistant: readers("Policies that read what the model says, in answers and in the history."),
      tool: readers("Policies that read results of tools."),
      tool_definitions: z
        .boolean()
        .default(true)
        .describe("Whether descriptions and schemas of the tools on offer are read, as `system` says."),
    })
    .prefault({})
    .describe("Which policies read the texts of which role."),
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
