import type { IdRule } from "../rule.ts";
import { AUSTRIAN_IDS } from "./austria.ts";
import { BELGIAN_IDS } from "./belgium.ts";
import { BRITISH_IDS } from "./britain.ts";
import { FRENCH_IDS } from "./france.ts";
import { GERMAN_IDS } from "./germany.ts";
import { IBERIAN_IDS } from "./iberia.ts";
import { IRISH_IDS } from "./ireland.ts";
import { DUTCH_IDS } from "./netherlands.ts";
import { SWISS_IDS } from "./switzerland.ts";

/** All identifiers of European countries. */
export const EUROPEAN_IDS: readonly IdRule[] = [
  ...AUSTRIAN_IDS,
  ...BELGIAN_IDS,
  ...BRITISH_IDS,
  ...FRENCH_IDS,
  ...GERMAN_IDS,
  ...IBERIAN_IDS,
  ...IRISH_IDS,
  ...DUTCH_IDS,
  ...SWISS_IDS,
];
