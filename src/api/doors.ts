import { Router } from "../http/router.ts";
import { ADMIN_ROUTES, API_ROUTES, DATA_ROUTES } from "./routes.ts";
import type { Handler } from "./service.ts";

/** What stands on a listener. */
export interface Door {
  readonly router: Router<Handler>;
  /** Paths that are not the service's own go to upstreams, and a drain waits for what is under way. */
  readonly isData: boolean;
}

/** @param hasAdminPort whether administration has a listener of its own; without, `admin` is `null` */
export function openDoors(hasAdminPort: boolean): { readonly data: Door; readonly admin: Door | null } {
  return {
    data: { router: new Router(hasAdminPort ? DATA_ROUTES : API_ROUTES), isData: true },
    admin: hasAdminPort ? { router: new Router(ADMIN_ROUTES), isData: false } : null,
  };
}
