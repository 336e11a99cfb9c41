import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { listen } from "./listen.ts";

export interface ConnectProxy extends AsyncDisposable {
  readonly port: number;
  /** Targets of all tunnels, in order. */
  readonly targets: readonly string[];
}

/** A forward proxy for `CONNECT`. Every target is on this machine, whatever its name. */
export async function startConnectProxy(authorization?: string): Promise<ConnectProxy> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  };
  const server = createServer((_request, response) => void response.writeHead(405).end());
  server.on("connection", keep);
  server.on("connect", ({ url = "", headers }, client: Socket) => {
    if (authorization !== undefined && headers["proxy-authorization"] !== authorization) {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    targets.push(url);
    const target = keep(connect(Number(url.split(":").at(-1)), "127.0.0.1"));
    target.once("connect", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      client.pipe(target).pipe(client);
    });
    target.once("error", () => client.destroy());
    client.once("close", () => target.destroy());
  });
  const port = await listen(server);
  return {
    port,
    targets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
