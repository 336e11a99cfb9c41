import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { digitAt, remainder, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Check digits of Spain, Portugal, Italy, San Marino and Malta. */

const SPANISH_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

/** The letter is the number modulo 23; minors and residents abroad have `K`, `L` or `M` in front. */
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

/** Citizens, foreigners and companies alike, the country perhaps in front. */
function isSpanishTaxpayer(text: string): boolean {
  const body = text.replace(/^ES/, "");
  if (/^[XYZ]/.test(body)) return isSpanishForeigner(body);
  return /^[A-HJNP-W]/.test(body) ? isSpanishCompany(body) : isSpanishPerson(body);
}

/** A foreigner's number without a label is known by its own name. */
const isNotForeigner = (text: string): boolean => !/^[XYZ]/.test(text);

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

/** Persons (`E`, `F`) and companies count in ranges of their own. */
function isAndorranTaxpayer(text: string): boolean {
  const digits = Number(text.slice(1, 7));
  if (text.startsWith("F")) return digits <= 699_999;
  return !/^[AL]/.test(text) || (digits > 699_999 && digits < 800_000);
}

export const IBERIAN_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "AD", name: "Andorra" },
    `
AD_LICENSE_PLATE licence plate
  form [A-Z]dddd
  label matrícula andorrana, matrícula
  found A1234 ≠ A12345
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Andorra
AD_NRT tax number (NRT)
  form [ACDEFGLOPU]-d{6}-l | [ACDEFGLOPU]d{6}l | [ACDEFGLOPU] d{6} l
  strong [ACDEFGLOPU]-d{6}-l
  label nrt, número de registre tributari, registre tributari, nia, número d identificació administrativa
  found U-132950-X ≠ I 706193 G
  tax; check isAndorranTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Andorra-TIN.pdf
AD_PASSPORT passport
  form [A-Z]?d{6,8}
  label passaport, número de passaport
  found A123456 ≠ A1234
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/AND/index.html
`,
    { isAndorranTaxpayer },
  ),
  ...idCards(
    { country: "ES", name: "Spain" },
    `
ES_CCC bank account before the international one (CCC)
  form dddd dddd dd dddddddddd | d{20} | dddd-dddd-dd-dddddddddd
  strong dddd dddd dd dddddddddd | dddd-dddd-dd-dddddddddd
  label ccc, código cuenta cliente, cuenta bancaria, número de cuenta, n cuenta, cuenta corriente
  found 1234-1234-16 1234567890 ≠ 1234-1234-17 1234567890
  bank; check isSpanishAccount; alone; https://es.wikipedia.org/wiki/C%C3%B3digo_cuenta_cliente
ES_CIF company number (CIF)
  form [ABCDEFGHJNPQRSUVW]d{7}x | [ABCDEFGHJNPQRSUVW]-d{7}-?x | [ABCDEFGHJNPQRSUVW]-d{8} | ES[ABCDEFGHJNPQRSUVW]d{7}[0-9A-J] | [ABCDEFGHJNPQRSUVW]d{7}[0-9A-J]
  label cif, código de identificación fiscal, nif de empresa, nif empresa, vat español
  found J99216582, N0112768G ≠ J99216583
  company, tax; check isSpanishCompany; https://es.wikipedia.org/wiki/C%C3%B3digo_de_identificaci%C3%B3n_fiscal
ES_CUPS supply point of power or gas (CUPS)
  form ESd{16}[A-Z]{2} | ESd{16}[A-Z]{2}d[A-Z] | ES dddd dddd dddd dddd [A-Z]{2}
  strong ESd{16}[A-Z]{2} | ESd{16}[A-Z]{2}d[A-Z]
  label cups, código cups, código universal de punto de suministro, punto de suministro
  found ES1234123456789012JY ≠ ES1234123456789013JY
  check isSupplyPoint; alone; https://es.wikipedia.org/wiki/C%C3%B3digo_Unificado_de_Punto_de_Suministro
ES_DRIVER_LICENSE driving licence
  form d{8}-?l | [XYZ]d{7}l
  label permiso de conducir, carnet de conducir, permiso de conducción, licencia de conducción, número de permiso de conducir
  found 12345678Z ≠ 12345678A
  driver; check isSpanishTaxpayer; https://www.consilium.europa.eu/prado/en/prado-documents/ESP/index.html
ES_LICENSE_PLATE licence plate
  form dddd [BCDFGHJKLMNPRSTVWXYZ]{3} | dddd-?[BCDFGHJKLMNPRSTVWXYZ]{3} | [A-Z]{1,2}-dddd-[A-Z]{1,2}
  label matrícula, número de matrícula, placa, matrícula del vehículo
  found 1234 BCD ≠ 1234 ABC
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Spain
ES_NIE number of a foreigner (NIE)
  form [XYZ]d{7}l | [XYZ]-d{7}-l | [XYZ]d{7}-l
  strong [XYZ]d{7}l | [XYZ]-d{7}-l | [XYZ]d{7}-l
  label nie, número de identidad de extranjero, número de identificación de extranjero, tie, tarjeta de identidad de extranjero, nie number
  found Z8078221M ≠ Y8063915Q
  national, tax; check isSpanishForeigner; alone; https://es.wikipedia.org/wiki/N%C3%BAmero_de_identidad_de_extranjero
ES_NIF number of a citizen (NIF, DNI)
  form d{8}l | d{8}-l | d{7}-?l | dd.ddd.ddd-l | d{8} l | d.ddd.ddd-l | [KLM]-?d{7}-?l | [KLM]d{7}l | [XYZ]-?d{7}-?l | ES d{8}l | ES [A-HJNP-SUVWXYZ]-?d{7}-?x | [A-HJNP-SUVW]-?d{7}-?x
  strong d{8}l | d{8}-l | dd.ddd.ddd-l | [KLM]d{7}l
  label nif, dni, n i f, d n i, documento nacional de identidad, número de identificación fiscal, dni nif, nif dni, dni nie, número de dni, spanish dni, carnet de identidad
  found 12345678Z, M-1234567-L ≠ 12345678A, 54362315Z
  driver, national, tax; check isSpanishTaxpayer; checkAlone isNotForeigner; alone; https://es.wikipedia.org/wiki/N%C3%BAmero_de_identificaci%C3%B3n_fiscal
ES_NSS social security number
  form dd/dddddddd/dd | dd dddddddd dd | d{11,12} | dd-dddddddd-dd | dd/ddddddd/dd
  strong dd/dddddddd/dd
  label nss, número de seguridad social, número de la seguridad social, n seguridad social, seguridad social, naf, número de afiliación, nuss, afiliación a la seguridad social
  found 281234567840 ≠ 77 12345678 40
  social; check isSpanishInsured; https://es.wikipedia.org/wiki/N%C3%BAmero_de_la_Seguridad_Social
ES_PASSPORT passport
  form lll ?d{6} | lld{6} | llld{6}l?
  label pasaporte, número de pasaporte, n pasaporte, pasaporte español, no pasaporte
  found AAA123456 ≠ AAAA12345, AAA12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/ESP/index.html
ES_REFERENCIA_CATASTRAL cadastral reference
  form d{7}[A-Z]{2}d{4}[A-Z]d{4}[A-Z]{2} | d{7} [A-Z]{2}d{4}[A-Z] d{4} [A-Z]{2} | [0-9A-Z]{14}d{4}[A-Z]{2}
  strong d{7}[A-Z]{2}d{4}[A-Z]d{4}[A-Z]{2}
  label referencia catastral, ref catastral, catastro
  found 7837301VG8173B0001TT ≠ 7837301VG8173B0001T
  https://www.catastro.meh.es/
ES_TSI health card (CIP)
  form [A-Z]{4}d{10} | [A-Z]{4} d d{6} ddd | BBBBBBBB[A-Z]{2}d{6} | [A-Z]{4}d{12}
  strong BBBBBBBB[A-Z]{2}d{6}
  label tsi, cip, código de identificación personal, tarjeta sanitaria, tarjeta sanitaria individual, número de tarjeta sanitaria, codi cip, catsalut
  found ABCD1234567890 ≠ ABC1234567
  health; https://es.wikipedia.org/wiki/Tarjeta_sanitaria_individual
`,
    {
      isSpanishAccount,
      isSpanishCompany,
      isSupplyPoint,
      isSpanishTaxpayer,
      isSpanishForeigner,
      isNotForeigner,
      isSpanishInsured,
    },
  ),
];
