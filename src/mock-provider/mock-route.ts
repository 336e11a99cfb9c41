import { stringField } from "../codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { openAiErrorBody } from "../codecs/openai/openai-errors.ts";

/** What a route of the mock sees of a request. */
export interface MockCall {
  /** Without query and without a slash at the end. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Empty for a GET. */
  readonly body: JsonObject;
}

interface MockError {
  readonly status: 400 | 404;
  /** OpenAI's word for it. */
  readonly code: string;
  readonly message: string;
}

/** How a provider words an error and names a request. */
export interface MockFormat {
  readonly errorBody: (error: MockError) => JsonObject;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

export type MockAnswer =
  | { readonly kind: "json"; readonly body: Json }
  /** `reads`: each is one read of the client. */
  | { readonly kind: "stream"; readonly type: string; readonly reads: Iterable<string> }
  | { readonly kind: "bytes"; readonly type: string; readonly bytes: Uint8Array }
  | { readonly kind: "error"; readonly error: MockError };

/** One route of the mock. The first that matches answers. */
export interface MockRoute {
  /** A HEAD is answered as a GET. */
  readonly method: "GET" | "POST";
  /** Tested on the path without query; whatever stands before its end is the client's affair. */
  readonly path: RegExp;
  /** The format of errors; `null`: the call decides. */
  readonly format: MockFormat | null;
  readonly answer: (call: MockCall) => MockAnswer;
}

/** A route that takes a body. */
export function post(format: MockFormat, path: RegExp, answer: MockRoute["answer"]): MockRoute {
  return { method: "POST", path, format, answer };
}

export function json(body: Json): MockAnswer {
  return { kind: "json", body };
}

export function invalid(message: string): MockAnswer {
  return { kind: "error", error: { status: 400, code: "invalid_request", message } };
}

export function notFound(message: string): MockAnswer {
  return { kind: "error", error: { status: 404, code: "not_found", message } };
}

const EVENT_STREAM = "text/event-stream; charset=utf-8";

/** Events as data lines, followed by OpenAI's end mark. */
export function dataStream(events: Iterable<Json>): MockAnswer {
  function* reads(): Generator<string> {
    for (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
    yield "data: [DONE]\n\n";
  }
  return { kind: "stream", type: EVENT_STREAM, reads: reads() };
}

/** Events that bear their type as a name; the last of them is the end. */
export function namedStream(events: Iterable<JsonObject>): MockAnswer {
  function* reads(): Generator<string> {
    for (const event of events) yield `event: ${stringField(event, "type")}\ndata: ${JSON.stringify(event)}\n\n`;
  }
  return { kind: "stream", type: EVENT_STREAM, reads: reads() };
}

/** Google's event stream: lines end with CRLF, and there is no end mark. */
export function googleStream(events: Iterable<Json>): MockAnswer {
  function* reads(): Generator<string> {
    for (const event of events) yield `data: ${JSON.stringify(event)}\r\n\r\n`;
  }
  return { kind: "stream", type: "text/event-stream", reads: reads() };
}

/** Google's stream without `alt=sse`: one array, laid out for reading, that comes element by element. */
export function googleArray(elements: Iterable<Json>): MockAnswer {
  function* reads(): Generator<string> {
    let lead = "[";
    for (const element of elements) {
      yield lead + JSON.stringify(element, null, 2);
      lead = "\n,\r\n";
    }
    yield lead === "[" ? "[]" : "\n]";
  }
  return { kind: "stream", type: "application/json; charset=UTF-8", reads: reads() };
}

const REQUEST_ID = "req_mock";

export const OPENAI: MockFormat = {
  errorBody: ({ code, message, status }) => openAiErrorBody(code, message, status),
  headers: { "x-request-id": REQUEST_ID },
};

export const ANTHROPIC: MockFormat = {
  errorBody: ({ status, message }) => ({
    type: "error",
    error: { type: status === 404 ? "not_found_error" : "invalid_request_error", message },
    request_id: REQUEST_ID,
  }),
  headers: { "request-id": REQUEST_ID },
};

export const GEMINI: MockFormat = {
  errorBody: ({ status, message }) => ({
    error: { code: status, message, status: status === 404 ? "NOT_FOUND" : "INVALID_ARGUMENT" },
  }),
  headers: { "x-request-id": REQUEST_ID },
};

/** The format of the client, where the path alone does not show it. */
export function callerFormat({ path, query, headers }: Pick<MockCall, "path" | "query" | "headers">): MockFormat {
  if (headers.has("anthropic-version") || /\/messages(?:\/|$)/.test(path)) return ANTHROPIC;
  // Google serves OpenAI's format below its own version.
  if (path.includes("/openai/")) return OPENAI;
  const isGoogle = headers.has("x-goog-api-key") || query.has("key") || /\/v1beta\/|\/[^/]+:\w+$/.test(path);
  return isGoogle ? GEMINI : OPENAI;
}
