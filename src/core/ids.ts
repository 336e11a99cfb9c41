import type { AssetId, KeyId, OrganizationId, PolicyId } from "./model.ts";

// The only casts of the branded ids. A brand says where an id came from; any string may become one, here and knowingly.
/* oxlint-disable typescript/no-unsafe-type-assertion -- branding is a cast by nature */
export const keyId = (id: string): KeyId => id as KeyId;
export const assetId = (id: string): AssetId => id as AssetId;
export const policyId = (id: string): PolicyId => id as PolicyId;
export const organizationId = (id: string): OrganizationId => id as OrganizationId;
/* oxlint-enable typescript/no-unsafe-type-assertion */
