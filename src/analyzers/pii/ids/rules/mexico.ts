import { idCards } from "../cards.ts";
import { isDateAt, isLuhnNumber, valueAt } from "../checks.ts";

/** Numbers of Mexico, Central America and the Caribbean. */

/** In Mexico a letter from O on counts one more: Ñ stands before it. */
const mexicanValue = (compact: string, at: number): number =>
  valueAt(compact, at) + (compact.charAt(at) >= "O" ? 1 : 0);

// Registro Nacional de Población: codes of the states, NE for people born abroad.
const MX_STATE = new Set(
  "AS BC BS CC CH CL CM CS DF DG GR GT HG JC MC MN MS NE NL NT OC PL QR QT SL SP SR TC TL TS VZ YN ZS".split(" "),
);

function isCurp(compact: string): boolean {
  if (!isDateAt(compact, 4) || !MX_STATE.has(compact.slice(11, 13))) return false;
  let sum = 0;
  for (let at = 0; at < 17; at++) sum += mexicanValue(compact, at) * (18 - at);
  return compact.endsWith(String((10 - (sum % 10)) % 10));
}

/** The date only: systems of before and after 2014 count the last sign differently, and many people write it without. */
const isRfc = (compact: string): boolean => isDateAt(compact, compact.search(/\d/));

/** Bank, place, account. */
function isClabe(digits: string): boolean {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7];
  const sum = weights.reduce((so, weight, at) => so + ((Number(digits.charAt(at)) * weight) % 10), 0);
  return !digits.startsWith("000") && digits.endsWith(String((10 - (sum % 10)) % 10));
}

const isMexicanVoter = (compact: string): boolean => isDateAt(compact, 6) && Number(compact.slice(12, 14)) <= 33;

/** Mexico. Sorted by id. */
export const MEXICO_IDS = idCards(
  { country: "MX", name: "Mexico" },
  `
MX_CLABE standardised bank account (CLABE)
  form d{18} | ddd ddd d{11} d | ddd ddd dddddddddddd
  label clabe, clabe interbancaria, clave bancaria, clave bancaria estandarizada, cuenta clabe
  found 032180000118359719, 002010077777777771 ≠ 002010077777777779, 000000000000000000
  bank; check isClabe; https://www.banxico.org.mx/
MX_CURP population register (CURP)
  form [A-Z]{4}d{6}[HMX][A-Z]{5}[0-9A-Z]d
  strong [A-Z]{4}d{6}[HMX][A-Z]{5}[0-9A-Z]d
  label clave unica de registro de poblacion, curp, curp number
  found COME721110MVZNRR03, BOXW310820HNERXN09 ≠ COME721110MVZNRR04, COME721310MVZNRR03, COME721110MXXNRR03
  national; check isCurp; alone; https://www.gob.mx/curp/
MX_INE voter's key
  form [A-Z]{6}d{8}[HM]d{3} | IDMEXd{9,10}
  strong [A-Z]{6}d{8}[HM]d{3} | IDMEXd{10}
  label cic ine, clave de elector, credencial de elector, credencial para votar, ine, numero de ine, folio ine
  found GMVLMR80070501M100, IDMEX1234567890 ≠ GMVLMR80130501M100, GMVLMR80070501X100
  national; check isMxIne; alone; https://www.ine.mx/
MX_LICENSE_PLATE number plate
  form [A-Z]{3}-ddd-[A-Z] | [A-Z]{3}-dd-dd | [A-Z]dd-[A-Z]{3} | [A-Z]{3}-dddd
  label matricula del vehiculo, numero de placa, placas, placa, placas del auto
  found ABC-123-D, A12-BCD ≠ AB-123
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Mexico
MX_NSS social security (IMSS)
  form d{11} | dd-dd-dd-dddd-d | dd dd dd dddd d
  strong dd-dd-dd-dddd-d
  label imss, nss, numero de seguridad social, numero de seguro social, numero imss, issste
  found 12-93-45-6789-7, 12934567897 ≠ 12-93-45-6789-8
  social, health; check isLuhnNumber; https://www.imss.gob.mx/
MX_PASSPORT passport
  form [A-Z]d{8}
  label mexican passport, pasaporte mexicano
  found G12345678 ≠ G1234567
  passport; https://en.wikipedia.org/wiki/Mexican_passport
MX_RFC taxpayer (RFC)
  form [A-Z]{3,4}-?d{6}-?[0-9A-Z]{3} | [A-Z]{3,4} d{6} [0-9A-Z]{3} | [A-Z]{4}-?d{6}
  strong [A-Z]{3,4}-d{6}-[0-9A-Z]{3} | [A-Z]{3,4}d{6}[0-9A-Z]{2}[0-9A] | [A-Z]{4} d{6} [0-9A-Z]{2}[0-9A]
  label registro federal de contribuyentes, rfc, rfc con homoclave
  found VACE-460910-SX6, MAB-930714-8T4, MHTR93041179A, COMG-600703 ≠ VACE-461310-SX6, VA-460910-SX6
  tax; check isRfc; alone; https://www.sat.gob.mx/
`,
  {
    isClabe,
    isCurp,
    isMxIne: (compact) => compact.startsWith("IDMEX") || isMexicanVoter(compact),
    isLuhnNumber,
    isRfc,
  },
);
