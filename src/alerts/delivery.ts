import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { Pool, request } from "undici";
import { retryAfterMs } from "../core/clock.ts";
import { codeOf } from "../core/errors.ts";
import type { AlertSettings } from "../core/alert-model.ts";
import { connectorFor, trustOf, type Trust } from "../egress/tunnel.ts";
import type { Message } from "./formats.ts";

/** How an attempt ended. `refused` is final: the receiver answered that it will not take the alert. */
export type Delivered =
  | { readonly kind: "sent" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string; readonly retryAfterMs: number };

/** Statuses after which the same alert may be taken later. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Read of an answer; a longer one closes the connection. */
const ANSWER_MAX_BYTES = 4096;
/** Facility 13 (log audit), severity 4 (warning). @see RFC 5424 §6.2.1 */
const SYSLOG_PRIORITY = 13 * 8 + 4;

/** How long a syslog server that has taken a line may leave the connection open, ms. */
const LINGER_MS = 5000;

/** The way to one receiver. */
export class Receiver {
  readonly #settings: AlertSettings;
  /** `null`: reached directly, or not yet. */
  #pool: Pool | null = null;
  #trust: Trust | null = null;

  constructor(settings: AlertSettings) {
    this.#settings = settings;
  }

  /** Sends one alert, once. Redirects are not followed: an alert goes only where the configuration says. */
  async deliver(message: Message, signal: AbortSignal): Promise<Delivered> {
    const { target } = this.#settings;
    try {
      if (target.kind === "http") return await post(target.url, message, { signal, ...this.#way(target.url) });
      return await write(target, message, { signal, trust: target.isTls ? this.#trusted() : {} });
    } catch (error) {
      return { kind: "failed", reason: signal.aborted ? "timeout" : (codeOf(error) ?? "error"), retryAfterMs: 0 };
    }
  }

  /** Cuts what is still under way. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  #way(url: string): { readonly dispatcher?: Pool } {
    const { egress, timeoutMs } = this.#settings;
    if (egress === undefined) return {};
    this.#pool ??= new Pool(new URL(url).origin, {
      connections: 1,
      allowH2: false,
      connect: connectorFor(egress, timeoutMs),
    });
    return { dispatcher: this.#pool };
  }

  #trusted(): Trust {
    const { egress } = this.#settings;
    return (this.#trust ??= egress === undefined ? {} : trustOf(egress));
  }
}

interface PostWay {
  readonly signal: AbortSignal;
  readonly dispatcher?: Pool;
}

async function post(url: string, { body, headers }: Message, way: PostWay): Promise<Delivered> {
  const { signal } = way;
  const answer = await request(url, { method: "POST", headers: { ...headers }, body, ...way });
  const { statusCode: status } = answer;
  await answer.body.dump({ limit: ANSWER_MAX_BYTES, signal }).catch(() => {});
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (!PASSING.has(status)) return { kind: "refused", reason: `status ${status}` };
  return { kind: "failed", reason: `status ${status}`, retryAfterMs: retryAfterMs(answer.headers["retry-after"]) };
}

type Syslog = Extract<AlertSettings["target"], { readonly kind: "syslog" }>;

interface WriteWay {
  readonly signal: AbortSignal;
  readonly trust: Trust;
}

/** A connection for each alert: there are few, and one that was idle may be dead without a sign. */
function write({ host, port, isTls }: Syslog, { body }: Message, { signal, trust }: WriteWay): Promise<Delivered> {
  const line = `<${SYSLOG_PRIORITY}>1 - - sallyport - - - ${body}\n`;
  return new Promise((resolve, reject) => {
    // An address is no server name (RFC 6066 §3); the certificate is checked against the host either way.
    const servername = isIP(host) === 0 ? host : "";
    const socket: Socket = isTls ? connectTls({ ...trust, host, port, servername }) : connectTcp({ host, port });
    const abort = (): void => void socket.destroy(new Error("aborted"));
    signal.addEventListener("abort", abort, { once: true });
    socket.once("error", reject);
    socket.once("close", () => signal.removeEventListener("abort", abort));
    // Sent when the receiver has taken the line and the end: a syslog server answers nothing.
    socket.end(line, () => {
      socket.resume();
      socket.setTimeout(LINGER_MS, () => socket.destroy());
      resolve({ kind: "sent" });
    });
  });
}
