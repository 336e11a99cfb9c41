import type { Duplex } from "node:stream";
import type { Runtime } from "./access/runtime.ts";
import type { Clock } from "./core/clock.ts";
import { ServiceError } from "./core/errors.ts";
import { clientOf } from "./http/server.ts";
import type { Exchange } from "./http/exchange.ts";
import { sendError, sendErrorBody } from "./http/reply.ts";
import { isOwnPath, isWorkPath } from "./core/own-paths.ts";
import { isBacklogged, type Scheduling } from "./proxy/scheduling.ts";
import { refuseUpgrade } from "./proxy/websocket/upgrade.ts";
import { Overload, type Admitted, type Arriving } from "./state/load-shedding.ts";
import { ShedLog, type ShedLogOptions } from "./telemetry/event-log.ts";
import type { IncomingMessage } from "node:http";
import { openAiErrorBody } from "./codecs/openai/openai-errors.ts";
import { findRoute } from "./proxy/find-route.ts";

/**
 * Refuses excess requests at the data port, own and proxied ones, without reading them: a refusal must cost next to nothing, or it would
 * add to the overload.
 */
export class AdmissionControl {
  readonly overload: Overload;
  readonly #clock: Clock;

  constructor({ scheduling, ...options }: ShedLogOptions & { readonly scheduling: Scheduling }) {
    const { clock } = options;
    this.#clock = clock;
    this.overload = new Overload({
      clock,
      defer: setImmediate,
      isBacklogged: () => isBacklogged(scheduling),
      report: new ShedLog(options).shed,
    });
  }

  /**
   * Admits a request, until its answer is closed, or refuses it, a proxied one in its caller's provider format.
   * @throws {ServiceError} `not_found` when a refused request has no upstream
   */
  admits(exchange: Exchange, runtime: Runtime): boolean | Promise<boolean> {
    const { path, response } = exchange;
    const isOwn = isOwnPath(path);
    if (isOwn && !isWorkPath(path)) return true;
    const admitted = this.#admit(exchange, response, {
      runtime,
      mayStream: !isOwn,
      client: clientOf(exchange.request.socket),
    });
    if (admitted === null) {
      this.refuse(exchange, runtime, new ServiceError("overloaded"));
      return false;
    }
    // A client that has disconnected needs no work.
    return admitted.turn().then(() => !response.destroyed);
  }

  /**
   * Refuses a request unread.
   * @throws {ServiceError} `not_found` when it has no upstream
   */
  refuse(exchange: Exchange, runtime: Runtime, failure: ServiceError): void {
    const { headers, notes } = exchange;
    if (isOwnPath(exchange.path)) {
      sendError(exchange, failure, this.#clock);
      return;
    }
    const { format, body } = proxyErrorBody(runtime, exchange.request, failure);
    notes.route = "proxy";
    if (format !== null) notes.format = format;
    Object.assign(headers, unreadHeaders(exchange.id));
    sendErrorBody(exchange, failure, { body, clock: this.#clock });
  }

  /** The same for the opening of a WebSocket. */
  admitsUpgrade(
    socket: Duplex,
    caller: Pick<Exchange, "id" | "headers" | "notes" | "onBegin">,
    runtime: Runtime,
  ): boolean {
    if (this.#admit(caller, socket, { runtime, mayStream: true, client: clientOf(socket) }) !== null) return true;
    this.refuseUpgrade(socket, caller, new ServiceError("overloaded"));
    return false;
  }

  refuseUpgrade(
    socket: Duplex,
    { id, headers, notes }: Pick<Exchange, "id" | "headers" | "notes">,
    { status, code, message }: ServiceError,
  ): void {
    Object.assign(notes, { status, errorCode: code });
    refuseUpgrade(null, socket, { status, code, message, headers: { ...headers, ...unreadHeaders(id) } });
  }

  #admit(
    arriving: Pick<Exchange, "headers" | "onBegin" | "place">,
    closing: Exchange["response"] | Duplex,
    { runtime, ...arrival }: Arriving & { readonly runtime: Runtime },
  ): Admitted | null {
    const admitted = this.overload.admit(runtime.config.server, arrival);
    if (admitted === null) {
      arriving.headers["Retry-After"] = String(this.overload.retrySeconds);
      return null;
    }
    closing.once("close", admitted.end);
    arriving.onBegin = admitted.begin;
    arriving.place = admitted;
    return admitted;
  }
}

/** Headers of every proxied answer to an unread request. */
const unreadHeaders = (id: string): Record<string, string> => ({
  "x-guardrail-request-id": id,
  "x-guardrail-verdict": "unread",
});

/**
 * Body of an error in the format of the request's provider, without an open exchange.
 * @throws {ServiceError} `not_found` when no upstream has the path
 */
function proxyErrorBody(
  runtime: Runtime,
  { method = "GET", url = "/" }: Pick<IncomingMessage, "method" | "url">,
  { code, message, status }: ServiceError,
): { readonly format: string | null; readonly body: string } {
  const route = findRoute(runtime, method, url);
  if (route === null) throw new ServiceError("not_found");
  const { codec } = route;
  const body = (codec?.errorBody ?? openAiErrorBody)(code, message, status);
  return { format: codec?.format ?? null, body: JSON.stringify(body) };
}
