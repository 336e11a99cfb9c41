import type { Agent, ClientRequestArgs } from "node:http";
import { isIP, Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { buildConnector } from "undici";
import type { Egress, ProxyAddress } from "../core/egress.ts";

// Not imported, so that they are loaded with the first connection that needs them: see http/server.ts.
const http = () => process.getBuiltinModule("node:http");
const https = () => process.getBuiltinModule("node:https");
const tls = () => process.getBuiltinModule("node:tls");

export interface Trust {
  readonly secureContext?: SecureContext;
}

/** Made once for many connections: it reads all authorities of the system. */
export function trustOf({ ca }: Egress): Trust {
  if (ca === null) return {};
  const { createSecureContext, getCACertificates } = tls();
  return { secureContext: createSecureContext({ ca: [...getCACertificates("default"), ca] }) };
}

interface TunnelOptions {
  readonly proxy: ProxyAddress;
  readonly target: { readonly host: string; readonly port: number };
  readonly timeoutMs: number;
  /** For a proxy that speaks TLS itself. */
  readonly trust: Trust;
}

type Opened = (error: Error | null, socket: Socket | null) => void;

/** Failures by the codes that the rest of the service knows. */
const failure = (message: string, code: string): Error => Object.assign(new Error(message), { code });

/** Asks a proxy for a connection to a target. `done` is called once. @see RFC 9110 §9.3.6 */
function openTunnel({ proxy, target, timeoutMs, trust }: TunnelOptions, done: Opened): void {
  const authority = `${target.host.includes(":") ? `[${target.host}]` : target.host}:${target.port}`;
  const { request } = proxy.isTls ? https() : http();
  const asking = request({
    ...trust,
    method: "CONNECT",
    host: proxy.host,
    port: proxy.port,
    path: authority,
    agent: false,
    setHost: false,
    // Otherwise it would be the name in the Host header, which is the target's.
    servername: isIP(proxy.host) === 0 ? proxy.host : "",
    timeout: timeoutMs,
    headers: {
      host: authority,
      ...(proxy.authorization === null ? {} : { "proxy-authorization": proxy.authorization }),
    },
  });
  asking.once("connect", ({ statusCode = 0 }, socket, head) => {
    if (statusCode >= 200 && statusCode <= 299 && head.length === 0) {
      socket.setTimeout(0);
      done(null, socket);
      return;
    }
    socket.destroy();
    done(failure(`the egress proxy answered ${statusCode}`, `EGRESS_PROXY_${statusCode}`), null);
  });
  asking.once("timeout", () =>
    asking.destroy(failure("the egress proxy did not answer in time", "UND_ERR_CONNECT_TIMEOUT")),
  );
  asking.once("error", (error) => done(error, null));
  asking.end();
}

/** For pools of undici. */
export function connectorFor(egress: Egress, timeoutMs: number): buildConnector.connector {
  const trust = trustOf(egress);
  const direct = buildConnector({ timeout: timeoutMs, allowH2: false, ...trust });
  const { proxy } = egress;
  if (proxy === null) return direct;
  return (options, callback) => {
    const isSecure = options.protocol === "https:";
    const target = { host: bare(options.hostname), port: portOf(options.port, isSecure) };
    openTunnel({ proxy, target, timeoutMs, trust }, (error, socket) => {
      if (socket === null) callback(error ?? failure("no connection", "UND_ERR_SOCKET"), null);
      else if (isSecure) direct({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    });
  };
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");
const portOf = (port: string | number | null | undefined, isSecure: boolean): number =>
  Number(port) || (isSecure ? 443 : 80);

/** For clients of `node:http` and `node:https`: one connection for each request. */
export function agentFor(
  egress: Egress,
  { isSecure, timeoutMs }: { readonly isSecure: boolean; readonly timeoutMs: number },
): Agent {
  const trust = trustOf(egress);
  const agent = isSecure
    ? new (https().Agent)({ keepAlive: false, ...trust })
    : new (http().Agent)({ keepAlive: false });
  const { proxy } = egress;
  if (proxy === null) return agent;
  agent.createConnection = (options: ClientRequestArgs & { readonly servername?: string }, done) => {
    const target = { host: bare(options.host ?? "localhost"), port: portOf(options.port, isSecure) };
    // `host` is whom the certificate must name where the target is an address and there is no server name.
    const secured = (socket: Socket): Socket =>
      tls().connect({ ...trust, socket, host: target.host, servername: options.servername ?? "" });
    openTunnel({ proxy, target, timeoutMs, trust }, (error, socket) => {
      // The type asks for a stream beside an error.
      if (socket === null) done?.(error, new Socket());
      else done?.(null, isSecure ? secured(socket) : socket);
    });
    return undefined;
  };
  return agent;
}
