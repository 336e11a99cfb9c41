import { isInScope } from "../access/callers.ts";
import type { ApiKey } from "../config/config-model.ts";
import type { PageRequest, ScanRecord } from "../store/record-store.ts";
import { ServiceError } from "../core/errors.ts";

/** The part of a page's request that keeps it to the assets of the key: the key sees no sign of other records. */
export const scopeOf = ({ assets }: Pick<ApiKey, "assets">): Pick<PageRequest, "assets"> =>
  assets === undefined ? {} : { assets: [...assets] };

/** Whether the key may see a record: one of its assets. */
export const isRecordInScope = (key: Pick<ApiKey, "assets">, { assetId }: Pick<ScanRecord, "assetId">): boolean =>
  key.assets === undefined || (assetId !== null && isInScope(key, assetId));

/** For what concerns the whole organization. @throws {ServiceError} `forbidden` */
export function refuseScoped({ assets }: Pick<ApiKey, "assets">): void {
  if (assets !== undefined) throw new ServiceError("forbidden", { detail: "Key for all assets required" });
}
