/** Where records are kept. */
export type StoreTarget = { readonly kind: "none" } | { readonly kind: "sqlite"; readonly path: string };
