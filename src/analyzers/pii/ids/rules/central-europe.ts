import { idCards } from "../cards.ts";
import { digitAt, hasCheck, isDate, remainder, weightedSum } from "../checks.ts";

/** Birth numbers: `YYMMDD` (women + 50, full days + 20), serial; modulo 11 since 1954, strictly since 1985. */
function isBirthNumber(digits: string): boolean {
  const month = Number(digits.slice(2, 4)) % 50;
  const plain = month > 20 ? month - 20 : month;
  if (!isDate(digits.slice(0, 2), String(plain), digits.slice(4, 6))) return false;
  if (digits.length === 9) return digits.slice(6) !== "000";
  return (
    remainder(digits, 11) === 0 ||
    (/^(?:5[4-9]|[67]|8[0-4]).*0$/.test(digits) && remainder(digits.slice(0, 9), 11) === 10)
  );
}

const ICO_WEIGHTS = [8, 7, 6, 5, 4, 3, 2];

/** Company numbers. */
const isIco = (digits: string): boolean => hasCheck(digits, ICO_WEIGHTS, "10987654321");

/** Companies have eight digits, persons their birth number, others nine that begin with 6. */
function isCzechVat(text: string): boolean {
  const digits = text.replace(/^CZ/, "");
  if (digits.length === 8) return !digits.startsWith("9") && isIco(digits);
  return isBirthNumber(digits) || (digits.length === 9 && isCzechSpecial(digits));
}

function isCzechSpecial(digits: string): boolean {
  const rest = weightedSum(digits.slice(1), ICO_WEIGHTS) % 11;
  return digits.startsWith("6") && (8 - ((10 - rest + 11) % 11) + 10) % 10 === digitAt(digits, 8);
}

const ACCOUNT_WEIGHTS = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1];

/** Czech and Slovak bank accounts: the number before the four digits of the bank, modulo 11. */
const isCzechAccount = (digits: string): boolean => {
  const account = digits.slice(0, -4).slice(-10).padStart(10, "0");
  return Number(account) > 0 && weightedSum(account, ACCOUNT_WEIGHTS) % 11 === 0;
};

const CENTURIES = ["19", "20", "21", "22", "18"];

/** `YYMMDD` where the month gives the century: + 20 for the 21st, + 80 for the 19th. */
function isPesel(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  const century = CENTURIES[Math.floor(month / 20)] ?? "";
  if (!isDate(century + digits.slice(0, 2), String(month % 20), digits.slice(4, 6))) return false;
  return weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/** Bank accounts are international ones without the country: `PL` counts as 2521. */
const isPolishAccount = (digits: string): boolean => remainder(`${digits.slice(2)}2521${digits.slice(0, 2)}`, 97) === 1;

export const CENTRAL_EUROPEAN_IDS = idCards(
  `
= CZ Czechia
CZ_BANK_ACCOUNT bank account; bank; https://cs.wikipedia.org/wiki/%C4%8C%C3%ADslo_%C3%BA%C4%8Dtu
  form d{2,10}/dddd | d{1,6}-d{2,10}/dddd | *d{1,6}-d{6,10}/dddd; check isCzechAccount; found 19-2000145399/0800 ≠ 19-2000145398/0800
  label číslo účtu, č účtu, bankovní účet, číslo bankovního účtu, účet, předčíslí
CZ_DIC tax and VAT number (DIČ); company, tax; alone; https://cs.wikipedia.org/wiki/Da%C5%88ov%C3%A9_identifika%C4%8Dn%C3%AD_%C4%8D%C3%ADslo
  form CZd{8,10} | CZ d{8,10} | CZ ddd ddd ddd? | d{8,10} | *CZd{8} | *CZ d{8} | *CZd{10}; check isCzechVat; checkAlone lettered
  found CZ25123891 ≠ 25123890; label dič, dic, daňové identifikační číslo, danove identifikacni cislo, vat dič, čech dič
CZ_DRIVER_LICENSE driving licence; driver; prado CZE
  form [A-Z]{2} d{6} | [A-Z]{2}d{6}; found EH 123456 ≠ E 123456; label řidičský průkaz, číslo řidičského průkazu, řidičák, řp
CZ_ICO company number (IČO); company; https://cs.wikipedia.org/wiki/Identifika%C4%8Dn%C3%AD_%C4%8D%C3%ADslo_osoby
  form d{8} | ddd dd ddd | ddd ddd dd; check isIco; found 25123891 ≠ 25123890
  label ičo, ič, ico, identifikační číslo osoby, identifikační číslo, ičo firmy, czech company id
CZ_ID_CARD identity card; national; prado CZE
  form d{9} | [A-Z]{2}d{6} | d{6}[A-Z]{2}dd; found 123456789 ≠ 12345678
  label občanský průkaz, číslo občanského průkazu, občanka, číslo op, č op, op číslo
CZ_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_the_Czech_Republic
  form d[A-Z][0-9A-Z] ?d{4} | d[A-Z][0-9A-Z] dddd; found 1A2 3456 ≠ 1A2 34567
  label spz, rz, státní poznávací značka, registrační značka, poznávací značka
CZ_PASSPORT passport; passport; prado CZE
  form d{8}; found 12345678 ≠ 1234567; label cestovní pas, číslo pasu, číslo cestovního pasu
# Those of nine digits have no check.
CZ_RC birth number (rodné číslo); health, national, social, tax; alone; https://cs.wikipedia.org/wiki/Rodn%C3%A9_%C4%8D%C3%ADslo
  form *dddddd/dddd | dddddd/ddd | d{9,10} | dddddd dddd?; check isBirthNumber; checkAlone /^.{10}$/
  found 710319/2745 ≠ 1103492745, 7103192746
  label rodné číslo, rodne cislo, rč, r č, birth number, czech birth number, personal identification number, číslo pojištěnce, rodného čísla, národní identifikační číslo
= HU Hungary
HU_BANK_ACCOUNT bank account; bank; https://www.mnb.hu/en/payments
  form *dddddddd-dddddddd-dddddddd | dddddddd-dddddddd | d{24}
  check sum 9,7,3,1,9,7,3,1 mod 10, drop .{8}, /^.{8}$/, sum 9,7,3,1,9,7,3,1 mod 10 or sum 9,7,3,1,9,7,3,1 mod 10, drop .{8}, sum 9,7,3,1,9,7,3,1,9,7,3,1,9,7,3,1 mod 10
  found 11773016-11111018-00000000 ≠ 11773016-11111019-00000000; label bankszámlaszám, bankszámla, számlaszám, bankszamlaszam
HU_COMPANY trade register (cégjegyzékszám); company; https://www.e-cegjegyzek.hu/
  form dd-dd-dddddd | dd dd dddddd | d{10}; found 01-09-123456 ≠ 01-09-12345
  label cégjegyzékszám, cegjegyzekszam, cg, cégjegyzék szám, nyilvántartási szám
HU_DRIVER_LICENSE driving licence; driver; prado HUN
  form [A-Z]{2}d{6} | [A-Z]{2} d{6}; found AB123456 ≠ A123456
  label vezetői engedély, jogosítvány, vezetői engedély száma, jogosítvány száma
HU_ID_CARD identity card; national; prado HUN
  form d{6}[A-Z]{2} | d{6} [A-Z]{2} | [A-Z]{2}-d{6}; found 123456AB ≠ 12345AB
  label személyi igazolvány, személyi igazolvány száma, személyazonosító igazolvány, szig, szig szám, személyi
HU_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Hungary
  form [A-Z]{3}-d{3} | [A-Z]{2} [A-Z]{2}-d{3} | [A-Z]{4}-d{3}; found ABC-123, AA BB-123 ≠ ABC-12
  label rendszám, rendszámtábla, forgalmi rendszám
HU_PASSPORT passport; passport; prado HUN
  form [A-Z]{2}d{6,7} | [A-Z]{2} d{6,7}; found BA1234567 ≠ B123456; label útlevél, útlevélszám, útlevél száma, utlevelszam
HU_PERSONAL_ID personal identifier (személyi szám); national; alone; wiki National_identification_number
  form d dddddd dddd | d-dddddd-dddd | d{11} | *[1-8]-dddddd-dddd
  check date YYMMDD at 1, weights 1,2,3,4,5,6,7,8,9,10 0123456789- or date YYMMDD at 1, weights 10,9,8,7,6,5,4,3,2,1 0123456789-
  found 9-510317-5791 ≠ 9-510317-5792; label személyi szám, személyi azonosító, szemelyi szam, személyazonosító jel, személyi azonosító jel
HU_TAJ social security number (TAJ); health, social; https://hu.wikipedia.org/wiki/TAJ-sz%C3%A1m
  form ddd ddd ddd | d{9} | ddd-ddd-ddd; check weights 3,7,3,7,3,7,3,7 0123456789; found 863047893 ≠ 863047894
  label taj, taj szám, tajszám, társadalombiztosítási azonosító jel, taj kártya, tb szám
HU_TAX_ID tax number of a person (adóazonosító jel); tax; tin Hungary
  form 8d{9}; check weights 1,2,3,4,5,6,7,8,9 0123456789-; found 8253887523 ≠ 8253887524
  label adóazonosító jel, adóazonosító, adoazonosito jel, adoazonosito
HU_VAT tax and VAT number of a company (adószám); company, tax; tin Hungary
  form *HUd{8} | *HU-d{8} | HU d{8} | d{8}-d-dd | d{8} | d{11} | *d{8}-[1-5]-dd; check drop HU, sum 9,7,3,1,9,7,3,1 mod 10
  found HU12892312 ≠ HU-12892313; label adószám, adoszam, közösségi adószám, kozossegi adoszam, eu adószám, áfa szám, csoportazonosító
= PL Poland
PL_DRIVER_LICENSE driving licence; driver; prado POL
  form *d{5}/dd/d{4} | [A-Z0-9]{5}/dd/d{4}; found 00001/07/1234 ≠ 0001/07/1234; label prawo jazdy, numer prawa jazdy, nr prawa jazdy
PL_ID_CARD identity card; national; https://pl.wikipedia.org/wiki/Dow%C3%B3d_osobisty_w_Polsce
  form [A-Z]{3}d{6} | [A-Z]{3} d{6}; check values 7,3,1,9,7,3,1,7,3 mod 10; found ABS123456 ≠ ABS123457
  label dowód osobisty, numer dowodu, nr dowodu, numer dowodu osobistego, dowodu osobistego, seria i numer dowodu, polish identity card
PL_KRS court register (KRS); company; https://pl.wikipedia.org/wiki/Krajowy_Rejestr_S%C4%85dowy
  form 0000d{6} | d{10}; found 0000127206 ≠ 000012720; label krs, numer krs, nr krs, krajowy rejestr sądowy
PL_LAND_REGISTER land and mortgage register; alone; https://ekw.ms.gov.pl/
  form *[A-Z]{2}d[A-Z]/d{8}/d; found WA1M/00012345/6 ≠ WA1M/0001234/6; label księga wieczysta, numer księgi wieczystej, nr kw, kw
PL_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Poland
  form [A-Z]{2,3} [0-9A-Z]{4,5} | [A-Z]{2,3}[0-9]{4,5} | [A-Z]{2,3}d{3}[A-Z]{1,2}; check mixed; found WA 12345, KR 1234A ≠ WA 123
  label numer rejestracyjny, tablica rejestracyjna, nr rejestracyjny, numer rejestracyjny pojazdu, rejestracja
PL_NIP tax number (NIP); company, tax; https://pl.wikipedia.org/wiki/Numer_identyfikacji_podatkowej
  form *ddd-ddd-dd-dd | *ddd-dd-dd-ddd | d{10} | *PLd{10} | *PL d{10} | ddd ddd dd dd
  check drop PL, /^(?!000)/, weights 6,5,7,2,3,4,5,6,7 0123456789-; found 856-734-62-15 ≠ PL 8567346216, 0000002000
  label nip, numer nip, nr nip, numer identyfikacji podatkowej, nip ue, vat ue
PL_NRB bank account (NRB); bank; alone; https://pl.wikipedia.org/wiki/Numer_Rachunku_Bankowego
  form *dd dddd dddd dddd dddd dddd dddd | *d{26}; check isPolishAccount
  found 09 7793 8837 3519 0144 3488 2527 ≠ 09 7793 8837 3519 0144 3488 2528
  label nrb, numer rachunku, nr rachunku, numer konta, nr konta, rachunek bankowy, konto bankowe, numer rachunku bankowego
PL_PASSPORT passport; passport; prado POL
  form [A-Z]{2}d{7} | [A-Z]{2} d{7}; check values 7,3,9,1,7,3,1,7,3 mod 10; found IF 9312060 ≠ IF 9312061
  label paszport, numer paszportu, nr paszportu, seria i numer paszportu
PL_PESEL personal number (PESEL); health, national, social, tax; alone; https://www.gov.pl/web/gov/czym-jest-numer-pesel
  form d{11}; check isPesel; found 44051401359 ≠ 44051401459, 85040812345; label pesel, numer pesel, nr pesel
PL_PWZ number of a physician (PWZ); group health; https://nil.org.pl/
  form [1-9]d{6}; found 5425740 ≠ 0425740; label pwz, numer pwz, nr pwz, prawo wykonywania zawodu, numer prawa wykonywania zawodu
PL_REGON statistical number of a company (REGON); company; https://pl.wikipedia.org/wiki/REGON
  form d{9} | d{14} | ddd-ddd-ddd
  check weights 8,9,2,3,4,5,6,7 01234567890, /^.{9}$/ or weights 8,9,2,3,4,5,6,7 01234567890, weights 2,4,8,5,0,9,7,3,6,1,2,4,8 01234567890
  found 192598184 ≠ 192598183, 12345678612342; label regon, numer regon, nr regon, rejestr gospodarki narodowej
PL_RESIDENCE_CARD residence card; national; prado POL
  form [A-Z]{2}d{7} | [A-Z]{2} d{7}; found RP1234567 ≠ RP12345; label karta pobytu, numer karty pobytu, nr karty pobytu
= SK Slovakia
SK_BANK_ACCOUNT bank account; bank; https://sk.wikipedia.org/wiki/International_Bank_Account_Number
  form d{1,6}-d{2,10}/dddd | d{2,10}/dddd; check isCzechAccount; found 19-2000145399/0900 ≠ 19-2000145398/0900
  label číslo účtu, č účtu, bankový účet, číslo bankového účtu
SK_DIC tax number (DIČ); company, tax; tin Slovakia
  form [1-9]d{9} | d{10}; found 2022749619 ≠ 202274961; label dič, dic, daňové identifikačné číslo
SK_DPH VAT number (IČ DPH); company, tax; alone; vies
  form *SKd{10} | SK ddd ddd dd dd | *SK d{10} | d{10}; check drop SK, /^[1-9].[2-47-9]/, mod 11 = 0; checkAlone lettered
  found SK2022749619 ≠ SK 202 274 96 18; label ič dph, ic dph, icdph, ič pre daň, identifikačné číslo pre dph, slovak dph
SK_DRIVER_LICENSE driving licence; driver; prado SVK
  form [A-Z]{1,2}d{6,8} | [A-Z] d{8}; found S12345678 ≠ S123; label vodičský preukaz, číslo vodičského preukazu, vodičák
SK_ICO company number (IČO); company; https://sk.wikipedia.org/wiki/Identifika%C4%8Dn%C3%A9_%C4%8D%C3%ADslo_organiz%C3%A1cie
  form d{8} | dd ddd ddd | ddd ddd dd; check isIco; found 98 918 516 ≠ 98 918 517
  label ičo, ico, identifikačné číslo organizácie, identifikačné číslo, slovak company id
SK_ID_CARD identity card; national; prado SVK
  form [A-Z]{2}d{6} | [A-Z]{2} d{6}; found HC123456 ≠ H123456; label občiansky preukaz, číslo občianskeho preukazu, číslo op, občiansky
SK_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Slovakia
  form [A-Z]{2}-?d{3}[A-Z]{2} | [A-Z]{2} d{3}[A-Z]{2}; found BA-123AB ≠ BA-12AB; label ečv, evidenčné číslo, evidenčné číslo vozidla, špz
SK_PASSPORT passport; passport; prado SVK
  form [A-Z]{2}d{7} | [A-Z]{1,2}d{6,7}; found BD1234567 ≠ BD123; label cestovný pas, číslo pasu, číslo cestovného pasu
SK_RC birth number (rodné číslo); health, national, social; https://sk.wikipedia.org/wiki/Rodn%C3%A9_%C4%8D%C3%ADslo
  form dddddd/dddd | dddddd/ddd | d{9,10} | dddddd dddd; check isBirthNumber; found 710319/2745 ≠ 7103192746
  label rodné číslo, rodne cislo, rč, birth number, slovak birth number, rodného čísla
`,
  { isBirthNumber, isCzechAccount, isCzechVat, isIco, isPesel, isPolishAccount },
);
