import { idCards } from "../cards.ts";
import { isMixed } from "../checks.ts";

export const UNION_IDS = idCards(
  { country: null, name: "European Union" },
  `
EU_EHIC health insurance card
  form 80[0-9]{18} | 80ddd ddddd ddddd ddddd
  strong 80ddd ddddd ddddd ddddd
  label ehic, european health insurance card, ehic number, ghic, ghic number
  found 80276001234567890123 ≠ 8027600123456789012
  health; https://ec.europa.eu/social/main.jsp?catId=559
EU_EORI economic operator (EORI)
  form [A-Z]{2}[0-9A-Z]{5,15} | [A-Z]{2} [0-9A-Z]{5,15}
  label eori, eori number, eori nummer, eori no, eori nr, numéro eori, código eori, número eori, numer eori, codice eori
  found DE123456789012345, GB123456789000 ≠ DE12
  company; check isMixed; https://ec.europa.eu/taxation_customs/dds2/eos/eori_home.jsp
EU_OSS VAT number of the one-stop shop
  form EUd{9} | IMd{10}
  strong EUd{9} | IMd{10}
  label oss, ioss, vat oss, ioss number, one stop shop, moss
  found EU372000041 ≠ EU37200004
  tax; https://vat-one-stop-shop.ec.europa.eu/
`,
  { isMixed },
);
