import { codeOf } from "../core/errors.ts";
import type { Redis, RedisOptions } from "ioredis";
import { createHash } from "node:crypto";
import type { RedisLimitStore, RedisServer } from "../core/stores.ts";
import { StoreFailure, type Admission, type SharedWindows, wholeSeconds } from "./limiter.ts";

/** Time to establish a connection, milliseconds; the handshake after it has the caller's deadline. */
const CONNECT_MAX_MS = 1000;
/** Time for an orderly disconnect, milliseconds. */
const DISCONNECT_MS = 100;
const KEEP_ALIVE_MS = 30_000;

/**
 * One request of a fixed window, in one step that nothing comes between. KEYS[1] is the window; ARGV: limit, length in
 * microseconds. Answers 1 or 0, requests counted, microseconds until the end.
 *
 * Time is the server's, so replicas whose clocks differ agree. Where that clock has gone back, the window begins anew with
 * what it has counted: it neither ends early nor lasts for as long as the jump was. The name expires a second after the
 * window: it never goes while its window is open.
 */
const WINDOW_SCRIPT = `
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local limit = tonumber(ARGV[1])
local window = redis.call("HMGET", KEYS[1], "opened", "length", "used")
local opened, length, used = tonumber(window[1]), tonumber(window[2]), tonumber(window[3])
local begins = false
if not (opened and length and used) or now - opened >= length then
  opened, length, used, begins = now, tonumber(ARGV[2]), 0, true
elseif now < opened then
  opened, begins = now, true
end
local admitted = used < limit
if admitted then used = used + 1 end
if begins then
  redis.call("HSET", KEYS[1], "opened", opened, "length", length, "used", used)
  redis.call("PEXPIRE", KEYS[1], math.ceil(length / 1000) + 1000)
elseif admitted then
  redis.call("HSET", KEYS[1], "used", used)
end
return {admitted and 1 or 0, used, length - (now - opened)}
`;

/** EVALSHA names a script by its SHA-1. */
const SCRIPT_SHA1 = createHash("sha1").update(WINDOW_SCRIPT).digest("hex");

/**
 * Windows in Redis. A connection is used until it breaks and never repaired: no command waits for the next one or is sent twice, since
 * it might have been counted. The caller decides when to reconnect.
 */
export class RedisWindows implements SharedWindows {
  readonly #store: RedisLimitStore;
  readonly #onLost: (reason: string) => void;
  #client: Redis | null = null;

  /** @param onLost called when an open connection ends by itself */
  constructor(store: RedisLimitStore, onLost: (reason: string) => void) {
    this.#store = store;
    this.#onLost = onLost;
  }

  readonly connect = async (): Promise<void> => {
    if (this.#client?.status === "ready") return;
    this.drop();
    // Only deployments with Redis pay for its client.
    const { Redis } = await import("ioredis");
    const client = new Redis(clientOptions(this.#store.server));
    this.#client = client;
    let reason: string | null = null;
    // The first error is the cause; later ones only report the closed connection. A missing database is an event only: the client would
    // continue in another one.
    client.on("error", (error: unknown) => {
      reason ??= reasonOf(error);
      if (client.status !== "ready") client.disconnect();
    });
    try {
      await client.connect();
    } catch (error) {
      throw new StoreFailure(reason ?? reasonOf(error));
    }
    if (reason !== null) throw new StoreFailure(reason);
    client.once("end", () => {
      if (this.#client === client) this.#onLost(reason ?? CLOSED);
    });
  };

  readonly take: SharedWindows["take"] = async (key, { limit, windowMs }): Promise<Admission> => {
    const client = this.#client;
    if (client === null) throw new StoreFailure(CLOSED);
    const name = this.#store.prefix + key;
    const lengthUs = windowMs * 1000;
    try {
      return readWindowReply(await client.evalsha(SCRIPT_SHA1, 1, name, limit, lengthUs), limit);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== "NOSCRIPT") throw new StoreFailure(reason);
    }
    try {
      // A restarted or flushed server has forgotten the script; EVAL makes it known again.
      return readWindowReply(await client.eval(WINDOW_SCRIPT, 1, name, limit, lengthUs), limit);
    } catch (error) {
      throw new StoreFailure(reasonOf(error));
    }
  };

  readonly drop = (): void => {
    const client = this.#client;
    this.#client = null;
    client?.disconnect();
  };
}

// Its type is inferred: as `RedisOptions` the constructor does not take it under exact optional properties.
function clientOptions({ host, port, isTls, username, password, database }: RedisServer) {
  return {
    host,
    port,
    db: database,
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    // Node's defaults: the system's authorities, and the certificate must be the host's.
    ...(isTls ? { tls: {} } : {}),
    // RESP2 is what every version speaks, and the answers are three numbers.
    protocol: 2,
    lazyConnect: true,
    connectTimeout: CONNECT_MAX_MS,
    disconnectTimeout: DISCONNECT_MS,
    keepAlive: KEEP_ALIVE_MS,
    noDelay: true,
    retryStrategy: () => null,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // The first command shows whether the server is ready and needs no permission for INFO.
    enableReadyCheck: false,
    connectionName: "sallyport",
    disableClientInfo: true,
    showFriendlyErrorStack: false,
  } as const satisfies RedisOptions;
}

const CLOSED = "closed";

/** Redis begins its errors with a code in capitals. Messages stay out: they may quote what was sent. */
const REPLY_CODE = /^[A-Z][A-Z0-9]{1,31}(?= |$)/;

function reasonOf(error: unknown): string {
  if (error instanceof StoreFailure) return error.reason;
  if (!(error instanceof Error)) return "error";
  return codeOf(error) ?? REPLY_CODE.exec(error.message)?.[0] ?? CLOSED;
}

/** @throws {StoreFailure} `reply`: not what the script answers */
function readWindowReply(reply: unknown, limit: number): Admission {
  const [admitted, used, leftUs] = Array.isArray(reply) ? reply.map(Number) : [];
  if (
    admitted === undefined ||
    used === undefined ||
    leftUs === undefined ||
    !Number.isFinite(admitted + used + leftUs)
  )
    throw new StoreFailure("reply");
  return {
    admitted: admitted === 1,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: wholeSeconds(leftUs / 1000),
  };
}
