import { idCards } from "../cards.ts";
import { digitAt, isDate, isMixed, remainder, valueAt, weightedSum } from "../checks.ts";

/** Check digits of Central and Eastern Europe, the Balkans, Greece, Cyprus and Turkey. */

const CENTURIES = ["19", "20", "21", "22", "18"];

/** `YYMMDD` where the month tells the century: + 20 for the 21st, + 80 for the 19th. */
function isPesel(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  const century = CENTURIES[Math.floor(month / 20)] ?? "";
  if (!isDate(century + digits.slice(0, 2), String(month % 20), digits.slice(4, 6))) return false;
  return weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/** Modulo 11; a check of 10 is not given out. */
function isNip(text: string): boolean {
  const digits = text.replace(/^PL/, "");
  return !digits.startsWith("000") && weightedSum(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digitAt(digits, 9);
}

/** Modulo 11, for branches once more over fourteen digits. */
function isRegon(digits: string): boolean {
  if ((weightedSum(digits, [8, 9, 2, 3, 4, 5, 6, 7]) % 11) % 10 !== digitAt(digits, 8)) return false;
  return (
    digits.length === 9 ||
    (weightedSum(digits, [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]) % 11) % 10 === digitAt(digits, 13)
  );
}

/** Letters from A = 10 on; the first digit checks the other units. */
const isPolishCard = (text: string): boolean => isWeighted(text, [7, 3, 1, 9, 7, 3, 1, 7, 3]);

/** As the card's, with other weights. */
const isPolishPassport = (text: string): boolean => isWeighted(text, [7, 3, 9, 1, 7, 3, 1, 7, 3]);

function isWeighted(text: string, weights: readonly number[]): boolean {
  let sum = 0;
  for (const [at, weight] of weights.entries()) sum += valueAt(text, at) * weight;
  return sum % 10 === 0;
}

/** Bank accounts are international ones without the country: `PL` counts as 2521. */
const isPolishAccount = (digits: string): boolean => remainder(`${digits.slice(2)}2521${digits.slice(0, 2)}`, 97) === 1;

export const POLISH_IDS = idCards(
  { country: "PL", name: "Poland" },
  `
PL_DRIVER_LICENSE driving licence
  form d{5}/dd/d{4} | [A-Z0-9]{5}/dd/d{4}
  strong d{5}/dd/d{4}
  label prawo jazdy, numer prawa jazdy, nr prawa jazdy
  found 00001/07/1234 ≠ 0001/07/1234
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/POL/index.html
PL_ID_CARD identity card
  form [A-Z]{3}d{6} | [A-Z]{3} d{6}
  label dowód osobisty, numer dowodu, nr dowodu, numer dowodu osobistego, dowodu osobistego, seria i numer dowodu, polish identity card
  found ABS123456 ≠ ABS123457
  national; check isPolishCard; https://pl.wikipedia.org/wiki/Dow%C3%B3d_osobisty_w_Polsce
PL_KRS court register (KRS)
  form 0000d{6} | d{10}
  label krs, numer krs, nr krs, krajowy rejestr sądowy
  found 0000127206 ≠ 000012720
  company; https://pl.wikipedia.org/wiki/Krajowy_Rejestr_S%C4%85dowy
PL_LAND_REGISTER land and mortgage register
  form [A-Z]{2}d[A-Z]/d{8}/d
  strong [A-Z]{2}d[A-Z]/d{8}/d
  label księga wieczysta, numer księgi wieczystej, nr kw, kw
  found WA1M/00012345/6 ≠ WA1M/0001234/6
  alone; https://ekw.ms.gov.pl/
PL_LICENSE_PLATE licence plate
  form [A-Z]{2,3} [0-9A-Z]{4,5} | [A-Z]{2,3}[0-9]{4,5} | [A-Z]{2,3}d{3}[A-Z]{1,2}
  label numer rejestracyjny, tablica rejestracyjna, nr rejestracyjny, numer rejestracyjny pojazdu, rejestracja
  found WA 12345, KR 1234A ≠ WA 123
  plate; check isMixed; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Poland
PL_NIP tax number (NIP)
  form ddd-ddd-dd-dd | ddd-dd-dd-ddd | d{10} | PLd{10} | PL d{10} | ddd ddd dd dd
  strong ddd-ddd-dd-dd | ddd-dd-dd-ddd | PLd{10} | PL d{10}
  label nip, numer nip, nr nip, numer identyfikacji podatkowej, nip ue, vat ue
  found 856-734-62-15 ≠ PL 8567346216, 0000002000
  company, tax; check isNip; https://pl.wikipedia.org/wiki/Numer_identyfikacji_podatkowej
PL_NRB bank account (NRB)
  form dd dddd dddd dddd dddd dddd dddd | d{26}
  strong dd dddd dddd dddd dddd dddd dddd | d{26}
  label nrb, numer rachunku, nr rachunku, numer konta, nr konta, rachunek bankowy, konto bankowe, numer rachunku bankowego
  found 09 7793 8837 3519 0144 3488 2527 ≠ 09 7793 8837 3519 0144 3488 2528
  bank; check isPolishAccount; alone; https://pl.wikipedia.org/wiki/Numer_Rachunku_Bankowego
PL_PASSPORT passport
  form [A-Z]{2}d{7} | [A-Z]{2} d{7}
  label paszport, numer paszportu, nr paszportu, seria i numer paszportu
  found IF 9312060 ≠ IF 9312061
  passport; check isPolishPassport; https://www.consilium.europa.eu/prado/en/prado-documents/POL/index.html
PL_PESEL personal number (PESEL)
  form d{11}
  label pesel, numer pesel, nr pesel
  found 44051401359 ≠ 44051401459, 85040812345
  health, national, social, tax; check isPesel; alone; https://www.gov.pl/web/gov/czym-jest-numer-pesel
PL_PWZ number of a physician (PWZ)
  form [1-9]d{6}
  label pwz, numer pwz, nr pwz, prawo wykonywania zawodu, numer prawa wykonywania zawodu
  found 5425740 ≠ 0425740
  https://nil.org.pl/
PL_REGON statistical number of a company (REGON)
  form d{9} | d{14} | ddd-ddd-ddd
  label regon, numer regon, nr regon, rejestr gospodarki narodowej
  found 192598184 ≠ 192598183, 12345678612342
  company; check isRegon; https://pl.wikipedia.org/wiki/REGON
PL_RESIDENCE_CARD residence card
  form [A-Z]{2}d{7} | [A-Z]{2} d{7}
  label karta pobytu, numer karty pobytu, nr karty pobytu
  found RP1234567 ≠ RP12345
  national; https://www.consilium.europa.eu/prado/en/prado-documents/POL/index.html
`,
  { isPolishCard, isMixed, isNip, isPolishAccount, isPolishPassport, isPesel, isRegon },
);
