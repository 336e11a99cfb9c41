import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { digitAt, isDdMmYy, isLettered, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Powers of two modulo 11. */
function isGreekTaxpayer(text: string): boolean {
  const digits = text.replace(/^(?:EL|GR)/, "").padStart(9, "0");
  return (
    !digits.startsWith("00000") &&
    (weightedSum(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digitAt(digits, 8)
  );
}

/** `DDMMYY`, then as on a card. */
const isAmka = (digits: string): boolean => isDdMmYy(digits, 0) && isLuhnValid(digits);

const CYPRIOT_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

/** The digits at odd places are mapped; the sum modulo 26 is the letter. */
function isCypriotTaxpayer(text: string): boolean {
  const body = text.replace(/^CY/, "");
  let sum = 0;
  for (let at = 0; at < 8; at++) sum += at % 2 === 0 ? (CYPRIOT_ODD[digitAt(body, at)] ?? 0) : digitAt(body, at);
  return !body.startsWith("12") && String.fromCharCode(65 + (sum % 26)) === body.charAt(8);
}

export const GREEK_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "CY", name: "Cyprus" },
    `
CY_ARC number of a foreigner (ARC)
  form d{7,8}
  label arc number, alien registration certificate, αριθμός εγγραφής αλλοδαπού
  found 1234567 ≠ 12345
  national; https://www.consilium.europa.eu/prado/en/prado-documents/CYP/index.html
CY_COMPANY company number (HE)
  form HE ?d{3,6} | HE d{6}
  strong HE d{6}
  label αριθμός εγγραφής εταιρείας, αρ εγγραφής, registrar of companies cyprus, he number
  found HE 123456 ≠ HE 12
  company; https://www.companies.gov.cy/
CY_DRIVER_LICENSE driving licence
  form d{6,12}
  label άδεια οδήγησης, αριθμός άδειας οδήγησης
  found 000123456 ≠ 12345
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/CYP/index.html
CY_ID_CARD identity card
  form d{5,10}
  label δελτίο ταυτότητας, αριθμός ταυτότητας, αρ ταυτότητας
  found 0001234567 ≠ 1234
  national; https://www.consilium.europa.eu/prado/en/prado-documents/CYP/index.html
CY_LICENSE_PLATE licence plate
  form [A-Z]{3} ?d{3}
  label αριθμός εγγραφής οχήματος, πινακίδα, αριθμός κυκλοφορίας
  found ABC 123 ≠ ABC 1234
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Cyprus
CY_PASSPORT passport
  form [A-Z]d{6,8}
  label διαβατήριο, αριθμός διαβατηρίου, αρ διαβατηρίου
  found K12345678 ≠ K12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/CYP/index.html
CY_SOCIAL_INSURANCE social insurance number
  form d{6,9}
  label αριθμός κοινωνικών ασφαλίσεων, αρ κοινωνικών ασφαλίσεων, ακα
  found 1234567 ≠ 12345
  social; https://www.gov.cy/
CY_VAT tax and VAT number
  form CYd{8}[A-Z] | CY-d{8}[A-Z] | CY d{8}[A-Z] | d{8}[A-Z]
  strong CYd{8}[A-Z] | CY-d{8}[A-Z] | CY d{8}[A-Z]
  label φπα, φ π α, αριθμός φπα, αφτ, αριθμός φορολογικής ταυτότητας, τ φ τ, αριθμός εγγραφής φπα, tic, fpa
  found CY10259033P ≠ CY-10259033Z
  company, tax; check isCypriotTaxpayer; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
`,
    { isCypriotTaxpayer },
  ),
  ...idCards(
    { country: "GR", name: "Greece" },
    `
GR_AFM tax and VAT number (AFM)
  form d{9} | ELd{9} | EL d{9} | GRd{8,9} | GR d{8,9} | GRd{9}
  strong ELd{9} | EL d{9} | GRd{9}
  label αφμ, α φ μ, afm, αριθμός φορολογικού μητρώου, φπα, arithmos forologikou mitroou, a f m
  found EL094259216 ≠ 123456781
  company, tax; check isGreekTaxpayer; checkAlone isLettered; alone; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Greece-TIN.pdf
GR_AMKA social security number (AMKA)
  form d{11}
  label αμκα, α μ κ α, amka, αριθμός μητρώου κοινωνικής ασφάλισης, a m k a
  found 01013099997 ≠ 01013099999
  health, national, social; check isAmka; alone; https://www.amka.gr/
GR_DRIVER_LICENSE driving licence
  form d{9}
  label άδεια οδήγησης, δίπλωμα οδήγησης, αριθμός άδειας οδήγησης, αρ άδειας οδήγησης
  found 123456789 ≠ 1234567
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/GRC/index.html
GR_GEMI trade register (GEMI)
  form d{12}
  label γεμη, γ ε μη, gemi, αριθμός γεμη, αρ γεμη
  found 123456701000 ≠ 12345670
  company; https://www.businessportal.gr/
GR_ID_CARD identity card
  form [A-Z]{1,2}-d{6} | [A-Z]{1,2} ?d{6} | [A-Z]{2}d{7} | d{6}
  label δελτίο ταυτότητας, αδτ, α δ τ, αριθμός ταυτότητας, αρ ταυτότητας, αριθμός δελτίου ταυτότητας, ταυτότητα, adt
  found AB-123456, X123456 ≠ AB-12345
  national; https://www.consilium.europa.eu/prado/en/prado-documents/GRC/index.html
GR_LICENSE_PLATE licence plate
  form [ABEZHIKMNOPTYX]{3}-d{4} | [ABEZHIKMNOPTYX]{3} ?d{4}
  label πινακίδα, αριθμός κυκλοφορίας, πινακίδα κυκλοφορίας, αρ κυκλοφορίας
  found YXA-1234 ≠ YXA-123
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Greece
GR_PASSPORT passport
  form [A-Z]{2}d{7}
  label διαβατήριο, αριθμός διαβατηρίου, αρ διαβατηρίου
  found AE1234567 ≠ AE12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/GRC/index.html
`,
    { isGreekTaxpayer, isLettered, isAmka },
  ),
];
