import type { Clock } from "../core/clock.ts";
import { ServiceError } from "../core/errors.ts";
import type { RecordStore, ScanRecord } from "./record-store.ts";

/** How long a caller waits for its record, milliseconds. */
const SAVE_WITHIN_MS = 10_000;
/** How long a store that let a save wait for that long counts as down; then it is tried again. */
const DOWN_MS = 5000;
/** Unanswered saves; more are refused. A store bounds its own queue, this bounds one that does not. */
const UNANSWERED_MAX = 8192;

/**
 * Bounds every wait for a store: a save that is not answered in time fails, and may be written all the same. Whatever goes
 * wrong with a save is `store_unavailable`.
 */
export function withSaveTimeout(store: RecordStore, clock: Clock): RecordStore {
  let unanswered = 0;
  let downUntilMs = -Infinity;
  const save = (record: ScanRecord): Promise<void> => {
    if (unanswered >= UNANSWERED_MAX) return Promise.reject(new ServiceError("store_unavailable"));
    unanswered += 1;
    return new Promise((resolve, reject) => {
      const cancel = clock.after(SAVE_WITHIN_MS, () => {
        downUntilMs = clock.now() + DOWN_MS;
        fail(new Error("the store did not answer in time"));
      });
      const fail = (cause: unknown): void =>
        reject(cause instanceof ServiceError ? cause : new ServiceError("store_unavailable", { cause }));
      const answered = (): void => {
        unanswered -= 1;
        cancel();
      };
      const saving = async (): Promise<void> => store.save(record);
      saving().finally(answered).then(resolve, fail);
    });
  };
  const isReady = (): boolean => unanswered < UNANSWERED_MAX && clock.now() >= downUntilMs && store.isReady();
  return { ...store, save, isReady };
}
