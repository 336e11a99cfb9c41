import { join } from "node:path";
import { hideIn } from "../train/learned/generate.ts";
import { pick, randomOf } from "../train/learned/random.ts";
import { readRows, type Row } from "../train/learned/rows.ts";

const SETS = "tools/eval/sets";
const SEED = 11;
/** Documents that each passage is hidden in. */
const BURIALS = 4;

/** Texts of our own that no model is trained on. */
export interface OwnSets {
  /** Harmless texts full of the words of attacks. */
  readonly overDefence: readonly Row[];
  readonly attacks: readonly Row[];
  /** Long harmless documents, and the same with an injected passage. */
  readonly carriers: readonly Row[];
  readonly buried: readonly Row[];
}

export function readOwnSets(): OwnSets {
  const [overDefence, attacks, carriers, passages] = ["over-defence", "attacks", "carriers", "buried-passages"].map(
    (name) => readRows(join(SETS, `${name}.jsonl`), name),
  );
  if (overDefence === undefined || attacks === undefined || carriers === undefined || passages === undefined)
    throw new Error("a set is missing");
  return { overDefence, attacks, carriers, buried: bury(passages, carriers) };
}

function bury(passages: readonly Row[], carriers: readonly Row[]): readonly Row[] {
  const random = randomOf(SEED);
  return passages.flatMap((passage) => {
    const own = carriers.filter(({ lang }) => lang === passage.lang);
    return Array.from({ length: BURIALS }, () => ({
      ...passage,
      text: hideIn(random, pick(random, own).text, passage.text),
    }));
  });
}
