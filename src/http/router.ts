import { isOwnPath } from "../core/own-paths.ts";
import { percentDecoded } from "../core/strings.ts";

/** A path and the handlers of its methods. */
export interface Route<Handler> {
  readonly method: string;
  /** `/sdk/v1/events/record`, or with one parameter at the end: `/admin/records/{request_id}`. */
  readonly path: string;
  readonly handler: Handler;
}

export type RouteMatch<Handler> =
  | { readonly kind: "route"; readonly route: Route<Handler>; readonly parameter: string }
  /** `allow` is the header's value. */
  | { readonly kind: "method_not_allowed"; readonly allow: string }
  | { readonly kind: "not_found" }
  /** Not one of the service's own paths. */
  | { readonly kind: "foreign" };

interface Entry<Handler> {
  readonly methods: Map<string, Route<Handler>>;
  allow: string;
}

/** Exact paths, and paths with one parameter as their last segment. Nothing is decoded before it is matched. */
export class Router<Handler> {
  readonly #exact = new Map<string, Entry<Handler>>();
  /** By the path up to the parameter, its slash included. */
  readonly #parametric = new Map<string, Entry<Handler>>();

  constructor(routes: readonly Route<Handler>[]) {
    for (const route of routes) {
      const brace = route.path.indexOf("{");
      const table = brace === -1 ? this.#exact : this.#parametric;
      const key = brace === -1 ? route.path : route.path.slice(0, brace);
      const entry = table.get(key) ?? { methods: new Map<string, Route<Handler>>(), allow: "" };
      entry.methods.set(route.method, route);
      entry.allow = [...entry.methods.keys()]
        .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
        .join(", ");
      table.set(key, entry);
    }
  }

  match(method: string, path: string): RouteMatch<Handler> {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return pick(exact, method, "");
    const slash = path.lastIndexOf("/") + 1;
    const entry = this.#parametric.get(path.slice(0, slash));
    const parameter = entry === undefined ? null : decodeSegment(path.slice(slash));
    if (entry !== undefined && parameter !== null) return pick(entry, method, parameter);
    return isOwnPath(path) ? { kind: "not_found" } : { kind: "foreign" };
  }
}

function pick<Handler>(entry: Entry<Handler>, method: string, parameter: string): RouteMatch<Handler> {
  const route = entry.methods.get(method);
  return route === undefined ? { kind: "method_not_allowed", allow: entry.allow } : { kind: "route", route, parameter };
}

/** `null` when empty or not decodable. */
function decodeSegment(segment: string): string | null {
  return segment === "" ? null : percentDecoded(segment);
}
