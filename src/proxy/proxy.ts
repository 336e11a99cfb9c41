import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { AssetRuntime, Runtime } from "../access/runtime.ts";
import type { MessageCodec } from "../codecs/message-codec.ts";
import { ServiceError, toServiceError } from "../core/errors.ts";
import { describeError } from "../telemetry/logger.ts";
import { LOST_HEADER } from "../records/report.ts";
import { addressSlots, forwardPlain, inspectCompletion, markUnread, receive, unreadReason } from "./completion.ts";
import { admitProxied, type Admittance } from "./admission.ts";
import {
  openConnectionExchange,
  openIngress,
  openProxyExchange,
  ingressWithAsset,
  withAsset,
  type CheckingExchange,
  type ProxyCaller,
  type ProxyDeps,
  type ProxyExchange,
  type ProxyIngress,
} from "./context.ts";
import { countExchange, settleExchange } from "./record/exchange-record.ts";
import { forbiddenRequest, forbiddenUpgrade } from "./forbidden.ts";
import { InlineChoices } from "./inline-policies.ts";
import { InspectedSockets } from "./websocket/inspected-sockets.ts";
import { Passthrough } from "./pass-through.ts";
import { note, sendFailure, sendProviderError, sendUnread, noteFailure } from "./proxy-reply.ts";
import { refuseUnread } from "./unread.ts";
import { findRoute, messageCodec } from "./find-route.ts";
import { readUpstreamError, UpstreamPools } from "./upstream/upstream-client.ts";
import { refuseUpgrade } from "./websocket/upgrade.ts";
import { VerdictMemo } from "./checks/verdict-memo.ts";

interface IncomingUpgrade {
  /** What came after the request. */
  readonly head: Buffer;
  readonly runtime: Runtime;
  /** The request's id and log line, where the server has them. */
  readonly caller?: ProxyCaller;
}

/** The reverse proxy: what it can read it checks, what it cannot it refuses or passes, as each upstream says. */
export class ReverseProxy {
  readonly #deps: ProxyDeps;
  readonly #pools: UpstreamPools;
  readonly #passthrough = new Passthrough();
  readonly #inspected: InspectedSockets;
  #memo = new VerdictMemo(0);
  /** Work after answers: shadow policies, then records. */
  readonly #records = new Map<string, Promise<boolean>>();
  readonly #closing = new AbortController();
  readonly #choices: InlineChoices;
  #exchanges = 0;

  constructor(deps: ProxyDeps) {
    this.#deps = deps;
    this.#choices = new InlineChoices(deps.inlineGuards);
    this.#pools = new UpstreamPools(deps.mock, deps.scheduling.answers);
    this.#inspected = new InspectedSockets({
      ...deps,
      isRecordable: (ingress) => this.#isRecordable(ingress),
      ended: (exchange) => {
        countExchange(exchange);
        void this.#record(exchange);
        exchange.onOver();
      },
    });
  }

  /**
   * Answers a request for an upstream; resolves when the answer is written.
   * @param caller the request's id and log line, where the server has them
   * @throws {ServiceError} `not_found` when no upstream has the path
   */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    runtime: Runtime,
    caller: ProxyCaller = newCaller(),
  ): Promise<void> {
    const deps = this.#deps;
    const route = findRoute(runtime, request.method ?? "GET", request.url ?? "/");
    if (route === null) throw new ServiceError("not_found");
    const ingress = openIngress(route, { request, runtime, deps, caller });
    const exchange = openProxyExchange(ingress, { response, memo: this.#memoFor(runtime) });
    this.#exchanges += 1;
    response.once("close", () => {
      if (!response.writableFinished) exchange.abort.abort();
    });
    try {
      await this.#serve(exchange);
    } catch (error: unknown) {
      fail(exchange, error);
    } finally {
      this.#exchanges -= 1;
      // Also when the client disconnects before it is refused.
      if (exchange.tally.isKnown) note(exchange);
      countExchange(exchange);
    }
  }

  /**
   * Answers an upgrade (WebSocket), or refuses it; resolves when the connection is over and logged. The caller answers
   * one that it fails on.
   */
  upgrade(
    request: IncomingMessage,
    socket: Duplex,
    { head, runtime, caller = newCaller() }: IncomingUpgrade,
  ): void | Promise<void> {
    const deps = this.#deps;
    const route = findRoute(runtime, request.method ?? "GET", request.url ?? "/");
    if (route === null) {
      const notFound = new ServiceError("not_found");
      Object.assign(caller.notes, { status: notFound.status, errorCode: notFound.code });
      refuseUpgrade(null, socket, notFound);
      return undefined;
    }
    const { promise: over, resolve: onOver } = Promise.withResolvers<void>();
    let ingress = openIngress(route, { request, runtime, deps, caller, onOver });
    let isAdmitted = false;
    // An inspected connection is counted and recorded when its last message has been checked, which is after this.
    socket.once("close", () => {
      if (this.#inspected.hasOpened(ingress)) return;
      countExchange(ingress);
      if (isAdmitted && ingress.tally.isKnown)
        void this.#record(openConnectionExchange(ingress, this.#memoFor(runtime)));
      onOver();
    });
    const proceed = (admittance: Admittance): void => {
      const chosen = this.#choose(ingress, admittance);
      isAdmitted = chosen.kind === "admitted";
      if (chosen.kind === "admitted" && chosen.asset !== ingress.asset)
        ingress = ingressWithAsset(ingress, chosen.asset);
      this.#upgraded(ingress, chosen, { socket, head });
    };
    const refusal = forbiddenUpgrade(ingress);
    if (refusal !== null) {
      refuseUpgrade(ingress, socket, refusal);
      return over;
    }
    const admittance = admitProxied(ingress, deps);
    if (!(admittance instanceof Promise)) {
      proceed(admittance);
      return over;
    }
    this.#exchanges += 1;
    // Nothing else listens yet, and an unhandled error ends the process.
    socket.on("error", () => socket.destroy());
    return admittance.then((known) => {
      this.#exchanges -= 1;
      proceed(known);
      return over;
    });
  }

  #upgraded(
    ingress: ProxyIngress,
    admittance: Chosen,
    { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
  ): void {
    const { runtime } = ingress;
    const codec = messageCodec(ingress);
    if (codec !== undefined) ingress.notes.format = codec.format;
    if (admittance.kind === "refused") {
      refuseUpgrade(ingress, socket, admittance);
    } else if (codec !== undefined && !this.#isRecordable(ingress)) {
      refuseUpgrade(ingress, socket, new ServiceError("store_unavailable"));
    } else {
      const unread = unreadUpgrade(ingress, codec);
      if (unread !== null && ingress.upstream.unread === "deny") {
        const message = refuseUnread(ingress, "request", unread);
        refuseUpgrade(ingress, socket, { status: 403, code: "guardrail_unread", message });
        return;
      }
      if (unread !== null) markUnread(ingress, unread);
      if (codec === undefined) this.#passthrough.upgrade(ingress, socket, head);
      else this.#inspected.open(ingress, codec, { socket, head, memo: this.#memoFor(runtime) });
    }
  }

  /** Exchanges under way, open WebSockets included. */
  readonly inFlight = (): number =>
    this.#exchanges + this.#passthrough.openSockets + this.#inspected.count + this.#records.size;

  /** Open WebSockets that are inspected begin no answer any more, and end as soon as none is under way. */
  drain(): void {
    this.#inspected.drain();
  }

  /** Cuts everything that is still under way. */
  async close(): Promise<void> {
    this.#passthrough.close();
    await this.#inspected.close();
    this.#closing.abort();
    await Promise.all(this.#records.values());
    await this.#pools.close();
  }

  /** A reload keeps what is remembered, unless it changes how much may be. */
  #memoFor({ config }: Runtime): VerdictMemo {
    const entries = config.server.verdictMemoEntries;
    if (this.#memo.entries !== entries) this.#memo = new VerdictMemo(entries);
    return this.#memo;
  }

  async #serve(received: ProxyExchange): Promise<void> {
    const refusal = forbiddenRequest(received);
    if (refusal !== null) {
      sendProviderError(received, refusal.status, refusal);
      return;
    }
    const admission = admitProxied(received, this.#deps);
    const chosen = this.#choose(received, admission instanceof Promise ? await admission : admission);
    if (chosen.kind === "refused") {
      sendProviderError(received, chosen.status, chosen);
      return;
    }
    const exchange = chosen.asset === received.asset ? received : withAsset(received, chosen.asset);
    if (!this.#isRecordable(exchange)) {
      sendFailure(exchange, "store_unavailable");
      return;
    }
    const { recording, runtime, deferred } = exchange;
    if (recording !== null && runtime.config.store.onError === "reject") deferred.defer();
    try {
      await this.#admitted(exchange);
    } catch (error: unknown) {
      // Before the record is written: it says what the client received.
      fail(exchange, error);
    }
    await this.#recorded(exchange);
  }

  /** The policies of an admitted request: those of its asset, or what it makes of them. */
  #choose(ingress: ProxyIngress, admittance: Admittance): Chosen {
    if (admittance.kind === "refused") return admittance;
    try {
      return { kind: "admitted", asset: this.#choices.assetOf(ingress, admittance.key) };
    } catch (error: unknown) {
      const { status, code, message } = toServiceError(error);
      if (code !== "bad_request") throw error;
      return { kind: "refused", status, code: "invalid_request", message };
    }
  }

  /** False: nothing can be recorded, and what is not recorded is refused. Otherwise the exchange proceeds, and its headers say so. */
  #isRecordable({ runtime, headers }: ProxyIngress): boolean {
    const { store } = this.#deps;
    if (store === null || store.isReady()) return true;
    if (runtime.config.store.onError === "reject") return false;
    headers[LOST_HEADER] = "lost";
    return true;
  }

  /** Lets an answer that waits go when its record is written, or refuses it. */
  async #recorded(exchange: ProxyExchange): Promise<void> {
    const writing = this.#record(exchange, exchange.deferred.isWaiting);
    const isWritten = !exchange.deferred.isWaiting || (await writing);
    if (isWritten) {
      exchange.deferred.release();
      return;
    }
    exchange.deferred.drop();
    sendFailure(exchange, "store_unavailable");
  }

  /** After an answer is sent: only the end of the process waits for it. */
  #record(exchange: CheckingExchange, isAwaited = false): Promise<boolean> {
    const { store } = this.#deps;
    if (store === null && exchange.shadow === null) return WRITTEN;
    const { signal: closing } = this.#closing;
    const settling = settleExchange(exchange, { store, closing, isAwaited });
    const writing = settling.finally(() => this.#records.delete(exchange.id));
    this.#records.set(exchange.id, writing);
    return writing;
  }

  /** Resolves when the work after an exchange's answer is done; at once where there is none. */
  readonly recorded = (id: string): Promise<unknown> => this.#records.get(id) ?? WRITTEN;

  async #admitted(exchange: ProxyExchange): Promise<void> {
    const { upstream, codec } = exchange;
    const port = this.#pools.port(upstream);
    const unread = unreadReason(exchange);
    if (codec !== null && unread === null) {
      await inspectCompletion(exchange, codec, port);
      return;
    }
    if (unread !== null && upstream.unread === "deny") {
      sendUnread(exchange, 403, unread);
      return;
    }
    if (unread !== null) markUnread(exchange, unread);
    if (upstream.target.kind === "url") {
      await this.#passthrough.pass(exchange);
      return;
    }
    const bytes = await receive(exchange);
    if (bytes !== null) await forwardPlain(exchange, port, bytes);
  }
}

/** What becomes of a request before its texts are looked at. */
type Chosen =
  | { readonly kind: "admitted"; readonly asset: AssetRuntime }
  | Extract<Admittance, { readonly kind: "refused" }>;

const newCaller = (): ProxyCaller => ({ id: randomUUID(), notes: {} });

/** Where nothing is recorded nothing is lost. */
const WRITTEN = Promise.resolve(true);

/** The exchange's last exit: the client gets the failure in its format, the log gets the rest. */
function fail(exchange: ProxyExchange, error: unknown): void {
  const { response, abort, logger, id } = exchange;
  // The client has disconnected: there is no one to answer.
  if (response.destroyed || (abort.signal.aborted && !response.headersSent)) {
    response.destroy();
    return;
  }
  abort.abort();
  const failure = readUpstreamError(error);
  const fields = { request_id: id, upstream: exchange.upstream.name, code: failure.code, error: describeError(error) };
  // There may be many of them, and the log counts them.
  if (failure.code !== "overloaded")
    logger[failure.code === "internal" ? "error" : "warn"](fields, "proxied request failed");
  if (!response.headersSent) {
    sendFailure(exchange, failure.code);
    return;
  }
  noteFailure(exchange, failure.code);
  note(exchange);
  response.destroy();
}

/** What of an upgrade is unread; `null`: all of it is read. No policy reads its address beyond names. */
function unreadUpgrade(ingress: ProxyIngress, codec: MessageCodec | undefined): string | null {
  if (codec === undefined) return "websocket";
  return addressSlots(ingress).length > 0 ? "address" : null;
}
