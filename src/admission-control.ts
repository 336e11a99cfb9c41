import type { Duplex } from "node:stream";
import type { Runtime } from "./access/runtime.ts";
import type { Clock } from "./core/clock.ts";
import { ServiceError } from "./core/errors.ts";
import { clientOf } from "./http/client-address.ts";
import type { Exchange } from "./http/exchange.ts";
import { sendError, sendErrorBody } from "./http/reply.ts";
import { isOwnPath } from "./http/router.ts";
import { isBehind } from "./proxy/stream/backlog.ts";
import { proxyErrorBody } from "./proxy/body/error-body.ts";
import { refuseUpgrade } from "./proxy/websocket/upgrade.ts";
import { Overload, type Admitted, type Arriving } from "./state/load-shedding.ts";
import { ShedLog, type ShedLogOptions } from "./telemetry/event-log.ts";

/** Own paths whose requests are work; the others (health, metrics, administration) are answered under any load. */
const isWork = (path: string): boolean => path.startsWith("/sdk/") || path.startsWith("/scan/");

/**
 * Stands before both doors of the data port and refuses what would be too much. Nothing of a refused request is read, and of an
 * exchange nothing is opened: a refusal must cost next to nothing, or it would be a part of the overload.
 */
export class Doorkeeper {
  readonly overload: Overload;
  readonly #clock: Clock;

  constructor(options: ShedLogOptions) {
    const { clock } = options;
    this.#clock = clock;
    this.overload = new Overload({ clock, defer: setImmediate, isBehind, report: new ShedLog(options).shed });
  }

  /**
   * Takes a request on until its answer is closed, as soon as it is its turn; or refuses it, a proxied one in its caller's provider
   * format.
   * @throws {ServiceError} `not_found` when one that would be refused goes to no upstream
   */
  letsIn(exchange: Exchange, runtime: Runtime): boolean | Promise<boolean> {
    const { path, response } = exchange;
    const isOwn = isOwnPath(path);
    if (isOwn && !isWork(path)) return true;
    const admitted = this.#admit(exchange, response, {
      runtime,
      mayStream: !isOwn,
      client: clientOf(exchange.request.socket),
    });
    if (admitted === null) {
      this.refuse(exchange, runtime, new ServiceError("overloaded"));
      return false;
    }
    // A client that has left by then needs no work.
    return admitted.turn().then(() => !response.destroyed);
  }

  /**
   * Refuses a request that nobody looks at.
   * @throws {ServiceError} `not_found` when it goes to no upstream
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

  /** The same of the opening of a WebSocket. */
  letsUpgrade(
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

/** What every proxied answer says, of one that nobody has looked at. */
const unreadHeaders = (id: string): Record<string, string> => ({
  "x-guardrail-request-id": id,
  "x-guardrail-verdict": "unread",
});
