import type { Clock } from "../core/clock.ts";
import type { StoreTarget } from "../core/store-target.ts";
import { contentsOf } from "./postgres/contents.ts";
import { readingOnly } from "./postgres/offline.ts";
import { readContents } from "./sqlite-contents.ts";

/** The text of a record, as `store.content` has kept it. */
export interface StoredContent {
  readonly text: string;
  readonly endpoint: string;
  /** Of an event: what its node is. */
  readonly nodeType: string | null;
  readonly nodeSubtype: string | null;
}

export interface WantedContents {
  readonly organization: string;
  readonly assetId: string;
  readonly max: number;
}

/** The newest texts of an asset's records, beside services that may be writing. @throws {Error} when they cannot be read */
export async function storedContents(
  target: StoreTarget,
  wanted: WantedContents,
  clock: Clock,
): Promise<readonly StoredContent[]> {
  switch (target.kind) {
    case "none":
      return [];
    case "sqlite":
      return [...readContents(target.path, wanted)];
    case "postgres":
      return readingOnly(target.server, clock, contentsOf(wanted));
  }
}
