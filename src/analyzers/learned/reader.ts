import { forgetLater } from "../../text/reading-memory.ts";
import { Features } from "./features.ts";
import { vocabulary } from "./vocabulary.ts";

/** Buffers for longer texts are not kept: they hold up to a few hundred bytes for each token. */
const TOKENS_KEPT = 1 << 17;

let shared: Features | undefined;
let lastText: string | undefined;

/** The features of a folded text. All learned policies share them: the last text's are kept. */
export function featuresOf(folded: string): Features {
  if (shared === undefined || (shared.tokens.count > TOKENS_KEPT && folded !== lastText))
    shared = new Features(vocabulary());
  if (folded !== lastText) {
    const isFirst = lastText === undefined;
    // Unset while reading, so that a failure leaves nothing half read.
    lastText = undefined;
    shared.read(folded);
    lastText = folded;
    if (isFirst) forgetLater(forget);
  }
  return shared;
}

function forget(): void {
  lastText = undefined;
}
