/** What a door says of a text. */
export interface Said {
  readonly isBlocked: boolean;
  readonly violated: readonly string[];
  /** The text as it may go on; `null` where it may not. */
  readonly masked: string | null;
  /** Where the first match stands that blocks, in a text that is blocked for a span; `Infinity`: for none. */
  readonly matchAt: number;
}

export type DoorPlace = "prompt" | "tool result" | "answer" | "stream";

export interface Disagreement {
  readonly format: string;
  readonly place: DoorPlace;
  readonly what: "verdict" | "policies" | "text" | "released";
  readonly api: string;
  readonly proxy: string;
}

interface Compared {
  readonly format: string;
  readonly place: DoorPlace;
  readonly text: string;
  readonly api: Said;
  readonly proxy: Said;
}

/** Where two doors differ over a text. */
export function differences({ format, place, text, api, proxy }: Compared): readonly Disagreement[] {
  const at = { format, place };
  const verdict = (said: Said): string => (said.isBlocked ? "blocked" : "passed");
  if (api.isBlocked !== proxy.isBlocked)
    return [{ ...at, what: "verdict", api: `${verdict(api)} ${api.violated.join()}`, proxy: verdict(proxy) }];
  if (place === "stream" && proxy.isBlocked) {
    const released = proxy.masked ?? "";
    const end = prefixEnd(released, text);
    const isHeld = end !== null && end < text.length && end <= api.matchAt;
    return isHeld ? [] : [{ ...at, what: "released", api: text.slice(0, api.matchAt), proxy: released }];
  }
  const found: Disagreement[] = [];
  // What a stream violates is known behind its headers.
  if (place !== "stream" && api.violated.join() !== proxy.violated.join())
    found.push({ ...at, what: "policies", api: api.violated.join(), proxy: proxy.violated.join() });
  if (api.masked !== proxy.masked)
    found.push({ ...at, what: "text", api: api.masked ?? "", proxy: proxy.masked ?? "" });
  return found;
}

/** Where the part of a text ends that was released, masks standing for anything; `null`: it does not begin like that. */
function prefixEnd(released: string, text: string): number | null {
  const [head = "", ...rest] = released.split(/<[A-Z][A-Z0-9_]*_\d+>/);
  if (!text.startsWith(head)) return null;
  let end = head.length;
  for (const piece of rest) {
    const next = text.indexOf(piece, end);
    if (next === -1) return null;
    end = next + piece.length;
  }
  return end;
}
