import type { RedisServer } from "../core/stores.ts";
import { percentDecoded } from "../core/strings.ts";
import { bareHost } from "./url-problem.ts";

type Reading =
  | { readonly ok: true; readonly server: RedisServer }
  /** Quotes nothing of the URL: it may hold a password. */
  | { readonly ok: false; readonly reason: string };

const DEFAULT_PORT = 6379;
const FORM = "must be memory, or redis://[user:password@]host[:port][/database], or the same with rediss://";

/** Why an URL names no Redis; `null`: it does. */
export function redisUrlProblem(url: string): string | null {
  const reading = readRedisUrl(url);
  return reading.ok ? null : reading.reason;
}

/** Reads `redis://[user:password@]host[:port][/database]`. User and password are percent-decoded. */
export function readRedisUrl(url: string): Reading {
  const parsed = URL.parse(url);
  if (parsed === null || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === "") return refused(FORM);
  if (parsed.search !== "" || parsed.hash !== "") return refused("must have no query and no fragment");
  if (parsed.port === "0") return refused("must not have the port 0");
  if (!PATHNAME.test(parsed.pathname)) return refused("must end after the host, or with the number of a database");
  const login = readLogin(parsed);
  if (typeof login === "string") return refused(login);
  const server = {
    host: bareHost(parsed.hostname),
    port: parsed.port === "" ? DEFAULT_PORT : Number(parsed.port),
    isTls: parsed.protocol === "rediss:",
    database: Number(parsed.pathname.slice(1)),
    ...login,
  };
  return { ok: true, server };
}

/** Nothing, or the number of a database. */
const PATHNAME = /^(?:\/\d{0,4})?$/;

/** The login, or what is wrong with it. */
function readLogin(url: URL): Pick<RedisServer, "username" | "password"> | string {
  const username = percentDecoded(url.username);
  const password = percentDecoded(url.password);
  if (username === null || password === null)
    return "has a user or password that is not percent-encoded: write % as %25";
  if (username !== "" && password === "") return "has a user without a password: write user:password@";
  return { username: username === "" ? null : username, password: password === "" ? null : password };
}

const refused = (reason: string): Reading => ({ ok: false, reason });
