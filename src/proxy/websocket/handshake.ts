import type { AnswerHeaders } from "../../core/upstream-port.ts";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import type { MessageCodec } from "../../codecs/message-codec.ts";
import { ServiceError } from "../../core/errors.ts";
import type { TraceHeaders } from "../../core/trace-context.ts";
import { readWhole } from "../body/content-coding.ts";
import type { ProxyIngress } from "../context.ts";
import { BODY_FIELDS, clientHeaders, upstreamHeaders, withTrace } from "../upstream/headers.ts";
import { KeyRedaction } from "../key-redaction.ts";
import { traceCall } from "../upstream/provider-call.ts";
import { upstreamProtocols } from "../upstream/credentials.ts";
import { onceOpen, upstreamAgent, type UpstreamAddress } from "../upstream/upstream-address.ts";
import { readUpstreamError } from "../upstream/upstream-client.ts";

/** How long a peer may take to answer a close frame, milliseconds. */
const CLOSE_TIMEOUT_MS = 5000;
/** Probes of a silent connection, milliseconds: a peer that vanishes without a close is noticed. */
const KEEP_ALIVE_MS = 30_000;

const LIMITS = {
  autoPong: false,
  closeTimeout: CLOSE_TIMEOUT_MS,
  maxBufferedChunks: 64 * 1024,
  maxFragments: 4096,
  // Eight kilobytes would become eight megabytes, for as long as their sender leaves the message open.
  perMessageDeflate: false,
  skipUTF8Validation: false,
};

/** Bodies of refusals that are passed on, bytes. */
const REFUSAL_MAX_BYTES = 1024 * 1024;

interface RefusedHandshake {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Buffer;
}

export type Dialled =
  | {
      readonly kind: "open";
      readonly socket: WebSocket;
      /** What it stands on. */
      readonly connection: Duplex;
      readonly headers: AnswerHeaders;
    }
  /** The provider's own answer. */
  | { readonly kind: "refused"; readonly refused: RefusedHandshake }
  | { readonly kind: "failed"; readonly error: ServiceError };

/**
 * Opens the connection to the provider. `done` is called once, in the moment that it opens: messages may follow at once.
 * @returns gives the attempt up
 */
export function dial(
  ingress: ProxyIngress,
  { codec, address }: { readonly codec: MessageCodec; readonly address: UpstreamAddress },
  done: (dialled: Dialled) => void,
): () => void {
  const { upstream, clock } = ingress;
  const redaction = KeyRedaction.of(upstream.apiKey);
  let isDone = false;
  let outgoing: ClientRequest | null = null;
  const settle = (dialled: Dialled): void => {
    cancel();
    if (!isDone) done(dialled);
    isDone = true;
  };
  const fail = (error: ServiceError): void => settle({ kind: "failed", error });
  const socket = new WebSocket(address.origin.origin, upstreamProtocols(ingress), {
    ...optionsFor(ingress, codec),
    finishRequest: (request) => {
      outgoing = request.once("socket", onSocket);
      // As it is: the library would parse it. `upstreamAddress` has made sure of its characters.
      request.path = address.path;
      request.end();
    },
  });
  const stop = (): void => {
    socket.terminate();
    // Once it has answered, the library leaves the request to us.
    outgoing?.destroy();
  };
  const timeOut = (): void => {
    fail(new ServiceError("upstream_timeout"));
    stop();
  };
  let stopTimer = clock.after(upstream.connectTimeoutMs, timeOut);
  const cancel = (): void => stopTimer();
  function onSocket(connection: Duplex): void {
    // The connection is open after the handshake, TLS included.
    onceOpen(connection, address.origin.protocol === "https:", () => {
      if (isDone) return;
      stopTimer();
      stopTimer = clock.after(upstream.headersTimeoutMs, timeOut);
    });
  }
  socket.once("upgrade", ({ headers, socket: connection }) => {
    socket.once("open", () =>
      settle({ kind: "open", socket, connection, headers: redaction?.headers(headers) ?? headers }),
    );
    connection.setKeepAlive(true, KEEP_ALIVE_MS);
  });
  socket.once("unexpected-response", (request, answer) => {
    readRefused(request, answer, redaction).then(
      (refused) => settle({ kind: "refused", refused }),
      (error: unknown) => fail(toFailure(error)),
    );
  });
  socket.on("error", (error) => fail(toFailure(error)));
  return () => {
    cancel();
    stop();
  };
}

function optionsFor(ingress: ProxyIngress, codec: MessageCodec) {
  const agent = upstreamAgent(ingress.upstream);
  return {
    ...LIMITS,
    ...(agent === null ? {} : { agent }),
    headers: headersFor({ ...ingress, codec }, traceCall(ingress, "")?.headers ?? null),
    followRedirects: false,
    maxPayload: ingress.upstream.responseMaxBytes,
  };
}

function headersFor(
  ingress: Parameters<typeof upstreamHeaders>[0],
  trace: TraceHeaders | null,
): Record<string, string | string[]> {
  const flat = withTrace(upstreamHeaders(ingress, { isRewritten: false }), trace);
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const name = (flat[at] ?? "").toLowerCase();
    const value = flat[at + 1] ?? "";
    // The handshake's own fields are between us and each side.
    if (name.startsWith("sec-websocket-") || name === "accept-encoding") continue;
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return headers;
}

async function readRefused(
  outgoing: ClientRequest,
  answer: IncomingMessage,
  redaction: KeyRedaction | null,
): Promise<RefusedHandshake> {
  try {
    const body = (await readWhole(answer, REFUSAL_MAX_BYTES)) ?? Buffer.alloc(0);
    return {
      status: answer.statusCode ?? 502,
      headers: clientHeaders(redaction?.headers(answer.headers) ?? answer.headers, LENGTH),
      body: redaction?.whole(body) ?? Buffer.from(body),
    };
  } finally {
    outgoing.destroy();
  }
}

const LENGTH: ReadonlySet<string> = new Set(["content-length"]);

/** What the handshake library reports without a code is an answer that is none. */
function toFailure(error: unknown): ServiceError {
  if (error instanceof Error && error.message.includes("timed out")) return new ServiceError("upstream_timeout");
  const failure = readUpstreamError(error);
  return failure.code === "internal" ? new ServiceError("upstream_invalid", { cause: error }) : failure;
}

/** Accepts the client's side with what the provider has chosen; `null` when the request is no proper one, and answered. */
export function accept(
  ingress: ProxyIngress,
  { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
  { upstream, headers }: { readonly upstream: WebSocket; readonly headers: AnswerHeaders },
): WebSocket | null {
  const server = new WebSocketServer({
    ...LIMITS,
    noServer: true,
    clientTracking: false,
    maxPayload: ingress.runtime.config.server.bodyMaxBytes,
    handleProtocols: () => (upstream.protocol === "" ? false : upstream.protocol),
  });
  server.once("headers", (lines) => lines.push(...answerLines(ingress, headers)));
  let client: WebSocket | null = null;
  if ("setKeepAlive" in socket && typeof socket.setKeepAlive === "function") socket.setKeepAlive(true, KEEP_ALIVE_MS);
  server.handleUpgrade(ingress.request, socket, head, (accepted) => (client = accepted));
  return client;
}

/** The verdict is not known yet: only ids and limits are sent. */
function answerLines(ingress: ProxyIngress, headers: AnswerHeaders): readonly string[] {
  const lines: string[] = [];
  const all = { ...clientHeaders(headers, BODY_FIELDS), ...ingress.headers, "x-guardrail-request-id": ingress.id };
  for (const [name, value] of Object.entries(all)) {
    if (name.startsWith("sec-websocket-")) continue;
    for (const each of [value].flat()) lines.push(`${name}: ${each}`);
  }
  return lines;
}
