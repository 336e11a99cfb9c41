import type { Duplex } from "node:stream";
import type { IncomingMessage } from "node:http";
import { beginTrace, type Arrival, type Exchange, type Notes } from "./exchange.ts";
import { isOwnPath } from "./router.ts";
import { refuse } from "./server.ts";

export function notesOfUpgrade(request: IncomingMessage, path: string, arrival: Arrival): Notes {
  const notes: Notes = isOwnPath(path) ? {} : { route: "proxy" };
  beginTrace(request, notes, arrival);
  return notes;
}

/** Refuses an upgrade that is not the proxy's. */
export function refuseOwnUpgrade(
  socket: Duplex,
  { id, notes }: Pick<Exchange, "id" | "notes">,
  { status, message }: { readonly status: number; readonly message: string },
): void {
  notes.status = status;
  refuse(socket, status, message, id);
}
