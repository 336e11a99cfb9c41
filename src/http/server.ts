import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket, AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "../core/clock.ts";
import type { TlsSettings } from "../core/tls.ts";
import { cutStalled } from "./stalled.ts";
import { createTlsServer } from "./tls.ts";

// Not imported: an ES import reads every export of the module, and among those of `node:http` are web globals that load a
// second HTTP client (20 MB, a tenth of a second).
const { createServer } = process.getBuiltinModule("node:http");

interface ServerTimes {
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
}

interface HttpServerOptions extends ServerTimes {
  readonly clock: Clock;
  /** Absent: plain HTTP. */
  readonly tls?: TlsSettings;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void | Promise<void>;
  /** Receives errors of both, after the client gets 500 or is disconnected. */
  readonly onFailure: (error: unknown) => void;
  /** Open connections of one client address. */
  readonly connectionsPerClient: () => number;
  /** Receives each connection beyond that, which is closed. */
  readonly onSurplus: () => void;
  /** Receives the parser's code of each connection that ended before a request could be read. */
  readonly onClientError?: (code: string) => void;
}

/** A request to switch protocols. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes after the request. */
  readonly head: Buffer;
}

/** Request line and headers together. */
const HEADERS_MAX_BYTES = 16 * 1024;
/** Each costs a socket and a parser; more are an attack. */
const CONNECTIONS_MAX = 20_000;
/** How often the timeouts above are enforced. */
const TIMEOUT_CHECK_MS = 1000;

/** Sets other timeouts; open connections keep theirs. */
export function setTimeouts(server: Server, times: ServerTimes): void {
  server.headersTimeout = times.headersTimeoutMs;
  server.requestTimeout = Math.max(times.requestTimeoutMs, times.headersTimeoutMs);
  server.keepAliveTimeout = times.keepAliveTimeoutMs;
}

/** A `node:http` server with every limit stated. It does not listen yet. */
export function createHttpServer(options: HttpServerOptions): Server {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const settings = {
    headersTimeout: options.headersTimeoutMs,
    requestTimeout: Math.max(options.requestTimeoutMs, options.headersTimeoutMs),
    keepAliveTimeout: options.keepAliveTimeoutMs,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    maxHeaderSize: HEADERS_MAX_BYTES,
    // Ambiguous framing (Content-Length with Transfer-Encoding, bare line feeds) is refused.
    insecureHTTPParser: false,
    requireHostHeader: true,
    joinDuplicateHeaders: false,
    noDelay: true,
    shouldUpgradeCallback: isWebSocketUpgrade,
  };
  const { tls, headersTimeoutMs: handshakeMs, onClientError } = options;
  const server =
    tls === undefined ? createServer(settings) : createTlsServer(tls, { settings, handshakeMs, onClientError });
  // The header bytes are bounded; a bound on their number would drop the surplus silently.
  server.maxHeadersCount = 0;
  server.maxRequestsPerSocket = 0;
  // A streamed answer may be silent for as long as its own deadline allows.
  server.timeout = 0;
  server.maxConnections = CONNECTIONS_MAX;
  shareConnections(server, options);
  cutStalled(server, options.clock);
  server.on("request", (request, response) => {
    answers.set(request.socket, response);
    const problem = problemOf(request);
    if (problem === null) answered(request.socket, options, () => options.handle(request, response));
    else refuseInTurn(response, ...problem);
  });
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const problem = problemOf(request);
    if (problem === null) answered(socket, options, () => options.upgrade(request, socket, head));
    else refuse(socket, ...problem);
  });
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => refuse(socket, 405, "Method not allowed"));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    const code = error.code ?? "unknown";
    options.onClientError?.(code);
    const isAnswering = answers.get(socket)?.headersSent === true && answers.get(socket)?.writableFinished === false;
    // Bytes written now would become part of the running answer.
    if (code === "ECONNRESET" || !socket.writable || isAnswering) socket.destroy();
    else refuse(socket, ...(CLIENT_ERRORS.get(code) ?? BAD_REQUEST));
  });
  return server;
}

/** Closes connections beyond a client's share. */
function shareConnections(server: Server, { connectionsPerClient, onSurplus }: HttpServerOptions): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const client = clientOf(socket);
    const count = open.get(client) ?? 0;
    if (count >= connectionsPerClient()) {
      socket.destroy();
      onSurplus();
      return;
    }
    open.set(client, count + 1);
    socket.once("close", () => {
      const left = (open.get(client) ?? 1) - 1;
      if (left === 0) open.delete(client);
      else open.set(client, left);
    });
  });
}

/** Reports every error to the client: with an answer, or by closing the connection if one has begun. */
function answered(socket: Socket, { onFailure }: HttpServerOptions, run: () => void | Promise<void>): void {
  const before = socket.bytesWritten;
  const fail = (error: unknown): void => {
    onFailure(error);
    if (socket.writable && socket.bytesWritten === before) refuse(socket, 500, "Internal error");
    else socket.destroy();
  };
  try {
    const running = run();
    if (running instanceof Promise) running.catch(fail);
  } catch (error: unknown) {
    fail(error);
  }
}

/**
 * RFC 9110 §7.8: a server may ignore an upgrade that it does not speak. Clients that merely offer `h2c` expect that; the
 * opening of a WebSocket is a `GET` (RFC 6455 §4.1).
 */
export function isWebSocketUpgrade({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  return method === "GET" && headers.upgrade?.trim().toLowerCase() === "websocket";
}

const BAD_REQUEST: Problem = [400, "The HTTP request could not be parsed"];
const CLIENT_ERRORS: ReadonlyMap<string, readonly [status: number, message: string]> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "The request was not received in time"]],
  ["HPE_HEADER_OVERFLOW", [431, `Request line and headers are over ${HEADERS_MAX_BYTES} bytes`]],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", [413, "Chunk extensions are too large"]],
]);

const REASONS: ReadonlyMap<number, string> = new Map([
  [400, "Bad Request"],
  [404, "Not Found"],
  [405, "Method Not Allowed"],
  [408, "Request Timeout"],
  [413, "Content Too Large"],
  [431, "Request Header Fields Too Large"],
  [500, "Internal Server Error"],
  [503, "Service Unavailable"],
]);

type Problem = readonly [status: number, message: string];

/** Why a request cannot be served, whatever it asks for; otherwise its target is a path from here on. */
function problemOf(request: IncomingMessage): Problem | null {
  const { method, httpVersionMajor, httpVersion, headers } = request;
  // RFC 9110 §9.3.8: the answer repeats the request, and at a provider that has its own key in it.
  if (method === "TRACE") return [405, "Method not allowed"];
  if (httpVersionMajor !== 1) return [400, "The HTTP version must be 1.0 or 1.1"];
  // RFC 9112 §6.1: faulty framing.
  if (httpVersion === "1.0" && headers["transfer-encoding"] !== undefined) return BAD_REQUEST;
  return toOriginForm(request) ? null : [400, "The request target must be a path or an http URL"];
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** The body of every error in the service's own format. */
export const errorBody = (message: string): string => JSON.stringify({ error: message });

/** Answers after the requests that came before it, and ends the connection. */
function refuseInTurn(response: ServerResponse, status: number, message: string): void {
  const body = errorBody(message);
  response.writeHead(status, {
    "content-type": JSON_TYPE,
    "content-length": Buffer.byteLength(body),
    "x-request-id": randomUUID(),
    connection: "close",
  });
  response.end(body);
}

/** Answers on a bare socket, where there is no response object, and ends the connection. */
export function refuse(socket: Duplex, status: number, message: string, id: string = randomUUID()): void {
  endSocket(socket, {
    status: `${status} ${REASONS.get(status) ?? "Error"}`,
    lines: [`content-type: ${JSON_TYPE}`, `x-request-id: ${id}`],
    body: Buffer.from(errorBody(message)),
  });
}

interface SocketAnswer {
  /** Code and reason. */
  readonly status: string;
  /** Headers besides those of the framing. */
  readonly lines: readonly string[];
  readonly body: Buffer;
}

/** Writes an answer to a bare socket, and ends the connection. */
export function endSocket(socket: Duplex, { status, lines, body }: SocketAnswer): void {
  const head = [`HTTP/1.1 ${status}`, ...lines, `content-length: ${body.length}`, "connection: close"];
  socket.on("error", () => socket.destroy());
  socket.end(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]), () => socket.destroy());
}

/** `http://authority` in front of a path or a query. Userinfo has no place in it. @see RFC 9110 §4.2.4 */
const ABSOLUTE = /^https?:\/\/(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?(?=[/?]|$)/i;

/**
 * RFC 9112 §3.2.2: a server must accept the absolute form; routing knows only the origin form. False for other forms. Only the
 * authority is cut off: a parser would change the path, and hide what is wrong with it.
 */
function toOriginForm(request: IncomingMessage): boolean {
  const target = request.url ?? "";
  if (target.startsWith("/")) return true;
  const authority = ABSOLUTE.exec(target)?.[0];
  if (authority === undefined) return false;
  const rest = target.slice(authority.length);
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  return true;
}

/** Connections that wait to be accepted, as far as the system allows: a rejected one retries after a second. */
const BACKLOG_MAX = 4096;

/** Listens and resolves with the address; `port` 0 takes a free one. Rejects when the address is not available. */
export function listen(server: Server, place: { readonly host: string; readonly port: number }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...place, backlog: BACKLOG_MAX }, () => {
      server.off("error", reject);
      const address = addressOf(server);
      if (address === null) reject(new Error("the server has no address"));
      else resolve(address);
    });
  });
}

/** Where a server listens; `null`: it does not. */
export function addressOf(server: Server): AddressInfo | null {
  const address = server.address();
  return typeof address === "string" ? null : address;
}

/** Closes a server and all its connections. */
export async function cut(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

/** Groups of an IPv6 address that name a network; its owner has every address in it. @see RFC 6177 */
const NETWORK_GROUPS = 4;
const GROUPS = 8;
const MAPPED = "::ffff:";

/**
 * The client of a connection, for fair shares: its address, IPv6 by its /64 network. With a load balancer in front that is the load
 * balancer, since anyone can send `X-Forwarded-For`. `""`: unknown.
 */
export function clientOf(connection: Duplex): string {
  const address = "remoteAddress" in connection ? connection.remoteAddress : undefined;
  return typeof address === "string" ? networkOf(address) : "";
}

export function networkOf(address: string): string {
  if (address.startsWith(MAPPED) && address.includes(".")) return address.slice(MAPPED.length);
  if (!address.includes(":")) return address;
  const [front = "", back] = (address.split("%", 1)[0] ?? "").split("::");
  const groups = front === "" ? [] : front.split(":");
  const rest = back === undefined || back === "" ? [] : back.split(":");
  const zeros = back === undefined ? 0 : GROUPS - groups.length - rest.length;
  const all = [...groups, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...rest];
  return `${all.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
