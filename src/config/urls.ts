import { percentDecoded } from "../core/strings.ts";
import type { AlertSettings } from "../core/alert-model.ts";
import type { PostgresServer, RedisServer } from "../core/stores.ts";

/** A host without the brackets that an IPv6 address has in a URL. */
const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");

/**
 * One spelling of a host: in lower case, without the dot of the root, an address as its four decimal parts or its shortest groups (`127.1`,
 * `::ffff:127.0.0.1` and `127.0.0.1` are one address). What no URL can hold stays as it is.
 */
export function canonicalHost(host: string): string {
  const bare = bareHost(host);
  const parsed = URL.parse(`http://${bare.includes(":") ? `[${bare}]` : bare}/`);
  const name = parsed === null ? bare.toLowerCase() : bareHost(parsed.hostname).replace(/\.$/, "");
  // RFC 4291 §2.5.5.2; a URL writes the last four bytes as two groups.
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(name) ?? [];
  if (high === undefined || low === undefined) return name;
  return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join(".");
}

/** An address of the loopback interface, or its name. @see RFC 1122 §3.2.1.3, RFC 4291 §2.5.3 */
export const isLoopback = (host: string): boolean => /^(?:127\.\d+\.\d+\.\d+|localhost|::1)$/.test(canonicalHost(host));

/**
 * Whether a connection to the host ends on this machine: names below `localhost` are its own (RFC 6761 §6.3), and the unspecified address
 * reaches it. Not to be used for what must not leave the machine: a resolver may know such a name otherwise.
 */
export const isThisMachine = (host: string): boolean =>
  isLoopback(host) || /^(?:.+\.localhost|0\.0\.0\.0|::)$/.test(canonicalHost(host));

export const NO_HTTP = "must be an http or https URL";

/** Why no requests can be sent to an address; `null`: they can. */
export function urlProblem(url: string, ownPort: number): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) return NO_HTTP;
  if (parsed.username !== "" || parsed.password !== "") return "must not hold credentials: use api_key";
  if (parsed.search !== "" || parsed.hash !== "") return "must have no query and no fragment";
  const isOwn = isThisMachine(parsed.hostname) && Number(parsed.port) === ownPort && ownPort !== 0;
  return isOwn ? "is this service's own address: requests would go in circles" : null;
}

/** The server that a URL names, or why it names none. A reason quotes nothing of the URL, which may hold a password. */
export type UrlReading<Server> =
  | { readonly ok: true; readonly server: Server }
  | { readonly ok: false; readonly reason: string };

const refused = (reason: string): { readonly ok: false; readonly reason: string } => ({ ok: false, reason });
const NO_PORT = "must not have the port 0";

/** Why the URL cannot be used; `null`: it can. */
export const problemOfReading = (reading: UrlReading<unknown>): string | null => (reading.ok ? null : reading.reason);

const POSTGRES_FORM = "must be none, sqlite:PATH, or postgres://user[:password]@host[:port]/database[?sslmode=…]";
const TLS_MODES = ["disable", "require", "verify-full"] as const;

/** Reads `postgres://user[:password]@host[:port]/database[?sslmode=…]`. User, password and database are percent-decoded. */
export function readPostgresUrl(url: string): UrlReading<PostgresServer> {
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(?:ql)?:/i.test(url) || parsed.hostname === "") return refused(POSTGRES_FORM);
  if (parsed.hash !== "") return refused("must have no fragment: write # as %23");
  if (parsed.port === "0") return refused(NO_PORT);
  const host = bareHost(parsed.hostname);
  const tls = tlsMode(parsed.searchParams, host);
  if (tls === null) return refused(`must have no query but sslmode, one of ${TLS_MODES.join(", ")}`);
  const names = readNames(parsed);
  if (typeof names === "string") return refused(names);
  return { ok: true, server: { host, port: Number(parsed.port || 5432), tls, ...names } };
}

/** The login and its place, or what is wrong with it. */
function readNames(url: URL): Pick<PostgresServer, "user" | "password" | "database"> | string {
  const [user, password, database] = [url.username, url.password, url.pathname.slice(1)].map(percentDecoded);
  if (user == null || password == null || database == null)
    return "has a user, password or database that is not percent-encoded: write % as %25";
  if (user === "" || database === "" || url.pathname.slice(1).includes("/")) return POSTGRES_FORM;
  // The protocol ends its strings with one.
  if ([user, password, database].some((name) => name.includes("\0"))) return "must not have a character of value 0";
  return { user, password: password === "" ? null : password, database };
}

/** By default a connection that leaves the machine is encrypted, and to the right host. */
function tlsMode(query: URLSearchParams, host: string): PostgresServer["tls"] | null {
  if (query.size === 0) return isLoopback(host) ? "disable" : "verify-full";
  const mode = query.get("sslmode");
  return query.size === 1 ? (TLS_MODES.find((each) => each === mode) ?? null) : null;
}

const REDIS_FORM = "must be memory, or redis://[user:password@]host[:port][/database], or the same with rediss://";
/** Nothing, or the number of a database. */
const REDIS_PATH = /^(?:\/\d{0,4})?$/;

/** Reads `redis://[user:password@]host[:port][/database]`. User and password are percent-decoded. */
export function readRedisUrl(url: string): UrlReading<RedisServer> {
  const parsed = URL.parse(url);
  if (parsed === null || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === "") return refused(REDIS_FORM);
  if (parsed.search !== "" || parsed.hash !== "") return refused("must have no query and no fragment");
  if (parsed.port === "0") return refused(NO_PORT);
  if (!REDIS_PATH.test(parsed.pathname)) return refused("must end after the host, or with the number of a database");
  const login = readLogin(parsed);
  if (typeof login === "string") return refused(login);
  const server = {
    host: bareHost(parsed.hostname),
    port: Number(parsed.port || 6379),
    isTls: parsed.protocol === "rediss:",
    database: Number(parsed.pathname.slice(1)),
    ...login,
  };
  return { ok: true, server };
}

/** The login, or what is wrong with it. */
function readLogin(url: URL): Pick<RedisServer, "username" | "password"> | string {
  const [username, password] = [url.username, url.password].map(percentDecoded);
  if (username == null || password == null) return "has a user or password that is not percent-encoded: write % as %25";
  if (username !== "" && password === "") return "has a user without a password: write user:password@";
  return { username: username === "" ? null : username, password: password === "" ? null : password };
}

/** Where alerts go: an http or https URL, or `syslog://host:port` (`syslogs://` with TLS); `null`: neither. */
export function readAlertUrl(url: string): AlertSettings["target"] | null {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === "" || parsed.username !== "" || parsed.password !== "") return null;
  switch (parsed.protocol) {
    case "http:":
    case "https:":
      return { kind: "http", url };
    case "syslog:":
    case "syslogs:":
      return readSyslogUrl(parsed);
    default:
      return null;
  }
}

function readSyslogUrl(url: URL): AlertSettings["target"] | null {
  const port = Number(url.port);
  if (port === 0 || !["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") return null;
  return { kind: "syslog", host: bareHost(url.hostname), port, isTls: url.protocol === "syslogs:" };
}
