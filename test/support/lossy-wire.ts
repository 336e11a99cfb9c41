import { connect, createServer, type Socket } from "node:net";
import { listen } from "./listen.ts";

export interface Wire extends AsyncDisposable {
  readonly port: number;
  /** Nothing goes through any more, neither way, and nobody is told. */
  readonly hang: () => void;
  /** Answers stay out, while what is sent arrives. */
  readonly swallowAnswers: () => void;
  /** Cuts what is connected; later connections go through. */
  readonly mend: () => void;
}

/** A way to a server on this machine that can fail as networks do. */
export async function startWire(target: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let passes = { questions: true, answers: true };
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    near.on("data", (bytes) => passes.questions && far.write(bytes)).on("close", () => far.destroy());
    far.on("data", (bytes) => passes.answers && near.write(bytes)).on("close", () => near.destroy());
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const port = await listen(server);
  return {
    port,
    hang: () => (passes = { questions: false, answers: false }),
    swallowAnswers: () => (passes = { questions: true, answers: false }),
    mend: () => {
      passes = { questions: true, answers: true };
      cut();
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
