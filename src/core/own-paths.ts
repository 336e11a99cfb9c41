/** Paths that belong to the service, known or not: docs/api.md. Whatever is below a root does, too. */
const WORK_ROOTS = ["/doors", "/scan", "/sdk/v1"] as const;
const ADMIN_ROOTS = ["/admin", "/console"] as const;
const ROOTS = [...WORK_ROOTS, ...ADMIN_ROOTS] as const;
const HEALTH = ["/healthz", "/readyz"] as const;
const METRICS = "/metrics";
const DOCUMENTS = [...HEALTH, METRICS, "/openapi.json"] as const;

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

/** @param path as it was sent: nothing is decoded */
export const isOwnPath = (path: string): boolean =>
  DOCUMENTS.some((document) => path === document) || ROOTS.some((root) => isBelow(path, root));

/** Own paths with work to do; the others (health, metrics, administration) are answered under any load. */
export const isWorkPath = (path: string): boolean => WORK_ROOTS.some((root) => isBelow(path, root));

export const isHealthPath = (path: string): boolean => HEALTH.some((document) => path === document);

/** Paths of `server.admin_port`, health aside. */
export const isAdminPath = (path: string): boolean =>
  path === METRICS || ADMIN_ROOTS.some((root) => isBelow(path, root));

/** Paths that monitoring asks for every few seconds, until the service ends. */
export const isProbe = (path: string): boolean => path === METRICS || isHealthPath(path);

/** The own path that an upstream's prefix lies in, so that requests would never reach the upstream; `undefined` without one. */
export const ownPathOver = (prefix: string): string | undefined =>
  [...ROOTS, ...DOCUMENTS].find((own) => isBelow(prefix, own));
