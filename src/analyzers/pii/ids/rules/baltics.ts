import { idCards } from "../cards.ts";
import { digitAt, hasCheckOfRounds, isDate, weightedSum } from "../checks.ts";

/** Companies begin above 3; persons have `DDMMYY` and a century, or since 2017 the prefix 32 and no date. */
function isLatvian(text: string): boolean {
  const digits = text.replace(/^LV/, "");
  if (digits.startsWith("32")) return true;
  if (/^[4-9]/.test(digits)) return weightedSum(digits, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  if (!isDate(String(18 + digitAt(digits, 6)) + digits.slice(4, 6), digits.slice(2, 4), digits.slice(0, 2)))
    return false;
  return ((1 + weightedSum(digits, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === digitAt(digits, 10);
}

/** Two rounds modulo 11: weights 1, 2, 3 … 9, 1 …, and 3, 4, 5 … where the first gives 10. */
function isTwoRoundValid(digits: string): boolean {
  const [weights, others] = [0, 2].map((shift) =>
    Array.from({ length: digits.length - 1 }, (_, at) => ((at + shift) % 9) + 1),
  );
  return hasCheckOfRounds(digits, weights ?? [], { others: others ?? [], table: "01234567890" });
}

/** Personal codes of Estonia and Lithuania: century and sex, `YYMMDD`, serial, check digit. */
function isBalticCode(digits: string): boolean {
  const century = String(17 + Math.ceil(digitAt(digits, 0) / 2));
  return isDate(century + digits.slice(1, 3), digits.slice(3, 5), digits.slice(5, 7)) && isTwoRoundValid(digits);
}

export const BALTIC_IDS = idCards(
  `
= EE Estonia
EE_DRIVER_LICENSE driving licence; driver; prado EST
  form [A-Z]{2}d{6}; found ET123456 ≠ E12345; label juhiluba, juhiloa number, juhiload
EE_ID_CARD identity card; national; prado EST
  form [A-Z]{2}d{7} | [A-Z]d{7}; found AA1234567 ≠ AA12345; label id kaart, id kaardi number, isikutunnistus, dokumendi number, digi id
EE_IK personal code (isikukood); health, national, social, tax; alone; https://et.wikipedia.org/wiki/Isikukood
  form d{11}; check /^[1-8]/, isBalticCode; found 36805280109 ≠ 36805280108
  label isikukood, isikukoodi, ik, personal code, personal identification code, isiku kood, id code, личный код
EE_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Estonia
  form d{3} ?[A-Z]{3} | d{2} ?[A-Z]{3}; found 123 ABC ≠ 1234 ABC
  label registreerimismärk, autonumber, numbrimärk, registreerimisnumber, auto number
EE_PASSPORT passport; passport; prado EST
  form [A-Z]{1,2}d{7}; found KE1234567, K1234567 ≠ K12345; label passi number, passinumber
EE_REGISTRIKOOD company number (registrikood); company; https://ariregister.rik.ee/eng
  form d{8}; check /^[1789]/, isTwoRoundValid; found 12345678 ≠ 12345679
  label registrikood, registrikoodi, reg kood, registry code, äriregistri kood, rg kood, регистрационный код, estonian registry code
EE_VAT VAT number (KMKR); company, tax; alone; vies
  form *EEd{9} | *EE d{9} | EE ddd ddd ddd | d{9}; check drop EE, sum 3,7,1,3,7,1,3,7,1 mod 10; checkAlone lettered
  found EE100594102 ≠ EE100594103; label kmkr, km kr, kmkr number, kmkr nr, käibemaksukohustuslase number, käibemaksunumber, km number
= LT Lithuania
LT_ASMENS personal code (asmens kodas); health, national, social, tax; alone; https://lt.wikipedia.org/wiki/Asmens_kodas
  form d{11}; check /^9/, isTwoRoundValid or /^[1-6]/, isBalticCode; found 33309240064 ≠ 33309240164
  label asmens kodas, asmens kodo, asmens kodą, personal code, ak, личный код
LT_COMPANY company code (įmonės kodas); company; https://www.registrucentras.lt/
  form d{9}; check isTwoRoundValid; found 087503087 ≠ 087503088
  label įmonės kodas, imones kodas, juridinio asmens kodas, company code, įm kodas
LT_DRIVER_LICENSE driving licence; driver; prado LTU
  form d{8}; found 12345678 ≠ 123456; label vairuotojo pažymėjimas, vairuotojo pažymėjimo numeris
LT_ID_CARD identity card; national; prado LTU
  form d{8}; found 12345678 ≠ 123456; label asmens tapatybės kortelė, tapatybės kortelės numeris, atk
LT_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Lithuania
  form [A-Z]{3} ?d{3} | [A-Z]{2} ?d{4}; found ABC 123 ≠ ABC 1234; label valstybinis numeris, automobilio numeris, valst nr, valstybinis nr
LT_PASSPORT passport; passport; prado LTU
  form d{8} | [A-Z]{2}d{6}; found 12345678 ≠ 123456; label paso numeris, paso nr
LT_VAT VAT number (PVM); company, tax; alone; vies
  form *LTd{9} | *LTd{12} | LT d{9} | *LT d{12} | d{9} | d{12}; check drop LT, /1.$/, isTwoRoundValid; checkAlone lettered
  found LT119511515, LT 100001919017 ≠ 100001919018; label pvm, pvm kodas, pvm mokėtojo kodas, pvm moketojo kodas, pvm nr
= LV Latvia
LV_DRIVER_LICENSE driving licence; driver; prado LVA
  form [A-Z]{2}d{6}; found AF123456 ≠ A12345; label vadītāja apliecība, vadītāja apliecības numurs, autovadītāja apliecība
LV_ID_CARD identity card; national; prado LVA
  form PAd{7} | [A-Z]{2}d{7}; found PA1234567 ≠ P1234; label personas apliecība, personas apliecības numurs, eid karte, id karte
LV_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Latvia
  form [A-Z]{2}-d{1,4} | [A-Z]{2} ?d{1,4}; found AB-1234 ≠ AB-12345; label valsts numurs, reģistrācijas numurs, auto numurs, numurzīme
LV_PASSPORT passport; passport; prado LVA
  form [A-Z]{2}d{7} | LVd{7}; found LV1234567 ≠ L123456; label pase, pases numurs, pases nr
LV_PVN personal code and VAT number; company, health, national, social, tax; tin Latvia
  form *dddddd-ddddd | *LVd{11} | LV dddd dddd ddd | d{11} | LV d{11}; check isLatvian
  found 161175-19997, LV 4000 3521 600 ≠ 161375-19997, 40003521601
  label pvn, pvn nr, pvn numurs, pvn reģistrācijas numurs, personas kods, personas koda, personas kodu, personal code, reģistrācijas numurs, reg nr, vienotais reģistrācijas numurs, nodokļu maksātāja kods, персональный код
`,
  { isBalticCode, isLatvian, isTwoRoundValid },
);
