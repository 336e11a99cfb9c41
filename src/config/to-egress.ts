import { createHash } from "node:crypto";
import type { Egress } from "../core/egress.ts";
import type { NamedContents } from "./named-contents.ts";

/** How an address is reached, as a part of its settings: none where it is reached directly, with the system's authorities. */
export function toEgress(
  { url, ca }: { readonly url?: string | undefined; readonly ca?: string | undefined },
  common: string | undefined,
  { authorities, proxyOf }: NamedContents,
): { readonly egress?: Egress } {
  const proxy = url === undefined ? null : (proxyOf?.(url) ?? null);
  const texts = [common, ca].flatMap((file) => (file === undefined ? [] : [authorities?.get(file) ?? ""]));
  const trusted = texts.join("\n").trim() === "" ? null : texts.join("\n");
  if (proxy === null && trusted === null) return {};
  const id = createHash("sha256")
    .update(JSON.stringify([proxy, trusted]))
    .digest("hex");
  return { egress: { id, proxy, ca: trusted } };
}
