import { columnHeader } from "../../text/tables/tables.ts";
import { isOtherColumn } from "../column-name.ts";
import { memo, type Reading } from "../../text/reading.ts";

/** Most cached column names: the rows of a table share them. */
export const HEADERS_MAX = 256;

const OTHER_COLUMNS = memo(HEADERS_MAX, isOtherColumn);

/** The column header above the value that begins at `at` and fills its field; `null` without one. */
export function columnLabel(reading: Reading, at: number): string | null {
  const header = columnHeader(reading, at);
  return header === null || reading.of(OTHER_COLUMNS)(header) ? null : header;
}
