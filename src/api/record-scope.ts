import { isInScope } from "../access/callers.ts";
import type { ApiKey } from "../config/config-model.ts";
import { ServiceError } from "../core/errors.ts";

/** The records that a key may see: those of its assets. A page may so have fewer than were asked for. */
export function inScope<Item extends { readonly assetId: string | null }>(
  key: Pick<ApiKey, "assets">,
  records: readonly Item[],
): readonly Item[] {
  if (key.assets === undefined) return records;
  return records.filter(({ assetId }) => assetId !== null && isInScope(key, assetId));
}

/** For what concerns the whole organization. @throws {ServiceError} `forbidden` */
export function refuseScoped({ assets }: Pick<ApiKey, "assets">): void {
  if (assets !== undefined) throw new ServiceError("forbidden", { detail: "Key for all assets required" });
}
