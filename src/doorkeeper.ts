import type { Duplex } from "node:stream";
import type { Runtime } from "./access/runtime.ts";
import type { Clock } from "./core/clock.ts";
import { ServiceError } from "./core/errors.ts";
import { clientOf } from "./http/client-address.ts";
import type { Exchange } from "./http/exchange.ts";
import { sendError, sendErrorBody } from "./http/reply.ts";
import { isOwnPath } from "./http/router.ts";
import { isBehind } from "./proxy/backlog.ts";
import { proxyErrorBody } from "./proxy/error-body.ts";
import { refuseUpgrade } from "./proxy/upgrade.ts";
import { Overload, type Admitted, type Arriving } from "./state/overload.ts";
import { ShedLog, type ShedLogOptions } from "./telemetry/shed-log.ts";

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
      this.#refuse(exchange, runtime, isOwn);
      return false;
    }
    // A client that has left by then needs no work.
    return admitted.turn().then(() => !response.destroyed);
  }

  #refuse(exchange: Exchange, runtime: Runtime, isOwn: boolean): void {
    const { headers, notes } = exchange;
    const failure = new ServiceError("overloaded");
    if (isOwn) {
      sendError(exchange, failure, this.#clock);
      return;
    }
    const { format, body } = proxyErrorBody(runtime, exchange.request, failure);
    notes.route = "proxy";
    if (format !== null) notes.format = format;
    headers["x-guardrail-request-id"] = exchange.id;
    headers["x-guardrail-verdict"] = "unread";
    sendErrorBody(exchange, failure, { body, clock: this.#clock });
  }

  /** The same of the opening of a WebSocket. */
  letsUpgrade(socket: Duplex, caller: Pick<Exchange, "headers" | "notes" | "onBegin">, runtime: Runtime): boolean {
    if (this.#admit(caller, socket, { runtime, mayStream: true, client: clientOf(socket) }) !== null) return true;
    const { status, code, message } = new ServiceError("overloaded");
    Object.assign(caller.notes, { status, errorCode: code });
    refuseUpgrade(null, socket, { status, code, message, headers: caller.headers });
    return false;
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
