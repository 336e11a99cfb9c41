/** Peer: a bare reverse proxy on an undici Pool that parses JSON both ways and checks nothing. */
import { createServer } from "node:http";
import { Pool } from "undici";

/** More than any scenario has requests under way: none waits here. */
const CONNECTIONS = 512;
const pool = new Pool(`http://127.0.0.1:${process.argv[3]}`, { connections: CONNECTIONS });
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const body = Buffer.concat(parts);
    JSON.parse(body.toString());
    void pool
      .request({ method: "POST", path: request.url ?? "/", body, headers: { "content-type": "application/json" } })
      .then(async (answer) => {
        if (answer.headers["content-type"] === "text/event-stream") {
          response.writeHead(answer.statusCode, { "content-type": "text/event-stream" });
          answer.body.pipe(response);
          return;
        }
        const bytes = Buffer.from(await answer.body.arrayBuffer());
        JSON.parse(bytes.toString());
        response.writeHead(answer.statusCode, { "content-type": "application/json", "content-length": bytes.length });
        response.end(bytes);
      });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), "127.0.0.1");
