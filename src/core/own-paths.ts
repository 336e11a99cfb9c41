/** Paths that belong to the service, known or not: docs/api.md. Whatever is below a root does, too. */
const ROOTS = ["/sdk/v1", "/scan", "/admin", "/console"] as const;
const DOCUMENTS = ["/healthz", "/readyz", "/metrics", "/openapi.json"] as const;

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

/** @param path as it was sent: nothing is decoded */
export const isOwnPath = (path: string): boolean =>
  DOCUMENTS.some((document) => path === document) || ROOTS.some((root) => isBelow(path, root));

/** The own path that an upstream's prefix lies in, so that requests would never reach the upstream; `undefined` without one. */
export const ownPathOver = (prefix: string): string | undefined =>
  [...ROOTS, ...DOCUMENTS].find((own) => isBelow(prefix, own));
