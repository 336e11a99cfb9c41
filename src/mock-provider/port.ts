import type { UpstreamAnswer, UpstreamPort, UpstreamRequest, UpstreamBody } from "../core/upstream-port.ts";
import { isObject } from "../codecs/shared/json-read.ts";
import { decodeUtf8, parseJson } from "../core/json.ts";
import type { JsonObject } from "../core/model.ts";
import {
  callerFormat,
  invalid,
  notFound,
  type MockAnswer,
  type MockCall,
  type MockFormat,
  type MockRoute,
} from "./mock-route.ts";
import { ServiceError } from "../core/errors.ts";
import type { Permit } from "../core/overload.ts";
import { anthropicCountTokens, mockMessages } from "./anthropic.ts";
import { geminiBatchEmbed, geminiEmbed, openAiEmbeddings } from "./embeddings.ts";
import { geminiCountTokens, geminiGenerate, geminiStream } from "./gemini.ts";
import { modelCard, modelList } from "./models.ts";
import { mockChat, mockCompletions } from "./mock-completions.ts";
import { openAiImages, openAiSpeech, openAiModerations } from "./mock-inputs.ts";
import { mockResponses } from "./responses.ts";

/**
 * `builtin:mock`: a provider inside the process that speaks every format that the proxy reads, for trying things out
 * without a key. It stands where a real upstream does, so that every check applies to it. The same request gets the same
 * answer.
 */
export const mockPort: UpstreamPort = { send: (request) => Promise.resolve(answer(request)) };

const ROUTES = mockRoutes();

function answer(request: UpstreamRequest): UpstreamAnswer {
  const mark = request.path.indexOf("?");
  const path = (mark === -1 ? request.path : request.path.slice(0, mark)).replace(/\/$/, "");
  const query = new URLSearchParams(mark === -1 ? "" : request.path.slice(mark));
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = ROUTES.find((candidate) => candidate.method === method && candidate.path.test(path));
  const headers = readHeaders(request.headers);
  const body = method === "POST" ? readBody(request.body) : {};
  const call: MockCall = { path, query, headers, body: body ?? {} };
  const format = route?.format ?? callerFormat(call);
  if (route === undefined) return send(notFound("The mock provider does not know this path"), format);
  return send(body === null ? invalid("The body must be a JSON object") : route.answer(call), format);
}

function readHeaders(flat: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < flat.length; at += 2) headers.set((flat[at] ?? "").toLowerCase(), flat[at + 1] ?? "");
  return headers;
}

function readBody(bytes: Uint8Array | null): JsonObject | null {
  const text = bytes === null ? null : decodeUtf8(bytes);
  const parsed = text === null ? null : parseJson(text);
  return parsed?.ok === true && isObject(parsed.value) ? parsed.value : null;
}

function send(made: MockAnswer, format: MockFormat): UpstreamAnswer {
  const reply = (status: number, type: string, reads: Iterable<Uint8Array>): UpstreamAnswer => {
    return { status, headers: { "content-type": type, ...format.headers }, body: new MadeBody(reads) };
  };
  switch (made.kind) {
    case "json":
      return reply(200, JSON_TYPE, [Buffer.from(JSON.stringify(made.body))]);
    case "stream":
      return reply(200, made.type, encode(made.reads));
    case "bytes":
      return reply(200, made.type, [Buffer.from(made.bytes)]);
    case "error": {
      const body = Buffer.from(JSON.stringify(format.errorBody(made.error)));
      return reply(made.error.status, JSON_TYPE, [body]);
    }
  }
}

const JSON_TYPE = "application/json";

/** One read an event, as a real stream comes. */
function* encode(reads: Iterable<string>): Generator<Buffer> {
  for (const read of reads) yield Buffer.from(read);
}

/** A body that is made while it is read, one read after the other. */
class MadeBody implements UpstreamBody {
  readonly #reads: Iterable<Uint8Array>;
  #error: Error | null = null;

  constructor(reads: Iterable<Uint8Array>) {
    this.#reads = reads;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (const read of this.#reads) {
      if (this.#error !== null) throw this.#error;
      yield read;
    }
  }

  async whole(maxBytes: number, place?: Pick<Permit, "keep">): Promise<Uint8Array | null> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (bytes.length > maxBytes) return null;
    if (place?.keep(bytes.length) === false) throw new ServiceError("overloaded");
    return bytes;
  }

  destroy(error: Error): void {
    this.#error ??= error;
  }

  /** Nothing has to come: it is there. */
  onceOver(run: () => void): void {
    run();
  }
}

/** Everything that the mock speaks. The order matters in one place: chat completions end as the older completions do. */
function mockRoutes(): readonly MockRoute[] {
  return [
    mockChat,
    anthropicCountTokens,
    mockMessages,
    geminiBatchEmbed,
    geminiCountTokens,
    geminiEmbed,
    geminiGenerate,
    geminiStream,
    modelCard,
    modelList,
    mockCompletions,
    openAiEmbeddings,
    openAiImages,
    openAiModerations,
    openAiSpeech,
    ...mockResponses(),
  ];
}
