import type { ProxyAddress } from "../core/egress.ts";
import type { ConfigWire } from "./config-schema.ts";
import type { Env, Path } from "./document.ts";
import { openProxyRoutes } from "./egress.ts";

/**
 * Checks the proxies of all addresses. One that no address uses, such as an unsupported one in the environment, is no problem.
 * @returns the proxy of a URL; `null`: it is reached directly
 */
export function checkEgress(
  { egress, upstreams, judges, alerts }: ConfigWire,
  env: Env,
  report: (path: Path, reason: string) => void,
): (url: string) => ProxyAddress | null {
  const route = openProxyRoutes(egress, env);
  const reasons = new Set<string>();
  const check = ({ url: text }: { readonly url?: string | undefined }): void => {
    const url = remoteUrl(text);
    const found = url === null ? null : route(url);
    if (found?.ok === false) reasons.add(found.reason);
  };
  upstreams.forEach(check);
  judges.forEach(check);
  alerts.forEach(check);
  for (const reason of reasons) report(["egress", "proxy"], reason);
  return (text) => {
    const url = remoteUrl(text);
    const found = url === null ? null : route(url);
    return found?.ok === true ? found.proxy : null;
  };
}

function remoteUrl(text: string | undefined): URL | null {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && ["http:", "https:"].includes(url.protocol) ? url : null;
}
