import type { Server, ServerOptions } from "node:http";
import type { Server as TlsServer } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { SecureContextOptions, TLSSocket } from "node:tls";
import type { TlsSettings } from "../core/tls.ts";

// As in server.ts. Loaded with the first listener that speaks TLS.
const https = () => process.getBuiltinModule("node:https");

interface TlsServerOptions {
  readonly settings: ServerOptions;
  /** Time for a client's handshake. */
  readonly handshakeMs: number;
  /** Receives the code of each handshake that failed. */
  readonly onClientError: ((code: string) => void) | undefined;
}

/**
 * A server that speaks HTTP/1.1 over TLS. A certificate that a client presents is verified in the handshake, also where none is
 * required.
 */
export function createTlsServer(tls: TlsSettings, { settings, handshakeMs, onClientError }: TlsServerOptions): Server {
  const server = https().createServer({
    ...settings,
    ...contextOf(tls),
    ALPNProtocols: ["http/1.1"],
    handshakeTimeout: handshakeMs,
    requestCert: tls.clientAuth !== "none",
    rejectUnauthorized: tls.clientAuth === "required",
  });
  // Node would hand the failed socket to the handler of bad requests, whose answer no one could read.
  server.removeAllListeners("tlsClientError");
  server.on("tlsClientError", (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    onClientError?.(error.code ?? "unknown");
    socket.destroy();
  });
  server.on("secureConnection", (socket: TLSSocket) => {
    if (socket.authorized || tls.clientAuth === "none" || !hasCertificate(socket)) return;
    onClientError?.("client certificate");
    socket.destroy();
  });
  closeHandshakes(server);
  return server;
}

const hasCertificate = (socket: TLSSocket): boolean => socket.getPeerX509Certificate() !== undefined;

/** Node's own closing of all connections passes over those whose handshake is not over: the server would wait for them. */
function closeHandshakes(server: TlsServer): void {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const closeAll = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeAll();
    for (const socket of open) socket.destroy();
  };
}

/** New connections get other certificates, issuers and versions; open ones stay. */
export function renewTls(server: Server, tls: TlsSettings): void {
  if (isTlsServer(server)) server.setSecureContext(contextOf(tls));
}

const isTlsServer = (server: Server): server is TlsServer => "setSecureContext" in server;

function contextOf({ cert, key, ca, minVersion }: TlsSettings): SecureContextOptions {
  return { cert, key, minVersion, ...(ca === null ? {} : { ca }) };
}

/** Longer names are cut, UTF-16 units. */
const NAME_MAX_CHARS = 256;

/** The verified certificate of a connection's client: its subject, or its alternative names where it has none. `undefined`: none. */
export function clientCertificateOf(connection: Duplex): string | undefined {
  if (!("authorized" in connection) || connection.authorized !== true) return undefined;
  const certificate = isTlsSocket(connection) ? connection.getPeerX509Certificate() : undefined;
  const name = certificate?.subject || certificate?.subjectAltName;
  return name?.replaceAll("\n", ", ").slice(0, NAME_MAX_CHARS);
}

/** Puts the client's certificate, if it has one, on the log line of a request. */
export function noteCertificate(notes: { clientCertificate?: string }, connection: Duplex): void {
  const name = clientCertificateOf(connection);
  if (name !== undefined) notes.clientCertificate = name;
}

const isTlsSocket = (connection: Duplex): connection is TLSSocket => "getPeerX509Certificate" in connection;
