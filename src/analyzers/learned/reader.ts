import { Features } from "./features.ts";
import { vocabulary } from "./vocabulary.ts";

let shared: Features | undefined;
let lastText: string | undefined;

/** The features of a folded text. All learned policies share them: the last text's are kept. */
export function featuresOf(folded: string): Features {
  shared ??= new Features(vocabulary());
  if (folded !== lastText) {
    // Unset while reading, so that a failure leaves nothing half read.
    lastText = undefined;
    shared.read(folded);
    lastText = folded;
  }
  return shared;
}
