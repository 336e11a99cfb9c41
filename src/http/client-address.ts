import type { Duplex } from "node:stream";

/** Groups of an IPv6 address that name a network; who has one such network has every address in it. @see RFC 6177 */
const NETWORK_GROUPS = 4;
const GROUPS = 8;
const MAPPED = "::ffff:";

/**
 * Who a connection is from, to share what there is among clients: its address, IPv6 by its /64 network. Behind a proxy or load balancer
 * that is the proxy: what it says of others (`X-Forwarded-For`) anyone can say. `""` where there is none.
 */
export function clientOf(connection: Duplex): string {
  const address = "remoteAddress" in connection ? connection.remoteAddress : undefined;
  return typeof address === "string" ? networkOf(address) : "";
}

export function networkOf(address: string): string {
  if (address.startsWith(MAPPED) && address.includes(".")) return address.slice(MAPPED.length);
  if (!address.includes(":")) return address;
  const [front = "", back] = (address.split("%", 1)[0] ?? "").split("::");
  const groups = front === "" ? [] : front.split(":");
  const rest = back === undefined || back === "" ? [] : back.split(":");
  const zeros = back === undefined ? 0 : GROUPS - groups.length - rest.length;
  const all = [...groups, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...rest];
  return `${all.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
