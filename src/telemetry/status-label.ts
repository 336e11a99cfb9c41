/** Statuses of ours and of providers. Others are told by their class: an upstream may answer with any number. */
const KNOWN: ReadonlySet<number> = new Set([
  101, 200, 201, 202, 204, 206, 301, 302, 304, 307, 308, 400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 415, 422,
  426, 429, 431, 500, 501, 502, 503, 504, 520, 522, 524, 529,
]);

/** `200`, `4xx` for one that is seldom met, `none` without an answer. */
export function statusLabel(status: number | null): string {
  if (status === null) return "none";
  return KNOWN.has(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}
