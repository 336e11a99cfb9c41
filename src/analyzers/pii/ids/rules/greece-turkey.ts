import { idCards } from "../cards.ts";
import { digitAt, weightedSum } from "../checks.ts";

const CYPRIOT_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

/** The digits at odd places are mapped; the sum modulo 26 is the letter. */
function isCypriotTaxpayer(text: string): boolean {
  const body = text.replace(/^CY/, "");
  let sum = 0;
  for (let at = 0; at < 8; at++) sum += at % 2 === 0 ? (CYPRIOT_ODD[digitAt(body, at)] ?? 0) : digitAt(body, at);
  return !body.startsWith("12") && String.fromCharCode(65 + (sum % 26)) === body.charAt(8);
}

/** Two checks: odd places times seven less the even ones, and the sum of all. */
function isTurkishPerson(digits: string): boolean {
  if (digits.startsWith("0")) return false;
  const [odd, even] = [weightedSum(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]), weightedSum(digits, [0, 1, 0, 1, 0, 1, 0, 1])];
  const tenth = (odd * 7 - even + 80) % 10;
  return tenth === digitAt(digits, 9) && (odd + even + tenth) % 10 === digitAt(digits, 10);
}

/** Each digit is moved by its place and multiplied by a power of two modulo 9. */
function isTurkishTaxpayer(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < 9; at++) {
    const moved = (digitAt(digits, at) + 9 - at) % 10;
    sum += moved === 0 ? 0 : (moved * 2 ** (9 - at)) % 9 || 9;
  }
  return (10 - (sum % 10)) % 10 === digitAt(digits, 9);
}

export const GREEK_TURKISH_IDS = idCards(
  `
= CY Cyprus
CY_ARC number of a foreigner (ARC); national; prado CYP
  form d{7,8}; found 1234567 ≠ 12345; label arc number, alien registration certificate, αριθμός εγγραφής αλλοδαπού
CY_COMPANY company number (HE); company; https://www.companies.gov.cy/
  form HE ?d{3,6} | *HE d{6}; found HE 123456 ≠ HE 12
  label αριθμός εγγραφής εταιρείας, αρ εγγραφής, registrar of companies cyprus, he number
CY_DRIVER_LICENSE driving licence; driver; prado CYP
  form d{6,12}; found 000123456 ≠ 12345; label άδεια οδήγησης, αριθμός άδειας οδήγησης
CY_ID_CARD identity card; national; prado CYP
  form d{5,10}; found 0001234567 ≠ 1234; label δελτίο ταυτότητας, αριθμός ταυτότητας, αρ ταυτότητας
CY_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Cyprus
  form [A-Z]{3} ?d{3}; found ABC 123 ≠ ABC 1234; label αριθμός εγγραφής οχήματος, πινακίδα, αριθμός κυκλοφορίας
CY_PASSPORT passport; passport; prado CYP
  form [A-Z]d{6,8}; found K12345678 ≠ K12345; label διαβατήριο, αριθμός διαβατηρίου, αρ διαβατηρίου
CY_SOCIAL_INSURANCE social insurance number; social; https://www.gov.cy/
  form d{6,9}; found 1234567 ≠ 12345; label αριθμός κοινωνικών ασφαλίσεων, αρ κοινωνικών ασφαλίσεων, ακα
CY_VAT tax and VAT number; company, tax; alone; vies
  form *CYd{8}[A-Z] | *CY-d{8}[A-Z] | *CY d{8}[A-Z] | d{8}[A-Z]; check isCypriotTaxpayer; found CY10259033P ≠ CY-10259033Z
  label φπα, φ π α, αριθμός φπα, αφτ, αριθμός φορολογικής ταυτότητας, τ φ τ, αριθμός εγγραφής φπα, tic, fpa
= GR Greece
GR_AFM tax and VAT number (AFM); company, tax; alone; tin Greece
  form d{9} | *ELd{9} | *EL d{9} | GRd{8,9} | GR d{8,9} | *GRd{9}
  check drop EL|GR, pad 9, /^(?!00000)/, weights 256,128,64,32,16,8,4,2 01234567890; checkAlone lettered; found EL094259216 ≠ 123456781
  label αφμ, α φ μ, afm, αριθμός φορολογικού μητρώου, φπα, arithmos forologikou mitroou, a f m
GR_AMKA social security number (AMKA); health, national, social; alone; https://www.amka.gr/
  form d{11}; check date DDMMYY, luhn; found 01013099997 ≠ 01013099999
  label αμκα, α μ κ α, amka, αριθμός μητρώου κοινωνικής ασφάλισης, a m k a
GR_DRIVER_LICENSE driving licence; driver; prado GRC
  form d{9}; found 123456789 ≠ 1234567; label άδεια οδήγησης, δίπλωμα οδήγησης, αριθμός άδειας οδήγησης, αρ άδειας οδήγησης
GR_GEMI trade register (GEMI); company; https://www.businessportal.gr/
  form d{12}; found 123456701000 ≠ 12345670; label γεμη, γ ε μη, gemi, αριθμός γεμη, αρ γεμη
GR_ID_CARD identity card; national; prado GRC
  form [A-Z]{1,2}-d{6} | [A-Z]{1,2} ?d{6} | [A-Z]{2}d{7} | d{6}; found AB-123456, X123456 ≠ AB-12345
  label δελτίο ταυτότητας, αδτ, α δ τ, αριθμός ταυτότητας, αρ ταυτότητας, αριθμός δελτίου ταυτότητας, ταυτότητα, adt
GR_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Greece
  form [ABEZHIKMNOPTYX]{3}-d{4} | [ABEZHIKMNOPTYX]{3} ?d{4}; found YXA-1234 ≠ YXA-123
  label πινακίδα, αριθμός κυκλοφορίας, πινακίδα κυκλοφορίας, αρ κυκλοφορίας
GR_PASSPORT passport; passport; prado GRC
  form [A-Z]{2}d{7}; found AE1234567 ≠ AE12345; label διαβατήριο, αριθμός διαβατηρίου, αρ διαβατηρίου
= TR Turkey
TR_DRIVER_LICENSE driving licence; driver; prado TUR
  form d{6} | [A-Z]?d{5,8}; found 123456 ≠ 123
  label ehliyet, ehliyet no, ehliyet numarası, sürücü belgesi, sürücü belgesi no, sürücü belgesi numarası
TR_ID_CARD serial number of the identity card; national; prado TUR
  form [A-Z]d{2}[A-Z]d{5}; found A12B34567 ≠ A12B345; label kimlik kartı seri no, kimlik seri no, nüfus cüzdanı seri no, cüzdan seri no
# Provinces 01 to 81; dates look alike.
TR_LICENSE_PLATE licence plate; plate; alone; wiki Vehicle_registration_plates_of_Turkey
  form dd l d{4,5} | dd l{1,3} d{2,5} | ddl{1,3}d{2,5}
  check range 0 01..81, /^(?!.*(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|OCA|SUB|NIS|HAZ|TEM|AGU|EYL|EKI|KAS|ARA)....$)/
  found 34 ABC 1234, 06 A 123 ≠ 82 ABC 123, 00 ABC 123
  label plaka, araç plakası, plaka no, plaka numarası, plakası, turkish license plate, arac plakasi
TR_MERSIS company number (MERSIS); company; https://mersis.ticaret.gov.tr/
  form 0d{15} | dddd-dddd-dddd-dddd; found 0123456789012345 ≠ 012345678901
  label mersis, mersis no, mersis numarası, ticaret sicil no, ticaret sicil numarası
TR_NATIONAL_ID identity number (TCKN); health, national, social, tax; alone; wiki Turkish_Identification_Number
  form [1-9]d{10} | ddd ddd ddd dd; check isTurkishPerson; found 10000000146 ≠ 10000000145, 12345678900
  label tckn, tc kimlik, tc kimlik no, t c kimlik no, tc kimlik numarası, kimlik no, kimlik numarası, t c kimlik numarası, tc no, identity number, tc kimlik numaram, vatandaşlık numarası, yabancı kimlik numarası
TR_PASSPORT passport; passport; prado TUR
  form [USTZ]d{8} | [A-Z] d{8} | [A-Z]{2}d{7}; found U12345678 ≠ U1234567; label pasaport, pasaport no, pasaport numarası
TR_SGK social security number (SGK); social; https://www.sgk.gov.tr/
  form d{13} | d{10}; found 1234567890123 ≠ 123456789; label sgk, sgk no, sgk sicil no, sosyal güvenlik numarası, ssk no, sgk numarası
TR_VKN tax number (VKN); company, tax; tin Turkiye
  form d{10} | ddd ddd dd dd | ddd ddd dddd; check isTurkishTaxpayer; found 4540536920 ≠ 4540536921
  label vkn, vergi kimlik no, vergi no, vergi kimlik numarası, vergi numarası, vergi kimlik, vergi dairesi no
`,
  { isCypriotTaxpayer, isTurkishPerson, isTurkishTaxpayer },
);
