import { percentDecoded } from "../core/strings.ts";
import type { PostgresServer } from "../core/stores.ts";
import { bareHost, isLoopback } from "./url-problem.ts";

type Reading =
  | { readonly ok: true; readonly server: PostgresServer }
  /** Quotes nothing of the URL: it may hold a password. */
  | { readonly ok: false; readonly reason: string };

const DEFAULT_PORT = 5432;
const FORM = "must be none, sqlite:PATH, or postgres://user[:password]@host[:port]/database[?sslmode=…]";
const TLS_MODES = ["disable", "require", "verify-full"] as const;

/** Whether an URL means a PostgreSQL at all. */
const isPostgresUrl = (url: string): boolean => /^postgres(?:ql)?:/i.test(url);

/** Why an URL names no PostgreSQL; `null`: it does. */
export function postgresUrlProblem(url: string): string | null {
  const reading = readPostgresUrl(url);
  return reading.ok ? null : reading.reason;
}

/** Reads `postgres://user[:password]@host[:port]/database[?sslmode=…]`. User, password and database are percent-decoded. */
export function readPostgresUrl(url: string): Reading {
  const parsed = URL.parse(url);
  if (parsed === null || !isPostgresUrl(url) || parsed.hostname === "") return refused(FORM);
  if (parsed.hash !== "") return refused("must have no fragment: write # as %23");
  if (parsed.port === "0") return refused("must not have the port 0");
  const host = bareHost(parsed.hostname);
  const tls = tlsMode(parsed.searchParams, host);
  if (tls === null) return refused(`must have no query but sslmode, one of ${TLS_MODES.join(", ")}`);
  const names = readNames(parsed);
  if (typeof names === "string") return refused(names);
  const port = parsed.port === "" ? DEFAULT_PORT : Number(parsed.port);
  return { ok: true, server: { host, port, tls, ...names } };
}

/** The login and its place, or what is wrong with it. */
function readNames(url: URL): Pick<PostgresServer, "user" | "password" | "database"> | string {
  const [user, password, database] = [url.username, url.password, url.pathname.slice(1)].map(percentDecoded);
  if (user == null || password == null || database == null)
    return "has a user, password or database that is not percent-encoded: write % as %25";
  if (user === "" || database === "" || url.pathname.slice(1).includes("/")) return FORM;
  // They end strings of the protocol.
  if ([user, password, database].some((name) => name.includes("\0"))) return "must not have a character of value 0";
  return { user, password: password === "" ? null : password, database };
}

/** Without a word, a connection that leaves the machine is encrypted, and to the right host. */
function tlsMode(query: URLSearchParams, host: string): PostgresServer["tls"] | null {
  if (query.size === 0) return isLoopback(host) ? "disable" : "verify-full";
  const mode = query.get("sslmode");
  return query.size === 1 ? (TLS_MODES.find((each) => each === mode) ?? null) : null;
}

const refused = (reason: string): Reading => ({ ok: false, reason });
