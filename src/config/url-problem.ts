export const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|localhost|::1)$/i.test(host);

/** A host without the brackets that an IPv6 address has in a URL. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");

export const NO_HTTP = "must be an http or https URL";

/** Why no requests can be sent to an address; `null`: they can. */
export function urlProblem(url: string, ownPort: number): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) return NO_HTTP;
  if (parsed.username !== "" || parsed.password !== "") return "must not hold credentials: use api_key";
  if (parsed.search !== "" || parsed.hash !== "") return "must have no query and no fragment";
  const isOwn = isLoopback(bareHost(parsed.hostname)) && Number(parsed.port) === ownPort && ownPort !== 0;
  return isOwn ? "is this service's own address: requests would go in circles" : null;
}
