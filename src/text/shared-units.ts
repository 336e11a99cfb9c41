import { forgetLater } from "./reading-memory.ts";
import { RawText } from "./units.ts";

/** The text whose units were asked for last. */
let last: RawText | null = null;

/** The units of a text that has no reading where they are needed; of several texts in turn they are read each time. Where there is a reading, ask that. */
export function unitsOf(raw: string): Uint16Array {
  if (last?.raw === raw) return last.units;
  if (last === null) forgetLater(forget);
  last = new RawText(raw);
  return last.units;
}

const forget = (): void => {
  last = null;
};
