import type { IncomingMessage } from "node:http";

/** Headers by which a request says that it is another one. They go no further: what was read as one method is served as it. */
export const METHOD_HEADERS: readonly string[] = ["x-http-method", "x-http-method-override", "x-method-override"];

/** Parameters by which it does: of Google (`$httpMethod`, `$httpHeaders`, `$req`, `$ct`), and of frameworks. Without case and signs. */
const PARAMETERS: ReadonlySet<string> = new Set([
  "method",
  "httpmethod",
  "methodoverride",
  "xhttpmethod",
  "xhttpmethodoverride",
  "xmethodoverride",
]);

/** Google's system parameters that change no more than the form of an answer, which is read as it comes. @see https://cloud.google.com/apis/docs/system-parameters */
const HARMLESS: ReadonlySet<string> = new Set([
  "$.xgafv",
  "$alt",
  "$fields",
  "$key",
  "$prettyprint",
  "$quotauser",
  "$userproject",
]);

/** Whether a header gives the method again. */
export function hasMethodHeader({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return METHOD_HEADERS.some((name) => headers[name] !== undefined);
}

/**
 * Whether method, headers or body of a request are given again in its query: one reader takes the one, another the other.
 * @param query with its `?`, or `""`
 */
export function hasQueryOverride(query: string): boolean {
  if (query.length < 2) return false;
  for (const part of query.slice(1).split(/[&;]|%3b/i))
    for (const given of new URLSearchParams(part).keys()) {
      const name = given.trim().toLowerCase();
      if (name.startsWith("$") && !HARMLESS.has(name)) return true;
      // `_method` of Rails, Laravel and Symfony; a plain `method` is a parameter like any other.
      if (name !== "method" && PARAMETERS.has(name.replace(/\[.*$/s, "").replaceAll(/[^a-z]/g, ""))) return true;
    }
  return false;
}
