const { STATUS_CODES } = process.getBuiltinModule("node:http");
import type { Duplex } from "node:stream";
import { openAiErrorBody } from "../codecs/openai-errors.ts";
import type { ProxyIngress } from "./context.ts";
import { guardrailHeaders } from "./reply.ts";

/** Refuses an upgrade in the provider's format, where there is a bare socket only, and ends the connection. */
export function refuseUpgrade(
  ingress: ProxyIngress | null,
  socket: Duplex,
  { status, code, message }: { readonly status: number; readonly code: string; readonly message: string },
): void {
  const body = JSON.stringify(openAiErrorBody(code, message, status));
  const own = ingress === null ? {} : guardrailHeaders(ingress);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(own).map(([name, value]) => `${name}: ${value}`),
    "connection: close",
  ];
  socket.on("error", () => socket.destroy());
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
