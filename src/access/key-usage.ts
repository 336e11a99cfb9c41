import type { ApiKey } from "../config/config-model.ts";
import { keyIndex } from "./runtime.ts";

/** The part of a table of usages that is written to. */
export interface UsageCounter {
  readonly count: (name: string) => void;
}

/** Name of a key's usage. A key that moves to another organization starts over. */
export const keyUsageName = ({ organization, id }: { readonly organization: string; readonly id: string }): string =>
  `key ${organization} ${id}`;

/** Names of the usages of a key's secrets, in the configuration's order. They stay the same when one is dropped. */
export const secretUsageNames = ({ secretsSha256 }: ApiKey): readonly string[] =>
  secretsSha256.map((digest) => secretUsageName(keyIndex(digest)));

const secretUsageName = (secretIndex: string): string => `secret ${secretIndex}`;

/** What a request's notes say of its key, if it had one that counts. */
export interface KeyNotes {
  readonly keyId?: string;
  readonly organization?: string;
  readonly secretIndex?: string;
}

/** Counts a request for the key and for the secret that it came with. */
export function countKeyUse({ keyId, organization, secretIndex }: KeyNotes, counter: UsageCounter): void {
  if (keyId === undefined || organization === undefined || secretIndex === undefined) return;
  counter.count(keyUsageName({ organization, id: keyId }));
  counter.count(secretUsageName(secretIndex));
}
