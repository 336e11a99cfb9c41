import type { OrganizationId } from "../../src/core/model.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import type { RecordStore } from "../../src/store/record-store.ts";
import { createManualClock, type ManualClock } from "./clock.ts";
import { DEMO_SECRET, makeAsset, makeKey } from "./config.ts";
import { startServer, type TestServer } from "./server.ts";

export interface AdminServer extends AsyncDisposable {
  readonly server: TestServer;
  readonly store: RecordStore;
  readonly clock: ManualClock;
}

/** A service with records in memory, an admin key (`DEMO_SECRET`), `rsk_user` that is none, and `rsk_other` of another organization. */
export async function startAdminServer(
  wrap: (store: RecordStore) => RecordStore = (store) => store,
): Promise<AdminServer> {
  const clock = createManualClock(Date.parse("2026-11-22T10:00:00Z"));
  const store = openSqliteStore({ path: ":memory:", retentionDays: 36_500, clock });
  const server = await startServer({
    clock,
    records: wrap(store),
    keys: [
      makeKey("demo", { secret: DEMO_SECRET, admin: true }),
      makeKey("user"),
      makeKey("other", { organization: "other" as OrganizationId, admin: true }),
    ],
    assets: [makeAsset("a", { pii_detection: { action: "flag" } })],
    limits: { default: 1_000_000, routes: new Map() },
  });
  return { server, store, clock, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
