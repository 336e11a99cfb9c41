import { hasBody } from "../http/body.ts";
import type { ProxyIngress } from "./context.ts";
import { hasMethodHeader, hasQueryOverride } from "./upstream/overrides.ts";
import { isForeignPage } from "./page-origin.ts";
import { isAmbiguousTarget } from "./upstream/upstream-address.ts";

/** Why a request goes no further, whoever sends it. */
export interface Forbidden {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const AMBIGUOUS: Forbidden = {
  status: 400,
  code: "invalid_path",
  message: "The path can be read in two ways: dot segments, a double slash in front, encoded delimiters, or a fragment",
};

const FOREIGN: Forbidden = {
  status: 403,
  code: "origin_not_allowed",
  message: "The origin of this page is not in server.allowed_origins",
};

const WITH_BODY: Forbidden = {
  status: 400,
  code: "invalid_request",
  message: "The opening of a WebSocket has no body: it could be read as what is said over it",
};

const OVERRIDDEN: Forbidden = {
  status: 403,
  code: "guardrail_unread",
  message: "The guardrail cannot read this request: override",
};

/** An upstream that asks for a key cannot be used by a page that has none; any other can, from a browser that reaches this service. */
export function forbiddenRequest(ingress: ProxyIngress): Forbidden | null {
  if (isAmbiguousTarget(ingress.path + ingress.query)) return AMBIGUOUS;
  return ingress.upstream.auth === "none" && isForeign(ingress) ? FOREIGN : null;
}

/** A browser lets every page open WebSockets to everywhere, and read them. */
export function forbiddenUpgrade(ingress: ProxyIngress): Forbidden | null {
  const { request, path, query, upstream } = ingress;
  if (isAmbiguousTarget(path + query)) return AMBIGUOUS;
  if (isForeign(ingress)) return FOREIGN;
  if (hasBody(request)) return WITH_BODY;
  const isOverridden = hasMethodHeader(request) || hasQueryOverride(query);
  return isOverridden && upstream.unread === "deny" ? OVERRIDDEN : null;
}

const isForeign = ({ request, runtime }: ProxyIngress): boolean =>
  isForeignPage(request, runtime.config.server.allowedOrigins);
