import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { remainder } from "../checks.ts";

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

const POST_OFFICE = "356000000";

/** As on a card; the offices of the post add up to a multiple of five instead. */
function isSiret(digits: string): boolean {
  if (isLuhnValid(digits)) return !digits.startsWith("000000000") && isLuhnValid(digits.slice(0, 9));
  let sum = 0;
  for (const digit of digits) sum += Number(digit);
  return digits.startsWith(POST_OFFICE) && sum % 5 === 0;
}

const VAT_KEYS = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Two units of check before the company's number: digits by modulo 97, letters by modulo 11. */
function hasVatKey(text: string): boolean {
  const body = text.slice(-11);
  const siren = body.slice(2);
  if (/^\d\d/.test(body)) return (12 + 3 * remainder(siren, 97)) % 97 === Number(body.slice(0, 2));
  const [first, second] = [VAT_KEYS.indexOf(body.charAt(0)), VAT_KEYS.indexOf(body.charAt(1))];
  const key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(siren) + 1 + Math.floor(key / 11)) % 11 === key % 11;
}

/** Bank, branch, account (letters as digits), key: modulo 97. */
function isFrenchAccount(text: string): boolean {
  const digits = text.replaceAll(/[A-Z]/g, (letter) => "12345678912345678923456789".charAt(letter.charCodeAt(0) - 65));
  const [bank, branch, account] = [digits.slice(0, 5), digits.slice(5, 10), digits.slice(10, 21)];
  const sum = 89 * Number(bank) + 15 * Number(branch) + 3 * Number(account);
  return 97 - (sum % 97) === Number(digits.slice(21));
}

export const FRENCH_IDS = idCards(
  `
= FR France
FR_ADELI number of a health professional (ADELI); group health; https://esante.gouv.fr/
  form d{9} | dd[0-9AB]d{6}; found 759912345 ≠ 75991234; label adeli, numéro adeli, n adeli
FR_CNI identity card (CNI); national; https://fr.wikipedia.org/wiki/Carte_nationale_d%27identit%C3%A9_en_France
  form d{12} | [A-Z0-9]{9} | d{4}[A-Z0-9]{3}d{5} | d{2}[0-9AB]d{9}; found 880692310285, X4RTBPFW4 ≠ 12345678
  label cni, carte nationale d identité, carte d identité, numéro de carte d identité, n cni, carte identité, numéro cni
FR_DRIVER_LICENSE driving licence; driver; prado FRA
  form d{12} | dd[A-Z]{2}d{5} | d{2} d{2} d{2} d{6}; found 911091204590, 13AA00002 ≠ 1234567
  label permis de conduire, numéro de permis, n permis, permis, numéro de permis de conduire
FR_INE student number (INE); https://fr.wikipedia.org/wiki/Identifiant_national_%C3%A9l%C3%A8ve
  form d{10}[A-Z] | d{9}[A-Z]{2} | [0-9]{4}[A-Z]d{5}[A-Z] | d[A-Z0-9]{9}[A-Z]; found 0123456789A, 120890177JK ≠ 012345678
  label ine, numéro ine, n ine, identifiant national étudiant, identifiant national élève, bea
FR_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_France
  form *[A-HJ-NP-TV-Z]{2}-d{3}-[A-HJ-NP-TV-Z]{2} | [A-HJ-NP-TV-Z]{2} d{3} [A-HJ-NP-TV-Z]{2} | [A-HJ-NP-TV-Z]{2}d{3}[A-HJ-NP-TV-Z]{2} | d{1,4} [A-Z]{2,3} [0-9][0-9AB]
  found AB-123-CD, 1234 AB 75 ≠ AB-1234-CD
  label immatriculation, plaque d immatriculation, numéro d immatriculation, plaque, n immatriculation, carte grise
FR_NIF tax number of a person (SPI); tax; tin France
  form dd dd ddd ddd ddd | d{13} | d ddd ddd ddd ddd; check isFrenchTaxpayer; found 3023217600053 ≠ 9701987765432, 3023217600054
  label numéro fiscal, n fiscal, numéro fiscal de référence, spi, numéro spi, nif, identifiant fiscal, référence fiscale
FR_NIR social security number (NIR); health, national, social; alone; https://fr.wikipedia.org/wiki/Num%C3%A9ro_de_s%C3%A9curit%C3%A9_sociale_en_France
  form d dd dd xx ddd ddd dd | [1-478]d{4}[0-9][0-9AB]d{8} | d dd dd xx ddd ddd | d{15} | *[1278] dd dd [0-9][0-9AB] ddd ddd dd
  check isFrenchInsured; found 2 95 10 99 126 111 93, 186022A21532523 ≠ 295109912611199
  label nir, numéro de sécurité sociale, n de sécurité sociale, numéro sécu, numéro de sécu, sécurité sociale, n sécu, insee, numéro insee, carte vitale, numéro d inscription au répertoire, nss
FR_PASSPORT passport; passport; prado FRA
  form dd[A-Z]{2}d{5} | dd [A-Z]{2} d{5}; found 14AZ12345 ≠ 1AZ12345
  label passeport, numéro de passeport, n passeport, passeport n, no passeport
FR_RIB bank account (RIB); bank; alone; https://fr.wikipedia.org/wiki/Relev%C3%A9_d%27identit%C3%A9_bancaire
  form ddddd ddddd x{11} dd | d{10}x{11}d{2} | ddddd ddddd xxxx xxxx xxx dd | *ddddd ddddd d{11} dd; check isFrenchAccount
  found 18709537595B92B24KBGC18 ≠ 18709537595B92B24KBGC19
  label rib, relevé d identité bancaire, numéro de compte, n de compte, compte bancaire
FR_RPPS number of a health professional (RPPS); group health; https://esante.gouv.fr/produits-services/repertoire-rpps
  form d{11}; check /^[018]/, luhn; found 12578295607 ≠ 12578295608; label rpps, numéro rpps, n rpps
FR_SIREN company number (SIREN); company; https://fr.wikipedia.org/wiki/Syst%C3%A8me_d%27identification_du_r%C3%A9pertoire_des_entreprises
  form ddd ddd ddd | d{9}; check /^(?!000000000)/, luhn; found 552 008 443 ≠ 552 008 442
  label siren, numéro siren, n siren, rcs, siren number
FR_SIRET number of an establishment (SIRET); company; alone; https://fr.wikipedia.org/wiki/Syst%C3%A8me_d%27identification_du_r%C3%A9pertoire_des_%C3%A9tablissements
  form *ddd ddd ddd ddddd | d{14}; check isSiret; found 73282932000074, 356 000 000 09075 ≠ 73282932000075
  label siret, numéro siret, n siret, siret number
FR_TITRE_SEJOUR residence permit; national; https://administration-etrangers-en-france.interieur.gouv.fr/
  form d{10} | [A-Z0-9]{9}; found 9903123456, FRA1234A5 ≠ 12345678
  label titre de séjour, numéro de titre de séjour, carte de séjour, numéro étranger, agdref, numéro agdref
FR_VAT VAT number; company, tax; alone; vies
  form FRxx ddd ddd ddd | *FRxxd{9} | *FR xx ddd ddd ddd | *FR xx d{9} | xxd{9}; check hasVatKey, last 9, /^(?!000)/, luhn
  checkAlone lettered; found FR40303265045, K7399859412 ≠ 84 323 140 391
  label tva, n tva, numéro tva, no tva, numéro de tva, tva intracommunautaire, numéro de tva intracommunautaire, tva intra
= MC Monaco
MC_ID_CARD identity or residence card; national; prado MCO
  form [A-Z]?d{4,8}; found A123456 ≠ 123; label carte d identité monégasque, carte de séjour monaco, carte de résident
MC_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Monaco
  form x{2}x{2}; found 12AB, A123 ≠ A12345; label plaque monégasque
MC_NIS register of establishments (NIS, RCI); company; https://rci.gouv.mc/
  form dd[A-Z]d{5} | d{4}[A-Z]d{5}; found 56S00557, 9651A12345 ≠ 56S005; label rci, rci monaco, nis, numéro rci
MC_PASSPORT passport; passport; prado MCO
  form d{2}[A-Z]d{5} | [A-Z0-9]{7,9}; check mixed; found 12A34567 ≠ 12A3; label passeport monégasque
MC_VAT VAT number; company, tax; alone; vies
  form *FRxx000d{6} | *FR xx 000 ddd ddd | FR xx 000d{6} | xx000d{6}; check /000.{6}$/, hasVatKey; checkAlone lettered
  found FR53000004605 ≠ FR61000004605; label tva, n tva, numéro tva, no tva, numéro de tva
`,
  { hasVatKey, isFrenchAccount, isFrenchInsured, isFrenchTaxpayer, isSiret },
);
