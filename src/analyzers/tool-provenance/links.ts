import type { Sources } from "./sources.ts";
import { hostOf } from "./values.ts";

/** Sites where anyone can have pages: if the user names one of them, that says nothing about the others. */
const SHARED = new RegExp(
  `^(?:.{1,200}\\.)?(?:${`github.com gitlab.com bitbucket.org githubusercontent.com github.io google.com googleapis.com dropbox.com
  notion.so notion.site sharepoint.com onedrive.com live.com amazonaws.com windows.net pastebin.com slack.com discord.com
  discord.gg t.me telegram.me bit.ly tinyurl.com medium.com wordpress.com blogspot.com facebook.com x.com twitter.com
  linkedin.com youtube.com reddit.com npmjs.com pypi.org vercel.app netlify.app herokuapp.com pages.dev workers.dev web.app
  ngrok.io webhook.site requestbin.com paypal.me paypal.com`
    .split(/\s+/)
    .map((host) => host.replaceAll(".", "\\."))
    .join("|")})$`,
);
/** What may follow a link that the user gave for it to be of the same place. */
const BELOW = /^(?:$|[/?#]|\.git(?:$|[/?#]))/;

/** The user or the operator gave the link, its site or one above it. */
export function isTrustedLink(key: string, { trustedHosts, trustedLinks }: Sources): boolean {
  const host = hostOf(key);
  if (SHARED.test(host))
    return trustedLinks.some((link) => link !== host && key.startsWith(link) && BELOW.test(key.slice(link.length)));
  for (let rest = host; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1))
    if (trustedHosts.has(rest)) return true;
  return false;
}

/** The link is on a site that the model visited before any tool returned anything: the model reads its pages. */
export function isOnVisitedSite(key: string, { visitedHosts }: Sources): boolean {
  const host = hostOf(key);
  return visitedHosts.has(host) && !SHARED.test(host);
}

/** Longest rest of a link that a model may add to an untrusted host of its own accord, UTF-16 units. */
const REST_MAX = 24;

/** Agents open pages of sites that they find; they do not send data to them. */
export const sendsData = (rest: string): boolean => /[?#=]/.test(rest) && rest.length > REST_MAX;

/** What follows the host. */
export function restOfLink(key: string): string {
  const host = hostOf(key);
  return key.slice(key.indexOf(host) + host.length);
}
