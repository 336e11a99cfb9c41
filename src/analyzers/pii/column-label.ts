import { columnHead } from "../../text/tables.ts";
import { isOtherColumn } from "../column-name.ts";

/** The label that the head of a table gives what begins at `at` and fills its field; `null` without one. */
export function columnLabel(raw: string, at: number): string | null {
  const head = columnHead(raw, at);
  if (head === null) return null;
  let isOther = known.get(head);
  if (isOther === undefined) {
    isOther = isOtherColumn(head);
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(head, isOther);
  }
  return isOther ? null : head;
}

/** Names that were looked at, at most so many: the rows of a table ask for the same ones. */
const KNOWN_MAX = 256;
const known = new Map<string, boolean>();
