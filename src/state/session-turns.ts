import { LRUCache } from "lru-cache";
import type { Clock } from "../core/clock.ts";

/** Sessions that are remembered at once. */
const SESSIONS_MAX = 10_000;
/** Kept text of a session, UTF-16 units: no joined text is longer. */
export const SESSION_CHARS_MAX = 2000;
/** Text of all sessions, UTF-16 units: 16 MiB of memory. The least recently used session is dropped first. */
const CHARS_MAX = 8 * 1024 * 1024;
/** How long an idle session is kept, ms. */
const REST_MS = 60 * 60 * 1000;
/** Overhead of a session, in units. */
const OVERHEAD = 64;

/** The recent prompts of sessions, in this process or in the primary. */
export interface Sessions {
  /** The last texts, oldest first, at most `count`. */
  readonly recent: (session: string, count: number) => readonly string[] | Promise<readonly string[]>;
  /** Remembers a text; of the session at most `count` stay. A promise resolves when later calls see it. */
  readonly add: (session: string, text: string, count: number) => void | Promise<void>;
  /** Forgets all sessions whose names begin with this one and a dot. */
  readonly forget: (name: string) => void | Promise<void>;
}

/** The recent prompts of sessions. In memory only; never logged or stored. */
export class SessionTurns implements Sessions {
  readonly #sessions: LRUCache<string, readonly string[]>;

  constructor({ clock, maxChars = CHARS_MAX }: { readonly clock: Clock; readonly maxChars?: number }) {
    this.#sessions = new LRUCache({
      max: SESSIONS_MAX,
      maxSize: maxChars,
      sizeCalculation: (texts) => OVERHEAD + texts.reduce((sum, { length }) => sum + length, 0),
      ttl: REST_MS,
      // No timers, and no clock but the injected one.
      ttlResolution: 0,
      updateAgeOnGet: true,
      perf: clock,
    });
  }

  /** The last texts, oldest first, at most `count`. */
  recent(session: string, count: number): readonly string[] {
    return count <= 0 ? [] : (this.#sessions.get(session) ?? []).slice(-count);
  }

  /** Remembers a text; of the session at most `count` stay. */
  add(session: string, text: string, count: number): void {
    if (count <= 0) return;
    const texts = [...(this.#sessions.get(session) ?? []), text.slice(-SESSION_CHARS_MAX)].slice(-count);
    let kept = 0;
    const first = texts.findLastIndex(({ length }) => (kept += length) > SESSION_CHARS_MAX) + 1;
    this.#sessions.set(session, texts.slice(first));
  }

  /** Forgets all sessions whose names begin with this one and a dot. */
  forget(name: string): void {
    const forgotten = [...this.#sessions.keys()].filter((session) => session.startsWith(`${name}.`));
    for (const session of forgotten) this.#sessions.delete(session);
  }
}
