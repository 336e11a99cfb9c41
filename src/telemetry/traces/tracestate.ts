/** As many as the specification asks to be passed on. */
const MEMBERS_MAX = 32;
const CHARS_MAX = 512;
const KEY = /^[a-z0-9][a-z0-9_*/@-]{0,255}$/;
/** Printable, without comma and equals sign, a space at the end excepted. */
const VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/**
 * The header `tracestate` as it may go on; `null` where it is missing or not what the specification says.
 * @see https://www.w3.org/TR/trace-context/#tracestate-header
 */
export function readTracestate(header: string | readonly string[] | undefined): string | null {
  if (typeof header !== "string" || header.length > CHARS_MAX) return null;
  const members = header.split(",").flatMap((member) => (member.trim() === "" ? [] : [member.trim()]));
  const keys = new Set<string>();
  for (const member of members) {
    const at = member.indexOf("=");
    const key = member.slice(0, Math.max(0, at));
    if (!KEY.test(key) || !VALUE.test(member.slice(at + 1)) || keys.has(key)) return null;
    keys.add(key);
  }
  return members.length === 0 || members.length > MEMBERS_MAX ? null : members.join(",");
}
