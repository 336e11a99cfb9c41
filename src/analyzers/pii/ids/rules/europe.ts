import type { IdRule } from "../rule.ts";
import { ADRIATIC_IDS } from "./adria.ts";
import { ALBANIAN_IDS } from "./albania.ts";
import { AUSTRIAN_IDS } from "./austria.ts";
import { BALKAN_IDS } from "./balkans.ts";
import { BALTIC_IDS } from "./baltics.ts";
import { BELGIAN_IDS } from "./belgium.ts";
import { BRITISH_IDS } from "./britain.ts";
import { BULGARIAN_IDS } from "./bulgaria.ts";
import { CAUCASIAN_IDS } from "./caucasus.ts";
import { CZECH_IDS } from "./czechia.ts";
import { DANISH_IDS } from "./denmark.ts";
import { FINNISH_IDS } from "./finland.ts";
import { FRENCH_IDS } from "./france.ts";
import { GERMAN_IDS } from "./germany.ts";
import { GERMAN_TRADE_IDS } from "./germany-trade.ts";
import { GREEK_IDS } from "./greece.ts";
import { HUNGARIAN_IDS } from "./hungary.ts";
import { IBERIAN_IDS } from "./iberia.ts";
import { IRISH_IDS } from "./ireland.ts";
import { ITALIAN_IDS } from "./italy.ts";
import { LITHUANIAN_IDS } from "./lithuania.ts";
import { MALTESE_IDS } from "./malta.ts";
import { MONACAN_IDS } from "./monaco.ts";
import { DUTCH_IDS } from "./netherlands.ts";
import { NORWEGIAN_IDS } from "./norway.ts";
import { POLISH_IDS } from "./poland.ts";
import { PORTUGUESE_IDS } from "./portugal.ts";
import { ROMANIAN_IDS } from "./romania.ts";
import { RUSSIAN_IDS } from "./russia.ts";
import { SERBIAN_IDS } from "./serbia.ts";
import { SWEDISH_IDS } from "./sweden.ts";
import { SWISS_IDS } from "./switzerland.ts";
import { TURKISH_IDS } from "./turkey.ts";
import { UKRAINIAN_IDS } from "./ukraine.ts";
import { UNION_IDS } from "./union.ts";

/** All identifiers of European countries. */
export const EUROPEAN_IDS: readonly IdRule[] = [
  ...ADRIATIC_IDS,
  ...ALBANIAN_IDS,
  ...AUSTRIAN_IDS,
  ...BALKAN_IDS,
  ...BALTIC_IDS,
  ...BELGIAN_IDS,
  ...BRITISH_IDS,
  ...BULGARIAN_IDS,
  ...CAUCASIAN_IDS,
  ...CZECH_IDS,
  ...DANISH_IDS,
  ...FINNISH_IDS,
  ...FRENCH_IDS,
  ...GERMAN_IDS,
  ...GERMAN_TRADE_IDS,
  ...GREEK_IDS,
  ...HUNGARIAN_IDS,
  ...IBERIAN_IDS,
  ...IRISH_IDS,
  ...ITALIAN_IDS,
  ...LITHUANIAN_IDS,
  ...MALTESE_IDS,
  ...MONACAN_IDS,
  ...DUTCH_IDS,
  ...NORWEGIAN_IDS,
  ...POLISH_IDS,
  ...PORTUGUESE_IDS,
  ...ROMANIAN_IDS,
  ...RUSSIAN_IDS,
  ...SERBIAN_IDS,
  ...SWEDISH_IDS,
  ...SWISS_IDS,
  ...TURKISH_IDS,
  ...UKRAINIAN_IDS,
  ...UNION_IDS,
];
