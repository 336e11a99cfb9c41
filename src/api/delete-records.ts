import { sessionName } from "../access/session-key.ts";
import { sendJson } from "../http/reply.ts";
import { badRequest, requireAdmin } from "./request-gate.ts";
import { readQuery } from "./record-query.ts";
import { storedForms } from "./name-forms.ts";
import type { ApiService, KeyedCall } from "./service.ts";
import type { RecordStore, RemovalTarget } from "../store/record-store.ts";

/** Every parameter of the endpoint. */
export const DELETE_PARAMETERS: readonly string[] = ["user_id", "session_id"];
/** Records that the store is asked to delete at once; it pauses between steps of its own. */
const ROUND_RECORDS = 10_000;

/**
 * `DELETE /admin/records`: forgets a person, a session, or a person in a session, of the key's organization. It goes on to
 * its end when the client leaves: half a deletion is nothing that anybody asks for.
 */
export async function deleteRecords(call: KeyedCall, service: ApiService): Promise<void> {
  const { exchange, key } = call;
  requireAdmin(key);
  const query = readQuery(exchange, DELETE_PARAMETERS);
  const [userId, sessionId] = [nameIn(query, "user_id"), nameIn(query, "session_id")];
  if (userId === null && sessionId === null) throw badRequest("query", "must have user_id, session_id, or both");
  const { organization } = key;
  if (sessionId !== null) await service.sessions.forget(sessionName(organization, sessionId));
  let deleted = 0;
  for (const user of await formsOf(userId, call, service))
    for (const session of await formsOf(sessionId, call, service))
      deleted += await removeAll(service.store, { organization, userId: user, sessionId: session });
  // The log must not reveal whose records they were.
  const by = DELETE_PARAMETERS.filter((name) => query.has(name));
  service.logger.info({ request_id: exchange.id, key_id: key.id, organization, by, deleted }, "records deleted");
  sendJson(exchange, 200, JSON.stringify({ deleted }));
}

async function formsOf(name: string | null, call: KeyedCall, service: ApiService): Promise<readonly (string | null)[]> {
  return name === null ? [null] : storedForms(name, call, service);
}

/** An empty name would be a script's mistake more often than anybody's name. */
function nameIn(query: URLSearchParams, parameter: string): string | null {
  const name = query.get(parameter);
  if (name === "") throw badRequest(parameter, "must not be empty");
  return name;
}

/** @returns how many are gone. @throws {ServiceError} `store_unavailable`; asked again, it goes on where it ended */
async function removeAll(store: Pick<RecordStore, "remove">, target: RemovalTarget): Promise<number> {
  let deleted = 0;
  for (;;) {
    const removed = await store.remove(target, ROUND_RECORDS);
    deleted += removed;
    if (removed < ROUND_RECORDS) return deleted;
  }
}
