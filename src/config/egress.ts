import { BlockList, isIP } from "node:net";
import { percentDecoded } from "../core/strings.ts";
import type { ProxyAddress } from "../core/egress.ts";
import type { Env } from "./document.ts";
import { canonicalHost, isThisMachine } from "./urls.ts";

interface EgressWire {
  readonly proxy?: string | undefined;
  readonly no_proxy?: readonly string[] | undefined;
}

/** The proxy of an address, and what is wrong with it. */
export type ProxyRoute =
  | { readonly ok: true; readonly proxy: ProxyAddress | null }
  /** Quotes nothing of the URL, which may hold a password. */
  | { readonly ok: false; readonly reason: string };

const DIRECT: ProxyRoute = { ok: true, proxy: null };

/** Says of each http or https URL through which proxy it is reached. What the configuration leaves out comes from the environment. */
export function openProxyRoutes({ proxy, no_proxy: exempt }: EgressWire, env: Env): (url: URL) => ProxyRoute {
  const isExempt = exemption(exempt ?? (fromEnv(env, "no_proxy")?.value ?? "").split(/[\s,]+/));
  const given = proxy === undefined ? null : readProxy("", proxy);
  const readEnv = (name: string): ProxyRoute => {
    const found = fromEnv(env, name);
    return found === null ? DIRECT : readProxy(`${found.name} `, found.value);
  };
  const [secure, plain] = [given ?? readEnv("https_proxy"), given ?? readEnv("http_proxy")];
  return (url) => {
    const route = url.protocol === "https:" ? secure : plain;
    return isExempt(url) ? DIRECT : route;
  };
}

/** The lower-case name first, as curl and others do. */
function fromEnv(env: Env, name: string): { readonly name: string; readonly value: string } | null {
  for (const each of [name, name.toUpperCase()]) {
    const value = env[each]?.trim() ?? "";
    if (value !== "") return { name: each, value };
  }
  return null;
}

const NO_PROXY = "none";

/** @param subject what a reason begins with: a variable of the environment; of the setting nothing, since its place is reported */
function readProxy(subject: string, text: string): ProxyRoute {
  if (text === NO_PROXY || text === "") return DIRECT;
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.pathname + url.search + url.hash !== "/")
    return { ok: false, reason: `${subject}must be http:// or https://[user:password@]host[:port], or ${NO_PROXY}` };
  const [user, password] = [url.username, url.password].map(percentDecoded);
  if (user == null || password == null)
    return { ok: false, reason: `${subject}has a user or password that is not percent-encoded: write % as %25` };
  const isTls = url.protocol === "https:";
  const authorization =
    user + password === "" ? null : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  return {
    ok: true,
    proxy: { isTls, host: bare(url.hostname), port: Number(url.port || (isTls ? 443 : 80)), authorization },
  };
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "").toLowerCase();

const SUBNET = /^([\da-f.:]+)\/(\d{1,3})$/i;
const WITH_PORT = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/;

/**
 * Which hosts are reached directly: this machine always, and those of the list, by name with its subdomains (`example.com`, `.example.com`,
 * `*.example.com`, each with the dot of the root or without), by address or subnet, each with or without a port; `*` for all.
 */
function exemption(list: readonly string[]): (url: URL) => boolean {
  const subnets = new BlockList();
  const names: { readonly name: string; readonly port: string | null }[] = [];
  for (const entry of list.map((text) => text.trim().toLowerCase()).filter((text) => text !== "")) {
    if (addSubnet(subnets, entry)) continue;
    const [, host = entry, port = null] = WITH_PORT.exec(entry) ?? [];
    names.push({ name: host === "*" ? host : canonicalHost(host.replace(/^\*?\./, "")), port });
  }
  return (url) => {
    const host = canonicalHost(url.hostname);
    if (isThisMachine(host)) return true;
    const family = isIP(host);
    if (family !== 0 && subnets.check(host, family === 6 ? "ipv6" : "ipv4")) return true;
    const ownPort = url.port || (url.protocol === "https:" ? "443" : "80");
    // An address has no subdomains.
    const isBelow = (name: string): boolean => family === 0 && host.endsWith(`.${name}`);
    return names.some(
      ({ name, port }) => (port === null || port === ownPort) && (name === "*" || host === name || isBelow(name)),
    );
  };
}

function addSubnet(subnets: BlockList, entry: string): boolean {
  const [, address = "", bits = ""] = SUBNET.exec(entry) ?? [];
  const family = isIP(address);
  if (family === 0 || Number(bits) > (family === 6 ? 128 : 32)) return false;
  subnets.addSubnet(address, Number(bits), family === 6 ? "ipv6" : "ipv4");
  return true;
}
