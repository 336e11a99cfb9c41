import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { request } from "undici";
import { codeOf } from "../core/errors.ts";
import type { AlertSettings } from "../core/alert-model.ts";
import type { Message } from "./formats.ts";

/** How an attempt ended. `refused` is final: the receiver answered that it will not take the alert. */
export type Delivered =
  | { readonly kind: "sent" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string; readonly retryAfterMs: number | null };

/** Statuses after which the same alert may be taken later. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Read of an answer; a longer one closes the connection. */
const ANSWER_MAX_BYTES = 4096;
/** Facility 13 (log audit), severity 4 (warning). @see RFC 5424 §6.2.1 */
const SYSLOG_PRIORITY = 13 * 8 + 4;

/** Sends one alert, once. Redirects are not followed: an alert goes only where the configuration says. */
export async function deliver(settings: AlertSettings, message: Message, signal: AbortSignal): Promise<Delivered> {
  try {
    return settings.target.kind === "http"
      ? await post(settings.target.url, message, signal)
      : await write(settings.target, message, signal);
  } catch (error) {
    return { kind: "failed", reason: signal.aborted ? "timeout" : (codeOf(error) ?? "error"), retryAfterMs: null };
  }
}

async function post(url: string, { body, headers }: Message, signal: AbortSignal): Promise<Delivered> {
  const answer = await request(url, { method: "POST", headers: { ...headers }, body, signal });
  const { statusCode: status } = answer;
  await answer.body.dump({ limit: ANSWER_MAX_BYTES, signal }).catch(() => {});
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (!PASSING.has(status)) return { kind: "refused", reason: `status ${status}` };
  const seconds = Number(answer.headers["retry-after"]);
  return { kind: "failed", reason: `status ${status}`, retryAfterMs: seconds > 0 ? seconds * 1000 : null };
}

type Syslog = Extract<AlertSettings["target"], { readonly kind: "syslog" }>;

/** A connection for each alert: there are few, and one that was idle may be dead without a sign. */
function write({ host, port, isTls }: Syslog, { body }: Message, signal: AbortSignal): Promise<Delivered> {
  const line = `<${SYSLOG_PRIORITY}>1 - - sallyport - - - ${body}\n`;
  return new Promise((resolve, reject) => {
    const socket: Socket = isTls ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
    const abort = (): void => void socket.destroy(new Error("aborted"));
    signal.addEventListener("abort", abort, { once: true });
    socket.once("error", reject);
    socket.once("close", () => signal.removeEventListener("abort", abort));
    // Sent when the receiver has taken the line and the end: a syslog server answers nothing.
    socket.end(line, () => {
      socket.resume();
      resolve({ kind: "sent" });
    });
  });
}
