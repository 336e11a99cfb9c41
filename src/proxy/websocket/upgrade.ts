import type { AnswerHeaders } from "../../core/upstream-port.ts";
const { STATUS_CODES } = process.getBuiltinModule("node:http");
import type { Duplex } from "node:stream";
import { openAiErrorBody } from "../../codecs/openai/openai-errors.ts";
import { endSocket, JSON_TYPE } from "../../http/server.ts";
import type { ProxyIngress } from "../context.ts";
import { guardrailHeaders, note, noteFailure } from "../proxy-reply.ts";

interface RefusedUpgrade {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refuses an upgrade in the provider's format, where there is a bare socket only, and ends the connection. */
export function refuseUpgrade(
  ingress: ProxyIngress | null,
  socket: Duplex,
  { status, code, message, headers = {} }: RefusedUpgrade,
): void {
  const body = Buffer.from(JSON.stringify(openAiErrorBody(code, message, status)));
  if (ingress !== null) {
    noteFailure(ingress, code);
    noteStatus(ingress, status);
  }
  const own = ingress === null ? {} : guardrailHeaders(ingress);
  answer(socket, status, { headers: { "content-type": JSON_TYPE, ...own, ...headers }, body });
}

/** The upstream's own refusal of an upgrade, as it is. */
export function relayRefusal(
  ingress: ProxyIngress,
  socket: Duplex,
  { status, headers, body }: { readonly status: number; readonly headers: AnswerHeaders; readonly body: Buffer },
): void {
  ingress.tally.unread();
  noteStatus(ingress, status);
  answer(socket, status, { headers: { ...headers, ...guardrailHeaders(ingress) }, body });
}

/** Puts the answer to an upgrade on its log line. */
export function noteStatus(ingress: ProxyIngress, status: number): void {
  note(ingress);
  ingress.notes.status = status;
}

function answer(
  socket: Duplex,
  status: number,
  { headers, body }: { readonly headers: AnswerHeaders; readonly body: Buffer },
): void {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => `${name}: ${each}`),
  );
  endSocket(socket, { status: `${status} ${STATUS_CODES[status] ?? "Error"}`, lines, body });
}
