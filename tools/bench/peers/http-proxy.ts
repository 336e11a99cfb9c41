/** Peer: a bare http-proxy-3 reverse proxy that checks nothing; `keep-alive` gives it an agent that re-uses connections. */
import { Agent, createServer } from "node:http";
import { createProxyServer } from "http-proxy-3";

const proxy = createProxyServer({
  target: `http://127.0.0.1:${process.argv[3]}`,
  ...(process.argv[4] === "keep-alive" ? { agent: new Agent({ keepAlive: true, maxSockets: 512 }) } : {}),
});
proxy.on("error", (_error, _request, response) => response?.destroy());
const server = createServer((request, response) => {
  proxy.web(request, response);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), "127.0.0.1");
