import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import type { IncomingMessage } from "node:http";
import type { Place } from "../core/overload.ts";
import { beginTrace, type Arrival, type Exchange, type Notes } from "./exchange.ts";
import { isOwnPath } from "./router.ts";
import { refuse } from "./server.ts";

/** An upgrade on its way through the service. */
export interface OpenedUpgrade extends Pick<Exchange, "id" | "path" | "headers" | "notes"> {
  onBegin?: () => void;
  place?: Place;
}

export function openUpgrade(request: IncomingMessage, arrival: Arrival): OpenedUpgrade {
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const notes: Notes = isOwnPath(path) ? {} : { route: "proxy" };
  beginTrace(request, notes, arrival);
  return { id: randomUUID(), path, headers: {}, notes };
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
