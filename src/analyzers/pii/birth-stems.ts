import type { Reading } from "../../text/reading.ts";
import { StemLook } from "./keyword-scan.ts";

/** What every label of a date of birth holds that is written in ASCII. Labels beyond ASCII are not looked at here. */
const STEMS = [
  ..."birth born dob d.ob do.b d.o.b bday b-day geb naissance anniversaire nac naixement nasc jaiotze compleanno".split(
    " ",
  ),
  ..."verjaardag syntynyt dag urodz ur. naroz naroden nar. rodj roj nasterii dzim gim lindur dogum ngay lahir".split(
    " ",
  ),
  ..."anganak kuzaliwa dyddiad ganwyd".split(" "),
  "nato ",
  "nata ",
];
const look = new StemLook(STEMS, "");

/** Whether a label of a date of birth may stand in `[start, end)`. */
export const mayHoldBirth = (reading: Reading, start: number, end: number): boolean =>
  look.mayHold(reading, start, end);
