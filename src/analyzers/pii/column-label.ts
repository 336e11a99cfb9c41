import { columnHeader } from "../../text/tables/tables.ts";
import { isOtherColumn } from "../column-name.ts";
import { memo, type Reading } from "../../text/reading.ts";

/** Names of columns that are remembered, at most so many: the rows of a table ask for the same ones. */
export const HEADS_MAX = 256;

const OTHER_COLUMNS = memo(HEADS_MAX, isOtherColumn);

/** The label that the head of a table gives what begins at `at` and fills its field; `null` without one. */
export function columnLabel(reading: Reading, at: number): string | null {
  const head = columnHeader(reading, at);
  return head === null || reading.of(OTHER_COLUMNS)(head) ? null : head;
}
