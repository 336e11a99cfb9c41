import type { IdRule } from "./rule.ts";
import { AFRICAN_IDS } from "./rules/africa.ts";
import { ALPINE_IDS } from "./rules/alps.ts";
import { BALKAN_IDS } from "./rules/balkans.ts";
import { BALTIC_IDS } from "./rules/baltics.ts";
import { BENELUX_IDS } from "./rules/benelux.ts";
import { BRITISH_IDS } from "./rules/britain.ts";
import { CAUCASIAN_IDS } from "./rules/caucasus.ts";
import { CENTRAL_AMERICAN_IDS } from "./rules/central-america.ts";
import { CENTRAL_EUROPEAN_IDS } from "./rules/central-europe.ts";
import { CENTRAL_SOUTH_ASIAN_IDS } from "./rules/central-south-asia.ts";
import { DOCUMENT_IDS } from "./rules/labelled-documents.ts";
import { EAST_ASIAN_IDS } from "./rules/east-asia.ts";
import { EASTERN_EUROPEAN_IDS } from "./rules/eastern-europe.ts";
import { FRENCH_IDS } from "./rules/france.ts";
import { GERMAN_IDS } from "./rules/germany.ts";
import { GREEK_TURKISH_IDS } from "./rules/greece-turkey.ts";
import { IBERIAN_IDS } from "./rules/iberia.ts";
import { INTERNATIONAL_IDS } from "./rules/international.ts";
import { ITALIAN_IDS } from "./rules/italy.ts";
import { MIDDLE_EASTERN_IDS } from "./rules/middle-east.ts";
import { NORDIC_IDS } from "./rules/nordics.ts";
import { NORTH_AMERICAN_IDS } from "./rules/north-america.ts";
import { OCEANIAN_IDS } from "./rules/oceania.ts";
import { PHONE_IDS } from "./rules/phone.ts";
import { ROMANIAN_BULGARIAN_IDS } from "./rules/romania-bulgaria.ts";
import { SOUTH_AMERICAN_IDS } from "./rules/south-america.ts";
import { SOUTH_EAST_ASIAN_IDS } from "./rules/south-east-asia.ts";

/** The identifiers of European countries. */
export const EUROPEAN_IDS: readonly IdRule[] = [
  ...ALPINE_IDS,
  ...BALKAN_IDS,
  ...BALTIC_IDS,
  ...BENELUX_IDS,
  ...BRITISH_IDS,
  ...CAUCASIAN_IDS,
  ...CENTRAL_EUROPEAN_IDS,
  ...EASTERN_EUROPEAN_IDS,
  ...FRENCH_IDS,
  ...GERMAN_IDS,
  ...GREEK_TURKISH_IDS,
  ...IBERIAN_IDS,
  ...ITALIAN_IDS,
  ...NORDIC_IDS,
  ...ROMANIAN_BULGARIAN_IDS,
];

/** The identifiers of `pii_detection`: one list a region or kind. */
export const ID_RULES: readonly IdRule[] = [
  ...EUROPEAN_IDS,
  ...AFRICAN_IDS,
  ...CENTRAL_AMERICAN_IDS,
  ...CENTRAL_SOUTH_ASIAN_IDS,
  ...DOCUMENT_IDS,
  ...EAST_ASIAN_IDS,
  ...INTERNATIONAL_IDS,
  ...MIDDLE_EASTERN_IDS,
  ...NORTH_AMERICAN_IDS,
  ...OCEANIAN_IDS,
  ...PHONE_IDS,
  ...SOUTH_AMERICAN_IDS,
  ...SOUTH_EAST_ASIAN_IDS,
];
