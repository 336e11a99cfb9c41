import type { Sent } from "./door.ts";

/** What an attacker does over and over. */
export interface Attack {
  readonly name: string;
  /** What makes it expensive. */
  readonly about: string;
  /** Requests under way at once. */
  readonly atOnce?: number;
  readonly run:
    | { readonly kind: "requests"; readonly make: () => readonly Sent[] }
    /** Goes on until the signal says that it is over. @returns what became of it, a word each */
    | { readonly kind: "connections"; readonly go: (port: number, signal: AbortSignal) => Promise<readonly string[]> };
}
