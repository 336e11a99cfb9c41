import type { IncomingMessage, ServerResponse, ClientRequest } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ProxyServer, type ServerOptions } from "http-proxy-3";
import type { Upstream } from "../config/config-model.ts";
import { ServiceError, toServiceError, type ErrorCode } from "../core/errors.ts";
import { bodyBegun, watchPace } from "../http/body.ts";
import type { ProxyExchange, ProxyIngress } from "./context.ts";
import { clientHeaders, connectionListed, isHopByHop, ownCredential } from "./upstream/headers.ts";
import { KeyRedaction } from "./key-redaction.ts";
import { traceCall } from "./upstream/provider-call.ts";
import { guardrailHeaders, note, sendFailure } from "./proxy-reply.ts";
import { upstreamProtocols } from "./upstream/credentials.ts";
import { refuseUpgrade, noteStatus } from "./websocket/upgrade.ts";
import { onceOpen, upstreamAddress, upstreamAgent } from "./upstream/upstream-address.ts";
import { readUpstreamError } from "./upstream/upstream-client.ts";

/** Traffic that is not read, as it is: http-proxy-3, WebSockets included. */
export class Passthrough {
  readonly #proxy = new ProxyServer();
  readonly #exchanges = new WeakMap<IncomingMessage, ProxyIngress>();
  readonly #upgrades = new WeakMap<IncomingMessage, PassedUpgrade>();
  readonly #sockets = new Set<Duplex>();

  constructor() {
    // `passFor` and `upgrade` handle failures; the library throws where nothing listens.
    this.#proxy.on("error", () => {});
    // No one asked for another protocol; without a listener the library would wait for an answer that never comes.
    this.#proxy.on("proxyReq", (outgoing) =>
      outgoing.once("upgrade", (_answer: IncomingMessage, socket: Socket) => {
        socket.destroy();
        outgoing.emit("error", new ServiceError("upstream_invalid"));
      }),
    );
    this.#proxy.before("web", "stream", keepFraming);
    this.#proxy.on("proxyRes", (answer, request, response) => {
      const exchange = this.#exchanges.get(request);
      if (exchange === undefined) return;
      prepareAnswer(exchange, answer, response);
      sendRedacted(exchange, answer, response);
    });
    this.#proxy.on("proxyReqWs", (outgoing, request) => this.#upgrades.get(request)?.attach(outgoing));
    this.#proxy.on("open", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  /** Resolves when the answer is sent, or the client disconnects. */
  async pass(exchange: ProxyExchange): Promise<void> {
    const { request, response, clock, runtime, place } = exchange;
    const target = targetOf(exchange);
    if (target === null) return;
    const { minBytesPerSecond } = runtime.config.server;
    const begun = await bodyBegun(request, { clock, minBytesPerSecond, place });
    if (begun === "timeout") sendFailure(exchange, "request_timeout");
    else if (begun === "overloaded") sendFailure(exchange, "overloaded");
    if (begun !== "begun") return;
    prepareRequest(exchange, { keepsUpgrade: false });
    this.#exchanges.set(request, exchange);
    const giveUp = (code: ErrorCode): void => {
      if (response.headersSent || response.destroyed) response.destroy();
      else sendFailure(exchange, code);
    };
    const stopPace = watchPace(request, { clock, minBytesPerSecond, onSlow: () => giveUp("request_timeout") });
    await new Promise<void>((resolve) => {
      response.once("close", resolve);
      this.#proxy.web(request, response, target, (error) => {
        giveUp(toServiceError(readUpstreamError(error)).code);
        // Our answer may wait for its record, which is written when this is over.
        resolve();
      });
    });
    stopPace();
  }

  upgrade(exchange: ProxyIngress, socket: Duplex, head: Buffer): void {
    const target = targetOf(exchange);
    if (target === null || !(socket instanceof Socket)) {
      refuseUpgrade(exchange, socket, new ServiceError("not_found"));
      return;
    }
    prepareRequest(exchange, { keepsUpgrade: true });
    const upgrade = new PassedUpgrade(exchange, socket);
    this.#upgrades.set(exchange.request, upgrade);
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    this.#proxy.ws(exchange.request, socket, head, { ...target, ws: true }, (error) => upgrade.fail(error));
  }

  /** WebSockets that are open. */
  get openSockets(): number {
    return this.#sockets.size;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Silence after which an unread connection is given up; streams of long answers have their own, longer deadline upstream. */
function timeoutMs(upstream: Upstream): number {
  return Math.max(upstream.headersTimeoutMs, upstream.bodyTimeoutMs);
}

/** The library parses a path of the target's, and of the request unless set to proxy it as it is. */
function targetOf(exchange: ProxyIngress): ServerOptions | null {
  const { upstream } = exchange;
  if (upstream.target.kind === "mock") return null;
  const { origin, path } = upstreamAddress(upstream, exchange);
  const { protocol, host, hostname } = origin;
  const agent = upstreamAgent(upstream);
  const port = origin.port === "" ? (protocol === "https:" ? 443 : 80) : Number(origin.port);
  exchange.request.url = path;
  return {
    target: { protocol, host, hostname, port },
    ...(agent === null ? {} : { agent }),
    prependPath: false,
    toProxy: true,
    selfHandleResponse: KeyRedaction.of(upstream.apiKey) !== null,
    changeOrigin: true,
    xfwd: false,
    secure: true,
    followRedirects: false,
    connectTimeout: upstream.connectTimeoutMs,
    proxyTimeout: timeoutMs(upstream),
    // No `timeout`: it would stay on the client's connection after this exchange.
  };
}

/** The body keeps the framing it came in. */
const FRAMING: ReadonlySet<string> = new Set(["content-length", "transfer-encoding"]);
const UPGRADE_KEPT: ReadonlySet<string> = new Set([...FRAMING, "connection", "upgrade"]);

/** The library says of some methods that they have no body, and sends it all the same: the provider would read it as the next request. */
function keepFraming({ headers, rawHeaders }: IncomingMessage): void {
  if (!rawHeaders.some((name, at) => at % 2 === 0 && name.toLowerCase() === "transfer-encoding")) return;
  headers["transfer-encoding"] = "chunked";
  delete headers["content-length"];
}

/** The library copies the request's headers, so they are prepared in place: it offers no other way. */
function prepareRequest(exchange: ProxyIngress, options: { readonly keepsUpgrade: boolean }): void {
  const { headers } = exchange.request;
  const credential = ownCredential(exchange);
  const listed = connectionListed(headers.connection);
  const kept = options.keepsUpgrade ? UPGRADE_KEPT : FRAMING;
  const protocols = upstreamProtocols(exchange).join(", ");
  const isDropped = (name: string): boolean =>
    isHopByHop(name) || listed.has(name) || exchange.keyHeaders.has(name) || credential?.replaces(name) === true;
  for (const name of Object.keys(headers)) if (!kept.has(name) && isDropped(name)) delete headers[name];
  if (options.keepsUpgrade) {
    headers.connection = "Upgrade";
    if (protocols !== "") headers["sec-websocket-protocol"] = protocols;
  }
  if (credential !== null) headers[credential.name] = credential.value;
  // In what is compressed no key can be found.
  if (KeyRedaction.of(exchange.upstream.apiKey) !== null) headers["accept-encoding"] = "identity";
  forwardTrace(exchange);
}

function forwardTrace(exchange: ProxyIngress): void {
  const call = traceCall(exchange, "");
  if (call === null) return;
  const { headers } = exchange.request;
  const { traceparent, tracestate } = call.headers;
  headers["traceparent"] = traceparent;
  if (tracestate === null) delete headers["tracestate"];
  else headers["tracestate"] = tracestate;
}

function prepareAnswer(exchange: ProxyIngress, answer: IncomingMessage, response: ServerResponse): void {
  note(exchange);
  exchange.trace?.call?.answered(answer.statusCode ?? 502);
  exchange.onBegin();
  answer.headers = clientHeaders(answer.headers);
  // The library would say what the provider's connection does.
  if (!response.shouldKeepAlive) answer.headers.connection = "close";
  for (const [name, value] of Object.entries(guardrailHeaders(exchange))) response.setHeader(name, value);
  // An upstream that breaks off must not look like one that has ended.
  answer.once("error", () => response.destroy());
  answer.once("aborted", () => response.destroy());
}

/** The library passes on what it gets; where the provider might repeat its key, this does. */
function sendRedacted({ upstream }: ProxyIngress, answer: IncomingMessage, response: ServerResponse): void {
  const redaction = KeyRedaction.of(upstream.apiKey);
  if (redaction === null) return;
  response.writeHead(answer.statusCode ?? 502, redaction.headers(answer.headers));
  answer.pipe(redaction.stream()).pipe(response);
}

/** An upgrade on its way to a provider, unread: what the library does not watch until the provider has agreed. */
class PassedUpgrade {
  readonly #exchange: ProxyIngress;
  readonly #client: Socket;
  #isAnswered = false;
  #cancelDeadline = (): void => {};

  constructor(exchange: ProxyIngress, client: Socket) {
    this.#exchange = exchange;
    this.#client = client;
  }

  /** Sets the deadlines, and gives the attempt up when the client leaves. */
  attach(outgoing: ClientRequest): void {
    const client = this.#client;
    const leave = (): void => {
      outgoing.destroy();
      client.destroy();
    };
    // Read, or the end would not be seen; what a hasty client has said stays for the provider.
    const look = (): void => void (client.readableLength === 0 && client.read());
    client.on("readable", look).once("end", leave).once("close", leave);
    this.#limitWait(outgoing);
    outgoing.prependOnceListener("upgrade", (answer) => {
      client.off("readable", look).off("end", leave).off("close", leave);
      this.#answered(answer);
    });
    outgoing.prependOnceListener("response", (answer) => {
      this.#answered(answer);
      answer.setTimeout(this.#exchange.upstream.bodyTimeoutMs, () => outgoing.destroy());
      answer.once("aborted", () => client.destroy());
    });
    outgoing.once("close", () => this.#cancelDeadline());
  }

  /** What the library reports: before the provider's answer one of ours is possible, afterwards only the end is. */
  fail(error: Error): void {
    const client = this.#client;
    if (this.#isAnswered || !client.writable) client.destroy();
    else refuseUpgrade(this.#exchange, client, readUpstreamError(error));
  }

  #limitWait(outgoing: ClientRequest): void {
    const { clock, upstream } = this.#exchange;
    const timeOut = (): void => void outgoing.destroy(new ServiceError("upstream_timeout"));
    const isSecure = upstream.target.kind === "url" && upstream.target.url.protocol === "https:";
    this.#cancelDeadline = clock.after(upstream.connectTimeoutMs, timeOut);
    outgoing.once("socket", (socket) => {
      onceOpen(socket, isSecure, () => {
        this.#cancelDeadline();
        if (!this.#isAnswered) this.#cancelDeadline = clock.after(upstream.headersTimeoutMs, timeOut);
      });
    });
  }

  #answered(answer: IncomingMessage): void {
    this.#isAnswered = true;
    this.#exchange.onBegin();
    this.#cancelDeadline();
    if (answer.statusCode !== undefined) {
      noteStatus(this.#exchange, answer.statusCode);
      this.#exchange.trace?.call?.answered(answer.statusCode);
    }
    for (const name of Object.keys(answer.headers)) if (name.startsWith("x-guardrail-")) delete answer.headers[name];
    const shown = KeyRedaction.of(this.#exchange.upstream.apiKey)?.headers(answer.headers);
    Object.assign(answer.headers, shown, guardrailHeaders(this.#exchange));
  }
}
