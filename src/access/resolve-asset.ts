import type { ApiKey } from "../config/config-model.ts";
import { DEFAULT_ASSET_ID, defaultAsset, type AssetRuntime, type Runtime } from "./runtime.ts";

export type AssetResolution =
  | { readonly kind: "asset"; readonly asset: AssetRuntime }
  /** Unknown, or of another organization: the two answer alike. */
  | { readonly kind: "unknown" }
  /** The key's access level allows the built-in asset only. */
  | { readonly kind: "level_required" };

export function resolveAsset(runtime: Runtime, key: ApiKey, assetId: string): AssetResolution {
  if (assetId === DEFAULT_ASSET_ID) return { kind: "asset", asset: defaultAsset(key.organization) };
  if (key.accessLevel < 2) return { kind: "level_required" };
  const asset = runtime.assets.get(assetId);
  if (asset === undefined || asset.asset.organization !== key.organization) return { kind: "unknown" };
  return { kind: "asset", asset };
}
