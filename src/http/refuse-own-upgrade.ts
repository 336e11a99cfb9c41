import type { Duplex } from "node:stream";
import type { Exchange, Notes } from "./exchange.ts";
import { isOwnPath } from "./router.ts";
import { refuse } from "./server.ts";

export function notesOfUpgrade(path: string): Notes {
  return isOwnPath(path) ? {} : { route: "proxy" };
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
