import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Connections that wait to be accepted, as far as the system allows: one that finds no place tries again after a second. */
const BACKLOG_MAX = 4096;

/** Resolves with the address that is listened on; `port` 0 takes a free one. Rejects when it cannot be had. */
export function listen(server: Server, place: { readonly host: string; readonly port: number }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...place, backlog: BACKLOG_MAX }, () => {
      server.off("error", reject);
      const address = addressOf(server);
      if (address === null) reject(new Error("the server has no address"));
      else resolve(address);
    });
  });
}

/** Where a server listens; `null`: not yet, or no more. */
export function addressOf(server: Server): AddressInfo | null {
  const address = server.address();
  return typeof address === "string" ? null : address;
}

/** Resolves when nothing of the server is open any more; connections are cut. */
export async function cut(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
