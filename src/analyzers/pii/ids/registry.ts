import type { IdRule } from "./rule.ts";
import { ANDES_IDS } from "./rules/andes.ts";
import { BRAZIL_IDS } from "./rules/brazil.ts";
import { CANADA_IDS } from "./rules/canada.ts";
import { CARIBBEAN_IDS } from "./rules/caribbean.ts";
import { CENTRAL_AMERICA_IDS } from "./rules/central-america.ts";
import { CENTRAL_ASIA_IDS } from "./rules/central-asia.ts";
import { CHINA_IDS } from "./rules/china.ts";
import { DRIVING_LICENCE_IDS } from "./rules/driving-licences.ts";
import { EAST_AFRICA_IDS } from "./rules/east-africa.ts";
import { EUROPEAN_IDS } from "./rules/europe.ts";
import { GENERAL_IDS } from "./rules/general.ts";
import { INDIA_IDS } from "./rules/india.ts";
import { INTERNATIONAL_IDS } from "./rules/international.ts";
import { JAPAN_KOREA_IDS } from "./rules/japan-korea.ts";
import { MALAYSIA_INDONESIA_IDS } from "./rules/malaysia-indonesia.ts";
import { MEXICO_IDS } from "./rules/mexico.ts";
import { MIDDLE_EAST_IDS } from "./rules/middle-east.ts";
import { NORTH_AFRICA_IDS } from "./rules/north-africa.ts";
import { OCEANIA_IDS } from "./rules/oceania.ts";
import { PASSPORT_IDS } from "./rules/passports.ts";
import { PHONE_IDS } from "./rules/phone.ts";
import { PLATE_IDS } from "./rules/plates.ts";
import { SOUTH_AMERICA_IDS } from "./rules/south-america.ts";
import { SOUTH_ASIA_IDS } from "./rules/south-asia.ts";
import { SOUTH_EAST_ASIA_IDS } from "./rules/south-east-asia.ts";
import { SOUTHERN_AFRICA_IDS } from "./rules/southern-africa.ts";
import { USA_IDS } from "./rules/usa.ts";
import { WEST_AFRICA_IDS } from "./rules/west-africa.ts";

/** The identifiers of `pii_detection`: one list a region or kind, sorted. */
export const ID_RULES: readonly IdRule[] = [
  ...ANDES_IDS,
  ...BRAZIL_IDS,
  ...CANADA_IDS,
  ...CARIBBEAN_IDS,
  ...CENTRAL_AMERICA_IDS,
  ...CENTRAL_ASIA_IDS,
  ...CHINA_IDS,
  ...DRIVING_LICENCE_IDS,
  ...EAST_AFRICA_IDS,
  ...EUROPEAN_IDS,
  ...GENERAL_IDS,
  ...INDIA_IDS,
  ...INTERNATIONAL_IDS,
  ...JAPAN_KOREA_IDS,
  ...MALAYSIA_INDONESIA_IDS,
  ...MEXICO_IDS,
  ...MIDDLE_EAST_IDS,
  ...NORTH_AFRICA_IDS,
  ...OCEANIA_IDS,
  ...PASSPORT_IDS,
  ...PHONE_IDS,
  ...PLATE_IDS,
  ...SOUTHERN_AFRICA_IDS,
  ...SOUTH_AMERICA_IDS,
  ...SOUTH_ASIA_IDS,
  ...SOUTH_EAST_ASIA_IDS,
  ...USA_IDS,
  ...WEST_AFRICA_IDS,
];
