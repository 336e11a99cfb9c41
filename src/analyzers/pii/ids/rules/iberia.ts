import type { IdRule } from "../rule.ts";
import { isAndorranTaxpayer } from "./western-checks.ts";

export const IBERIAN_IDS: readonly IdRule[] = [
  {
    id: "AD_LICENSE_PLATE",
    name: "Andorra: licence plate",
    country: "AD",
    forms: ["[A-Z]dddd"],
    labels: ["matrícula andorrana", "matrícula"],
    categories: ["plate"],
    source: "https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Andorra",
    examples: ["A1234"],
    misses: ["A12345"],
  },
  {
    id: "AD_NRT",
    name: "Andorra: tax number (NRT)",
    country: "AD",
    forms: ["[ACDEFGLOPU]-d{6}-l", "[ACDEFGLOPU]d{6}l", "[ACDEFGLOPU] d{6} l"],
    strong: ["[ACDEFGLOPU]-d{6}-l"],
    isAlone: true,
    check: isAndorranTaxpayer,
    labels: [
      "nrt",
      "número de registre tributari",
      "registre tributari",
      "nia",
      "número d'identificació administrativa",
    ],
    categories: ["tax"],
    source:
      "https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Andorra-TIN.pdf",
    examples: ["U-132950-X"],
    misses: ["I 706193 G"],
  },
  {
    id: "AD_PASSPORT",
    name: "Andorra: passport",
    country: "AD",
    forms: ["[A-Z]?d{6,8}"],
    labels: ["passaport", "número de passaport"],
    categories: ["passport"],
    source: "https://www.consilium.europa.eu/prado/en/prado-documents/AND/index.html",
    examples: ["A123456"],
    misses: ["A1234"],
  },
];
