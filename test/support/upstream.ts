import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { listen, stop } from "./listen.ts";

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export type UpstreamScript = (
  response: ServerResponse,
  seen: SeenRequest,
  request: IncomingMessage,
) => void | Promise<void>;

export interface FakeUpstream extends AsyncDisposable {
  readonly url: string;
  readonly server: Server;
  /** Every request that came whole. */
  readonly seen: readonly SeenRequest[];
  /** What the upstream does with the next requests. */
  script: UpstreamScript;
  /** Requests whose connection was cut before the answer had gone. */
  readonly aborted: () => number;
}

/** A provider that does what a test tells it to, on a free port of the loopback interface. */
export async function startUpstream(script: UpstreamScript): Promise<FakeUpstream> {
  const seen: SeenRequest[] = [];
  let aborted = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on("close", () => {
      if (!response.writableFinished) aborted += 1;
    });
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => {});
    request.on("end", () => {
      const { method = "", url = "", headers, rawHeaders } = request;
      const item = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) };
      seen.push(item);
      void upstream.script(response, item, request);
    });
  });
  const port = await listen(server);
  const upstream: FakeUpstream = {
    url: `http://127.0.0.1:${port}`,
    server,
    seen,
    script,
    aborted: () => aborted,
    [Symbol.asyncDispose]: () => stop(server),
  };
  return upstream;
}

export function replyJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", "x-request-id": "req_upstream", ...headers });
  response.end(text);
}

/** A complete chat answer, one choice a text. */
export function chatCompletion(...texts: readonly string[]): Record<string, unknown> {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "test-model",
    choices: texts.map((content, index) => ({
      index,
      message: { role: "assistant", content, refusal: null },
      logprobs: null,
      finish_reason: "stop",
    })),
    usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
    x_unknown: { kept: [1, "two", null] },
  };
}

export interface ChunkFields {
  readonly index?: number;
  readonly delta?: Record<string, unknown>;
  readonly finish?: string | null;
  readonly extra?: Record<string, unknown>;
}

export function chatChunk({ index = 0, delta = {}, finish = null, extra = {} }: ChunkFields): string {
  const body = {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "test-model",
    choices: [{ index, delta, logprobs: null, finish_reason: finish }],
    ...extra,
  };
  return `data: ${JSON.stringify(body)}\n\n`;
}

export const STREAM_END = "data: [DONE]\n\n";

/** A chat answer as a stream: role, pieces of text, finish, end mark. */
export function chatStream(pieces: readonly string[]): readonly string[] {
  return [
    chatChunk({ delta: { role: "assistant", content: "" } }),
    ...pieces.map((content) => chatChunk({ delta: { content } })),
    chatChunk({ finish: "stop" }),
    STREAM_END,
  ];
}

/** Writes the parts one by one, each in its own turn of the loop, and ends. */
export async function replyStream(
  response: ServerResponse,
  parts: readonly (string | Uint8Array)[],
  headers: Record<string, string> = {},
): Promise<void> {
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "x-request-id": "req_upstream",
    ...headers,
  });
  for (const part of parts) {
    if (response.destroyed) return;
    response.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}
