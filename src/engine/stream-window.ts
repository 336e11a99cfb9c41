import type { LinkContext } from "../core/link-context.ts";
import { least } from "../core/lists.ts";
import { maskEdits, type Edit, type PlaceholderBook } from "../core/masks.ts";
import type { Mask, Span, Violation } from "../core/model.ts";
import { withRestored, type Restorable, type Restored } from "../core/restore.ts";
import type { Reading } from "../text/reading.ts";
import { blockingOf, isWritten } from "./entity-settings.ts";
import { masksOf } from "./evaluate.ts";
import { isScore } from "./guard.ts";
import type { Found, FoundIn, StreamReport } from "./stream-report.ts";

/** A channel's text while it is decided. */
export interface Window {
  /** What detectors look back at, then the undecided text. */
  readonly text: Reading;
  /** Offset of the first undecided character in `text`. */
  readonly from: number;
  /** Offset from which detectors cannot decide yet. */
  readonly stableUntil: number;
}

/** What becomes of a window. */
export interface Resolved {
  /** Offset in the window: what stands before it is final. */
  readonly limit: number;
  /** Ordered, disjoint, before `limit`; offsets of the channel. */
  readonly edits: readonly Edit[];
  /** What policies could mask before `limit`, also of policies with `mask: false`; used for records. Unmerged, offsets of the channel. */
  readonly maskable: readonly Mask[];
  /** What ends the channel at `limit`; empty when nothing does. */
  readonly blocking: readonly Violation[];
}

export interface ResolveOptions extends FoundIn {
  readonly report: StreamReport;
  readonly book: PlaceholderBook;
  /** What may be put back, and what stands before the undecided text; `null`: nothing is put back into the text. */
  readonly restoring: { readonly restorable: Restorable; readonly links: LinkContext } | null;
}

/** Decides on what was found in a window. */
export function resolveWindow(window: Window, found: readonly Found[], options: ResolveOptions): Resolved {
  const { text, from, stableUntil } = window;
  const { edits: restored, kept } = restoredIn(window, options.restoring);
  if (found.length + restored.length + kept.length === 0)
    return { limit: stableUntil, ...NOTHING_FOUND, blocking: NO_VIOLATIONS };
  const spans = [
    ...found.flatMap(({ guard, finding }) => (isScore(guard) ? [] : (finding.span ?? []))),
    ...restored,
    ...kept,
  ].sort((a, b) => b.start - a.start);
  const final = wholeBefore(spans, stableUntil);
  const violations = options.report.violations(finalOf(found, final), text, options);
  const blocking = violations.filter((violation) => violation.action === "block");
  const limit = blocking.length > 0 ? wholeBefore(spans, firstOf(blocking, from)) : final;
  const masks: Mask[] = [];
  const maskable: Mask[] = [];
  const { book, base } = options;
  for (const { guard, finding } of found) {
    if (finding.span === undefined || finding.span.start >= limit) continue;
    const own = masksOf(guard, [finding]);
    masks.push(...own.filter((mask) => isWritten(mask, guard.policy)));
    maskable.push(...own.map((mask) => shifted(mask, base)));
  }
  const edits = withRestored(
    maskEdits(text.raw, masks, { book, base }),
    restored.filter(({ start }) => start < limit).map((edit) => shifted(edit, base)),
  );
  return { limit, edits, maskable, blocking };
}

function restoredIn({ text, from, stableUntil }: Window, restoring: ResolveOptions["restoring"]): Restored {
  if (restoring === null) return NOTHING_RESTORED;
  return restoring.restorable.read(text.raw, { from, to: stableUntil, links: restoring.links.copy() });
}

const NOTHING_RESTORED: Restored = { edits: [], kept: [] };

function finalOf(found: readonly Found[], final: number): readonly Found[] {
  return found.filter(
    ({ guard, finding }) => isScore(guard) || finding.span === undefined || finding.span.start < final,
  );
}

/** Where the first blocked match begins, of the undecided text. */
const firstOf = (blocking: readonly Violation[], from: number): number =>
  least(blocking.flatMap((each) => blockingOf(each).map(({ span }) => Math.max(from, span?.start ?? from))));

/** Lowers `limit` until none of the spans (in descending order of start) reaches over it. */
function wholeBefore(spans: readonly Span[], limit: number): number {
  let lowered = limit;
  for (const { start, end } of spans) if (start < lowered && end > lowered) lowered = start;
  return lowered;
}

const shifted = <Placed extends Span>(placed: Placed, by: number): Placed => ({
  ...placed,
  start: placed.start + by,
  end: placed.end + by,
});

/** Of a step that has nothing to say. */
export const NOTHING_FOUND: Pick<Resolved, "edits" | "maskable"> = { edits: [], maskable: [] };
const NO_VIOLATIONS: readonly Violation[] = [];
