import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { digitAt, remainder, valueAt, weightedSum } from "../checks.ts";

const SPANISH_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

/** The letter is the number modulo 23; minors and residents abroad have `K`, `L` or `M` first. */
const isSpanishPerson = (text: string): boolean =>
  SPANISH_LETTERS.charAt(Number(text.slice(/^[KLM]/.test(text) ? 1 : 0, -1)) % 23) === text.slice(-1);

/** Foreigners: `X`, `Y`, `Z` count as 0, 1, 2. */
const isSpanishForeigner = (text: string): boolean =>
  isSpanishPerson(String("XYZ".indexOf(text.charAt(0))) + text.slice(1));

/** As on a card; the check is a digit, or a letter that stands for it. */
function isSpanishCompany(text: string): boolean {
  const last = text.charAt(8);
  const digit = /\d/.test(last) ? Number(last) : "JABCDEFGHI".indexOf(last);
  return digit !== -1 && isLuhnValid(text.slice(1, 8) + String(digit));
}

/** Citizens, foreigners and companies alike, perhaps with the country before them. */
function isSpanishTaxpayer(text: string): boolean {
  const body = text.replace(/^ES/, "");
  if (/^[XYZ]/.test(body)) return isSpanishForeigner(body);
  return /^[A-HJNP-W]/.test(body) ? isSpanishCompany(body) : isSpanishPerson(body);
}

/** Province, serial, and both modulo 97; a serial below ten million has one digit less. */
function isSpanishInsured(digits: string): boolean {
  const province = Number(digits.slice(0, 2));
  if (province < 1 || (province > 53 && province !== 66)) return false;
  const serial = digits.slice(2, -2);
  const short = serial.length === 8 && serial.startsWith("0") ? serial.slice(1) : serial;
  return remainder(digits.slice(0, 2) + short, 97) === Number(digits.slice(-2));
}

const ACCOUNT_WEIGHTS = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];

/** Bank account: one check digit for bank and branch, one for the account. */
function isSpanishAccount(digits: string): boolean {
  // 11 is written 0 and 10 is written 1.
  const checkOf = (ten: string): number => {
    const check = 11 - (weightedSum(ten, ACCOUNT_WEIGHTS) % 11);
    return check < 10 ? check : 11 - check;
  };
  return [`00${digits.slice(0, 8)}`, digits.slice(10)].every((ten, at) => checkOf(ten) === digitAt(digits, 8 + at));
}

/** Supply point of power or gas: two letters from sixteen digits modulo 529. */
function isSupplyPoint(text: string): boolean {
  const rest = remainder(text.slice(2, 18), 529);
  return text.slice(18, 20) === SPANISH_LETTERS.charAt(Math.floor(rest / 23)) + SPANISH_LETTERS.charAt(rest % 23);
}

/** Citizen card: as on a card, letters from A = 10 on. */
function isCitizenCard(text: string): boolean {
  let sum = 0;
  for (let at = 0; at < 12; at++) {
    const doubled = valueAt(text, at) * 2;
    sum += at % 2 === 1 ? doubled / 2 : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export const IBERIAN_IDS = idCards(
  `
= AD Andorra
AD_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Andorra
  form [A-Z]dddd; found A1234 ≠ A12345; label matrícula andorrana, matrícula
AD_NRT tax number (NRT); tax; tin Andorra
  form *[ACDEFGLOPU]-d{6}-l | [ACDEFGLOPU]d{6}l | [ACDEFGLOPU] d{6} l
  check /^F/, range 1 000000..699999 or /^[AL]/, range 1 700000..799999 or /^[^AFL]/; found U-132950-X ≠ I 706193 G
  label nrt, número de registre tributari, registre tributari, nia, número d identificació administrativa
AD_PASSPORT passport; passport; prado AND
  form [A-Z]?d{6,8}; found A123456 ≠ A1234; label passaport, número de passaport
= ES Spain
ES_CCC bank account before the international one (CCC); bank; alone; https://es.wikipedia.org/wiki/C%C3%B3digo_cuenta_cliente
  form *dddd dddd dd dddddddddd | d{20} | *dddd-dddd-dd-dddddddddd; check isSpanishAccount
  found 1234-1234-16 1234567890 ≠ 1234-1234-17 1234567890
  label ccc, código cuenta cliente, cuenta bancaria, número de cuenta, n cuenta, cuenta corriente
ES_CIF company number (CIF); company, tax; https://es.wikipedia.org/wiki/C%C3%B3digo_de_identificaci%C3%B3n_fiscal
  form [ABCDEFGHJNPQRSUVW]d{7}x | [ABCDEFGHJNPQRSUVW]-d{7}-?x | [ABCDEFGHJNPQRSUVW]-d{8} | ES[ABCDEFGHJNPQRSUVW]d{7}[0-9A-J] | [ABCDEFGHJNPQRSUVW]d{7}[0-9A-J]
  check isSpanishCompany; found J99216582, N0112768G ≠ J99216583
  label cif, código de identificación fiscal, nif de empresa, nif empresa, vat español
ES_CUPS supply point of power or gas (CUPS); alone; https://es.wikipedia.org/wiki/C%C3%B3digo_Unificado_de_Punto_de_Suministro
  form *ESd{16}[A-Z]{2} | *ESd{16}[A-Z]{2}d[A-Z] | ES dddd dddd dddd dddd [A-Z]{2}; check isSupplyPoint
  found ES1234123456789012JY ≠ ES1234123456789013JY; label cups, código cups, código universal de punto de suministro, punto de suministro
ES_DRIVER_LICENSE driving licence; driver; prado ESP
  form d{8}-?l | [XYZ]d{7}l; check isSpanishTaxpayer; found 12345678Z ≠ 12345678A
  label permiso de conducir, carnet de conducir, permiso de conducción, licencia de conducción, número de permiso de conducir
ES_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Spain
  form dddd [BCDFGHJKLMNPRSTVWXYZ]{3} | dddd-?[BCDFGHJKLMNPRSTVWXYZ]{3} | [A-Z]{1,2}-dddd-[A-Z]{1,2}; found 1234 BCD ≠ 1234 ABC
  label matrícula, número de matrícula, placa, matrícula del vehículo
ES_NIE number of a foreigner (NIE); national, tax; alone; https://es.wikipedia.org/wiki/N%C3%BAmero_de_identidad_de_extranjero
  form *[XYZ]d{7}l | *[XYZ]-d{7}-l | *[XYZ]d{7}-l; check isSpanishForeigner; found Z8078221M ≠ Y8063915Q
  label nie, número de identidad de extranjero, número de identificación de extranjero, tie, tarjeta de identidad de extranjero, nie number
ES_NIF number of a citizen (NIF, DNI); driver, national, tax; alone; https://es.wikipedia.org/wiki/N%C3%BAmero_de_identificaci%C3%B3n_fiscal
  form *d{8}l | *d{8}-l | d{7}-?l | *dd.ddd.ddd-l | d{8} l | d.ddd.ddd-l | [KLM]-?d{7}-?l | *[KLM]d{7}l | [XYZ]-?d{7}-?l | ES d{8}l | ES [A-HJNP-SUVWXYZ]-?d{7}-?x | [A-HJNP-SUVW]-?d{7}-?x
  check isSpanishTaxpayer; checkAlone /^[^XYZ]/; found 12345678Z, M-1234567-L ≠ 12345678A, 54362315Z
  label nif, dni, n i f, d n i, documento nacional de identidad, número de identificación fiscal, dni nif, nif dni, dni nie, número de dni, spanish dni, carnet de identidad
ES_NSS social security number; social; https://es.wikipedia.org/wiki/N%C3%BAmero_de_la_Seguridad_Social
  form *dd/dddddddd/dd | dd dddddddd dd | d{11,12} | dd-dddddddd-dd | dd/ddddddd/dd; check isSpanishInsured
  found 281234567840 ≠ 77 12345678 40
  label nss, número de seguridad social, número de la seguridad social, n seguridad social, seguridad social, naf, número de afiliación, nuss, afiliación a la seguridad social
ES_PASSPORT passport; passport; prado ESP
  form lll ?d{6} | lld{6} | llld{6}l?; found AAA123456 ≠ AAAA12345, AAA12345
  label pasaporte, número de pasaporte, n pasaporte, pasaporte español, no pasaporte
ES_REFERENCIA_CATASTRAL cadastral reference; group places; https://www.catastro.meh.es/
  form *d{7}[A-Z]{2}d{4}[A-Z]d{4}[A-Z]{2} | d{7} [A-Z]{2}d{4}[A-Z] d{4} [A-Z]{2} | [0-9A-Z]{14}d{4}[A-Z]{2}
  found 7837301VG8173B0001TT ≠ 7837301VG8173B0001T; label referencia catastral, ref catastral, catastro
ES_TSI health card (CIP); health; https://es.wikipedia.org/wiki/Tarjeta_sanitaria_individual
  form [A-Z]{4}d{10} | [A-Z]{4} d d{6} ddd | *BBBBBBBB[A-Z]{2}d{6} | [A-Z]{4}d{12}; found ABCD1234567890 ≠ ABC1234567
  label tsi, cip, código de identificación personal, tarjeta sanitaria, tarjeta sanitaria individual, número de tarjeta sanitaria, codi cip, catsalut
= PT Portugal
PT_BI identity card before the citizen card (BI); national; https://pt.wikipedia.org/wiki/Bilhete_de_identidade
  form d{7,8} | d{8}-?d; found 12345678 ≠ 123456
  label bilhete de identidade, n bi, número de bilhete de identidade, número de identificação civil
PT_CC citizen card; national; alone; https://pt.wikipedia.org/wiki/Cart%C3%A3o_de_cidad%C3%A3o
  form d{8} d xx d | d{9}xxd | d{8}-d-xxd | d{8} d xxd | *d{8} d ll d | *d{9}lld; check isCitizenCard; checkAlone mixed
  found 00000000 0 ZZ4, 101490801ZY0 ≠ 10000000 0 ZZ4
  label cartão de cidadão, cartao cidadao, cc, número de cartão de cidadão, citizen card, n cc, n documento, número de documento
PT_DRIVER_LICENSE driving licence; driver; prado PRT
  form [A-Z]{1,2}-?d{5,8} ?d? | [A-Z]{1,2}-d{6,7} d; found L-1234567 8, PO-123456 7 ≠ 1234567
  label carta de condução, número da carta de condução, n carta de condução
PT_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Portugal
  form *[A-Z]{2}-dd-[A-Z]{2} | dd-[A-Z]{2}-dd | dd-dd-[A-Z]{2} | [A-Z]{2}-dd-dd; found AB-12-CD ≠ AB-12-C
  label matrícula, número de matrícula, matrícula do veículo
PT_NIB bank account (NIB); bank; alone; https://pt.wikipedia.org/wiki/N%C3%BAmero_de_Identifica%C3%A7%C3%A3o_Banc%C3%A1ria
  form *dddd dddd ddddddddddd dd | d{21} | *dddd.dddd.ddddddddddd.dd; check mod 97 = 1, /^(?!.*(?:0[01]|99)$)/
  found 232285603264932743131 ≠ 232285603264932743132; label nib, número de identificação bancária, conta bancária
PT_NIF taxpayer number (NIF, NIPC); company, tax; alone; https://pt.wikipedia.org/wiki/N%C3%BAmero_de_identifica%C3%A7%C3%A3o_fiscal
  form *PT[1-35-9]d{8} | PT ddd ddd ddd | [1-35-9]d{8} | [1-35-9]dd ddd ddd; check drop PT, weights 9,8,7,6,5,4,3,2 00987654321
  checkAlone lettered; found PT501964843 ≠ PT501964842
  label nif, nipc, número de contribuinte, contribuinte, n contribuinte, número de identificação fiscal, número fiscal, nif pt
PT_NISS social security number (NISS); social; https://www.seg-social.pt/numero-de-identificacao-de-seguranca-social
  form [12]d{10} | [12]dd dddd dddd | [12]dd ddd ddd dd; check weights 29,23,19,17,13,11,7,5,3,2 9876543210; found 12579441048 ≠ 12579441049
  label niss, número de identificação de segurança social, número de segurança social, segurança social, n segurança social
PT_PASSPORT passport; passport; prado PRT
  form [A-Z]{1,2}d{6} | [A-Z]d{7}; found CB123456, L123456 ≠ CB12345
  label passaporte, número de passaporte, número do passaporte, n passaporte
PT_RESIDENCE_PERMIT residence permit; national; prado PRT
  form [A-Z0-9]{9} | d{9}; found A12B34567, 123456789 ≠ 12345678
  label título de residência, autorização de residência, n título de residência
PT_SNS health service user number (SNS); health; https://www.sns24.gov.pt/
  form d{9} | ddd ddd ddd; found 123456789 ≠ 12345678
  label número de utente, n utente, utente, número sns, número nacional de utente, número de utente de saúde
`,
  {
    isCitizenCard,
    isSpanishAccount,
    isSpanishCompany,
    isSpanishForeigner,
    isSpanishInsured,
    isSpanishTaxpayer,
    isSupplyPoint,
  },
);
