import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A bare connection, for requests that no client library would send. */
export class RawConnection {
  readonly socket: Socket;
  #received = "";
  readonly #closed: Promise<void>;

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", allowHalfOpen: false });
    this.socket.setEncoding("utf8").on("data", (chunk: string) => (this.#received += chunk));
    this.socket.on("error", () => {});
    this.#closed = new Promise((resolve) => this.socket.once("close", () => resolve()));
  }

  write(text: string | Buffer): void {
    this.socket.write(text);
  }

  /** The first answer, when the server has closed the connection. */
  async untilClosed(): Promise<RawAnswer> {
    await this.#closed;
    return parseAnswer(this.#received);
  }

  /** The first answer, when it is complete; the connection may stay. */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = parseAnswer(this.#received);
      const length = Number(answer.headers.get("content-length") ?? "-1");
      if (length >= 0 && Buffer.byteLength(answer.body) >= length) return answer;
      await Promise.race([once(this.socket, "data"), this.#closed]);
      if (this.socket.destroyed) return parseAnswer(this.#received);
    }
  }

  destroy(): void {
    this.socket.destroy();
  }
}

function parseAnswer(text: string): RawAnswer {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers = new Map(
    fields.map(
      (field) =>
        [field.slice(0, field.indexOf(":")).toLowerCase(), field.slice(field.indexOf(":") + 1).trim()] as const,
    ),
  );
  return { status: Number(line.split(" ")[1] ?? 0), headers, body: rest.join("\r\n\r\n") };
}

/** Sends text on a connection of its own and waits for the answer and its end. */
export async function sendRaw(port: number, text: string | Buffer): Promise<RawAnswer> {
  const connection = new RawConnection(port);
  connection.write(text);
  return connection.untilClosed();
}

/** What a client asks for a WebSocket with. */
export const upgradeRequest = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: x",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "\r\n",
  ].join("\r\n");
