import type { IncomingMessage } from "node:http";

const SESSION_HEADER = "x-guardrail-session-id";
const USER_HEADER = "x-guardrail-user-id";

/** Callers of the proxy name session and user by these; they go no further. */
export const NAME_HEADERS: readonly string[] = [SESSION_HEADER, USER_HEADER];

/** Longer names are cut, UTF-16 units. */
const NAME_MAX_CHARS = 256;

/** Whose request it is, as records have it. */
export interface CallerNames {
  readonly sessionId: string | null;
  readonly userId: string | null;
}

export function namesInHeaders(request: Pick<IncomingMessage, "headers">): CallerNames {
  return { sessionId: nameIn(request, SESSION_HEADER), userId: nameIn(request, USER_HEADER) };
}

function nameIn({ headers }: Pick<IncomingMessage, "headers">, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value.slice(0, NAME_MAX_CHARS) : null;
}
