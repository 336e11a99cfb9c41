import { connect, type Socket } from "node:net";
import { createServer } from "node:tls";
import { selfSigned } from "./certificates.ts";
import { listen } from "./listen.ts";

export interface TlsFront extends AsyncDisposable {
  readonly url: string;
  /** What clients have to trust. */
  readonly ca: string;
}

/** TLS before a plain server, as a load balancer would do it: some clients speak nothing else. */
export async function startTlsFront(target: string, name?: string): Promise<TlsFront> {
  const { key, cert } = selfSigned(name);
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer({ key, cert }, (socket) => {
    const inner = connect(Number(port), "127.0.0.1");
    for (const each of [socket, inner]) {
      sockets.add(each);
      each.on("error", () => {}).on("close", () => sockets.delete(each));
    }
    socket.pipe(inner).pipe(socket);
  });
  const frontPort = await listen(server);
  return {
    url: `https://127.0.0.1:${frontPort}`,
    ca: cert,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
