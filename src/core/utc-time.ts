const TIME = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/;

/** The time that `2026-11-22` or `2026-11-22T10:00:00Z` means, milliseconds since the epoch; `null`: there is no such time. */
export function parseUtcTime(text: string): number | null {
  const day = TIME.exec(text)?.[1];
  if (day === undefined) return null;
  const epochMs = Date.parse(text);
  // `Date.parse` takes the 30th of February for the 2nd of March.
  const isReal = !Number.isNaN(epochMs) && new Date(Date.parse(day)).toISOString().startsWith(day);
  return isReal ? epochMs : null;
}
