import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { isLettered, isVatKeyValid, remainder } from "../checks.ts";

/** Check digits of France, Monaco, Andorra and the Benelux countries. */

/** 97 less the first thirteen digits modulo 97; Corsica's `2A` and `2B` count as 19 and 18. */
function isFrenchInsured(text: string): boolean {
  const month = Number(text.slice(3, 5));
  if (month < 1 || (month > 12 && month < 20) || (month > 42 && month < 50)) return false;
  const digits = text.replace("2A", "19").replace("2B", "18");
  if (!/^\d{15}$/.test(digits)) return false;
  return 97 - remainder(digits.slice(0, 13), 97) === Number(digits.slice(13));
}

/** The last three digits are the first ten modulo 511. */
const isFrenchTaxpayer = (digits: string): boolean =>
  digits.length === 13 &&
  Number(digits.slice(0, 10)) > 0 &&
  Number(digits.slice(0, 10)) % 511 === Number(digits.slice(10));

const isSiren = (digits: string): boolean => digits !== "000000000" && isLuhnValid(digits);

const POST_OFFICE = "356000000";

/** As on a card; the offices of the post add up to a multiple of five instead. */
function isSiret(digits: string): boolean {
  if (isLuhnValid(digits)) return isSiren(digits.slice(0, 9));
  let sum = 0;
  for (const digit of digits) sum += Number(digit);
  return digits.startsWith(POST_OFFICE) && sum % 5 === 0;
}

/** Two units of check in front of the company's number. */
const isFrenchVat = (text: string): boolean =>
  !text.startsWith("000", text.length - 9) && isSiren(text.slice(-9)) && isVatKeyValid(text);

/** Bank, branch, account (letters as digits), key: modulo 97. */
function isFrenchAccount(text: string): boolean {
  const digits = text.replaceAll(/[A-Z]/g, (letter) => "12345678912345678923456789".charAt(letter.charCodeAt(0) - 65));
  const [bank, branch, account] = [digits.slice(0, 5), digits.slice(5, 10), digits.slice(10, 21)];
  const sum = 89 * Number(bank) + 15 * Number(branch) + 3 * Number(account);
  return 97 - (sum % 97) === Number(digits.slice(21));
}

/** Health professionals: eleven digits as on a card. */
const isFrenchPractitioner = (digits: string): boolean => /^[018]/.test(digits) && isLuhnValid(digits);

export const FRENCH_IDS = idCards(
  { country: "FR", name: "France" },
  `
FR_ADELI number of a health professional (ADELI)
  form d{9} | dd[0-9AB]d{6}
  label adeli, numéro adeli, n adeli
  found 759912345 ≠ 75991234
  https://esante.gouv.fr/
FR_CNI identity card (CNI)
  form d{12} | [A-Z0-9]{9} | d{4}[A-Z0-9]{3}d{5} | d{2}[0-9AB]d{9}
  label cni, carte nationale d identité, carte d identité, numéro de carte d identité, n cni, carte identité, numéro cni
  found 880692310285, X4RTBPFW4 ≠ 12345678
  national; https://fr.wikipedia.org/wiki/Carte_nationale_d%27identit%C3%A9_en_France
FR_DRIVER_LICENSE driving licence
  form d{12} | dd[A-Z]{2}d{5} | d{2} d{2} d{2} d{6}
  label permis de conduire, numéro de permis, n permis, permis, numéro de permis de conduire
  found 911091204590, 13AA00002 ≠ 1234567
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/FRA/index.html
FR_INE student number (INE)
  form d{10}[A-Z] | d{9}[A-Z]{2} | [0-9]{4}[A-Z]d{5}[A-Z] | d[A-Z0-9]{9}[A-Z]
  label ine, numéro ine, n ine, identifiant national étudiant, identifiant national élève, bea
  found 0123456789A, 120890177JK ≠ 012345678
  https://fr.wikipedia.org/wiki/Identifiant_national_%C3%A9l%C3%A8ve
FR_LICENSE_PLATE licence plate
  form [A-HJ-NP-TV-Z]{2}-d{3}-[A-HJ-NP-TV-Z]{2} | [A-HJ-NP-TV-Z]{2} d{3} [A-HJ-NP-TV-Z]{2} | [A-HJ-NP-TV-Z]{2}d{3}[A-HJ-NP-TV-Z]{2} | d{1,4} [A-Z]{2,3} [0-9][0-9AB]
  strong [A-HJ-NP-TV-Z]{2}-d{3}-[A-HJ-NP-TV-Z]{2}
  label immatriculation, plaque d immatriculation, numéro d immatriculation, plaque, n immatriculation, carte grise
  found AB-123-CD, 1234 AB 75 ≠ AB-1234-CD
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_France
FR_NIF tax number of a person (SPI)
  form dd dd ddd ddd ddd | d{13} | d ddd ddd ddd ddd
  label numéro fiscal, n fiscal, numéro fiscal de référence, spi, numéro spi, nif, identifiant fiscal, référence fiscale
  found 3023217600053 ≠ 9701987765432, 3023217600054
  tax; check isFrenchTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/France-TIN.pdf
FR_NIR social security number (NIR)
  form d dd dd xx ddd ddd dd | [1-478]d{4}[0-9][0-9AB]d{8} | d dd dd xx ddd ddd | d{15} | [1278] dd dd [0-9][0-9AB] ddd ddd dd
  strong [1278] dd dd [0-9][0-9AB] ddd ddd dd
  label nir, numéro de sécurité sociale, n de sécurité sociale, numéro sécu, numéro de sécu, sécurité sociale, n sécu, insee, numéro insee, carte vitale, numéro d inscription au répertoire, nss
  found 2 95 10 99 126 111 93, 186022A21532523 ≠ 295109912611199
  health, national, social; check isFrenchInsured; alone; https://fr.wikipedia.org/wiki/Num%C3%A9ro_de_s%C3%A9curit%C3%A9_sociale_en_France
FR_PASSPORT passport
  form dd[A-Z]{2}d{5} | dd [A-Z]{2} d{5}
  label passeport, numéro de passeport, n passeport, passeport n, no passeport
  found 14AZ12345 ≠ 1AZ12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/FRA/index.html
FR_RIB bank account (RIB)
  form ddddd ddddd x{11} dd | d{10}x{11}d{2} | ddddd ddddd xxxx xxxx xxx dd | ddddd ddddd d{11} dd
  strong ddddd ddddd d{11} dd
  label rib, relevé d identité bancaire, numéro de compte, n de compte, compte bancaire
  found 18709537595B92B24KBGC18 ≠ 18709537595B92B24KBGC19
  bank; check isFrenchAccount; alone; https://fr.wikipedia.org/wiki/Relev%C3%A9_d%27identit%C3%A9_bancaire
FR_RPPS number of a health professional (RPPS)
  form d{11}
  label rpps, numéro rpps, n rpps
  found 12578295607 ≠ 12578295608
  check isFrenchPractitioner; https://esante.gouv.fr/produits-services/repertoire-rpps
FR_SIREN company number (SIREN)
  form ddd ddd ddd | d{9}
  label siren, numéro siren, n siren, rcs, siren number
  found 552 008 443 ≠ 552 008 442
  company; check isSiren; https://fr.wikipedia.org/wiki/Syst%C3%A8me_d%27identification_du_r%C3%A9pertoire_des_entreprises
FR_SIRET number of an establishment (SIRET)
  form ddd ddd ddd ddddd | d{14}
  strong ddd ddd ddd ddddd
  label siret, numéro siret, n siret, siret number
  found 73282932000074, 356 000 000 09075 ≠ 73282932000075
  company; check isSiret; alone; https://fr.wikipedia.org/wiki/Syst%C3%A8me_d%27identification_du_r%C3%A9pertoire_des_%C3%A9tablissements
FR_TITRE_SEJOUR residence permit
  form d{10} | [A-Z0-9]{9}
  label titre de séjour, numéro de titre de séjour, carte de séjour, numéro étranger, agdref, numéro agdref
  found 9903123456, FRA1234A5 ≠ 12345678
  national; https://administration-etrangers-en-france.interieur.gouv.fr/
FR_VAT VAT number
  form FRxx ddd ddd ddd | FRxxd{9} | FR xx ddd ddd ddd | FR xx d{9} | xxd{9}
  strong FRxxd{9} | FR xx ddd ddd ddd | FR xx d{9}
  label tva, n tva, numéro tva, no tva, numéro de tva, tva intracommunautaire, numéro de tva intracommunautaire, tva intra
  found FR40303265045, K7399859412 ≠ 84 323 140 391
  company, tax; check isFrenchVat; checkAlone isLettered; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
`,
  {
    isFrenchTaxpayer,
    isFrenchInsured,
    isFrenchAccount,
    isFrenchPractitioner,
    isSiren,
    isSiret,
    isFrenchVat,
    isLettered,
  },
);
