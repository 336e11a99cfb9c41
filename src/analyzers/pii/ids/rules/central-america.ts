import { idCards } from "../cards.ts";
import { dateCheck, valueAt } from "../checks.ts";

// Municipalities of each department, 01 to 22. Registro Nacional de las Personas.
const GT_TOWNS = [17, 8, 16, 16, 13, 14, 19, 8, 24, 21, 9, 30, 32, 21, 8, 17, 14, 5, 11, 11, 7, 17];

const isGuatemalanTown = (digits: string): boolean => {
  const town = Number(digits.slice(11));
  return town >= 1 && town <= (GT_TOWNS[Number(digits.slice(9, 11)) - 1] ?? 0);
};

// Registro Nacional de Población: codes of the states, NE for people born abroad.
const MX_STATE = new Set(
  "AS BC BS CC CH CL CM CS DF DG GR GT HG JC MC MN MS NE NL NT OC PL QR QT SL SP SR TC TL TS VZ YN ZS".split(" "),
);

const hasCurpBirth = dateCheck("YYMMDD", 4);

/** The weighted sum of the values of signs; a letter from O on counts one more, since Ñ stands before it. */
function isCurp(compact: string): boolean {
  if (!hasCurpBirth(compact) || !MX_STATE.has(compact.slice(11, 13))) return false;
  let sum = 0;
  for (let at = 0; at < 17; at++) sum += (valueAt(compact, at) + (compact.charAt(at) >= "O" ? 1 : 0)) * (18 - at);
  return compact.endsWith(String((10 - (sum % 10)) % 10));
}

const isRfcDate = dateCheck("YYMMDD", 0);

/** The date only: systems of before and after 2014 count the last sign differently, and many people write it without. */
const isRfc = (compact: string): boolean => isRfcDate(compact.slice(compact.search(/\d/)));

/** Bank, place, account. */
function isClabe(digits: string): boolean {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7];
  const sum = weights.reduce((so, weight, at) => so + ((Number(digits.charAt(at)) * weight) % 10), 0);
  return !digits.startsWith("000") && digits.endsWith(String((10 - (sum % 10)) % 10));
}

export const CENTRAL_AMERICAN_IDS = idCards(
  `
= AI Anguilla
AI_TIN taxpayer; tax; tin
  form [1-3]d{9} | [1-3]dddd-ddddd; found 1234567890, 12345-67890 ≠ 123456788, 4234567890; label anguilla tin, anguillan tin, tin
= BB Barbados
BB_NRN national registration; national; tin
  form d{6}-dddd; found 850113-0013 ≠ 850113-001; label barbados id, barbados national registration number, nrn
= BZ Belize
BZ_TIN taxpayer; tax; tin
  form d{6} | d{6}-[16][036]; found 000005, 123456-10 ≠ 12345, 123456-99; label belize tin, belizean tin, tin
= CR Costa Rica
CR_CPF identity card; national, tax; tin
  form [1-9]-dddd-dddd | 0[1-9]-dddd-dddd; found 3-0455-0175, 701610395 ≠ 30-1234-1234, 0-1234-1234
  label cedula, cedula de identidad, cedula de persona fisica, cedula fisica, costa rican cedula, cedula costarricense
CR_CPJ register of companies; company, tax; tin
  form [2-5]-ddd-d{6} | *3-101-d{6}; found 3-101-999999, 4000042138 ≠ 9-101-999999
  label cedula de persona juridica, cedula juridica, costa rican cpj
CR_DIMEX card of residents; national; tin
  form 1d{10,11}; found 155812994816 ≠ 300123456789; label cedula de residencia, costa rican residence card, dimex
= CU Cuba
CU_NI identity card; national; wiki National_identification_number
  form d{11}; check date YYMMDD; found 91021027775 ≠ 91221027775
  label carne de identidad, carnet de identidad, cuban identity number, numero de identidad, numero de identidad permanente
= DO Dominican Republic
DO_CEDULA identity card; national; https://dgii.gov.do/
  form ddd-d{7}-d | *[04]dd-d{7}-d; check varied, luhn; found 00113918205, 001-1391820-5 ≠ 00113918204
  label cedula, cedula de identidad y electoral, cedula dominicana, dominican cedula
DO_NCF fiscal receipt; tax; https://dgii.gov.do/
  form Bd{10} | E[34]d{11} | [AP]d{18}; found B0100000005, E310000000005 ≠ C0100000005
  label comprobante fiscal, e ncf, ncf, numero de comprobante fiscal
DO_RNC taxpayer; tax, company; https://dgii.gov.do/
  form d-dd-ddddd-d | *[145]-dd-ddddd-d; check weights 7,9,8,6,5,4,3,2 21987654321; found 1-01-85004-3, 401505967 ≠ 101850042
  label dominican rnc, registro nacional del contribuyente, rnc
= GT Guatemala
GT_CUI personal identification; national; alone; tin
  form *d{4} d{5} d{4}; check isGuatemalanTown, weights 2,3,4,5,6,7,8,9 01234567890
  found 1587564440904, 1580 35224 0101 ≠ 1680352240101, 1587564442304
  label codigo unico de identificacion, cui, documento personal de identificacion, dpi, guatemalan cui, numero de dpi
GT_NIT taxpayer; tax; tin
  form d{3,10}-[0-9K]; check weightsFromRight 2,3,4,5,6,7,8,9,10,11,12 0K987654321; found 7108-0, 576937-K ≠ 8977112-0, 576937-1
  label guatemalan nit, nit, numero de identificacion tributaria
= HN Honduras
HN_DNI identity card; national; alone; weak; tin
  form dddd-dddd-ddddd | *[01]ddd-[12]ddd-ddddd; check range 0 01..18, range 4 1900..2040
  found 0801-1985-12345 ≠ 1901-1985-12345, 0801-2985-12345
  label dni, honduran dni, identidad hondurena, tarjeta de identidad, numero de identidad
HN_RTN taxpayer; tax; weak; tin
  form dddd-dddd-d{6} | *[01]ddd-[12]ddd-d{6}; check range 0 01..18, range 4 1900..2040
  found 0801-1985-123456, 08011985123456 ≠ 1901-1985-123456; label registro tributario nacional, rtn
= HT Haiti
HT_NIF taxpayer; tax; https://dgi.gouv.ht/
  form ddd-ddd-ddd-d; found 001-234-567-8 ≠ 001-234-567; label haitian nif, matricule fiscale, nif, numero d identification fiscale
= JM Jamaica
JM_TRN taxpayer registration; tax, driver; weak; https://www.jamaicatax.gov.jm/
  form ddd-ddd-ddd; check varied; found 123-456-789 ≠ 123-456-78; label jamaican trn, taxpayer registration number, trn
= MX Mexico
MX_CLABE standardised bank account (CLABE); bank; https://www.banxico.org.mx/
  form d{18} | ddd ddd d{11} d | ddd ddd dddddddddddd; check isClabe
  found 032180000118359719, 002010077777777771 ≠ 002010077777777779, 000000000000000000
  label clabe, clabe interbancaria, clave bancaria, clave bancaria estandarizada, cuenta clabe
MX_CURP population register (CURP); national; alone; https://www.gob.mx/curp/
  form *[A-Z]{4}d{6}[HMX][A-Z]{5}[0-9A-Z]d; check isCurp
  found COME721110MVZNRR03, BOXW310820HNERXN09 ≠ COME721110MVZNRR04, COME721310MVZNRR03, COME721110MXXNRR03
  label clave unica de registro de poblacion, curp, curp number
MX_INE voter's key; national; alone; https://www.ine.mx/
  form *[A-Z]{6}d{8}[HM]d{3} | IDMEXd{9,10} | *IDMEXd{10}; check /^IDMEX/ or date YYMMDD at 6, range 12 00..33
  found GMVLMR80070501M100, IDMEX1234567890 ≠ GMVLMR80130501M100, GMVLMR80070501X100
  label cic ine, clave de elector, credencial de elector, credencial para votar, ine, numero de ine, folio ine
MX_LICENSE_PLATE number plate; plate; wiki Vehicle_registration_plates_of_Mexico
  form [A-Z]{3}-ddd-[A-Z] | [A-Z]{3}-dd-dd | [A-Z]dd-[A-Z]{3} | [A-Z]{3}-dddd; found ABC-123-D, A12-BCD ≠ AB-123
  label matricula del vehiculo, numero de placa, placas, placa, placas del auto
MX_NSS social security (IMSS); social, health; https://www.imss.gob.mx/
  form d{11} | *dd-dd-dd-dddd-d | dd dd dd dddd d; check varied, luhn; found 12-93-45-6789-7, 12934567897 ≠ 12-93-45-6789-8
  label imss, nss, numero de seguridad social, numero de seguro social, numero imss, issste
MX_PASSPORT passport; passport; wiki Mexican_passport
  form [A-Z]d{8}; found G12345678 ≠ G1234567; label mexican passport, pasaporte mexicano
MX_RFC taxpayer (RFC); tax; alone; https://www.sat.gob.mx/
  form [A-Z]{3,4}-?d{6}-?[0-9A-Z]{3} | [A-Z]{3,4} d{6} [0-9A-Z]{3} | [A-Z]{4}-?d{6} | *[A-Z]{3,4}-d{6}-[0-9A-Z]{3} | *[A-Z]{3,4}d{6}[0-9A-Z]{2}[0-9A] | *[A-Z]{4} d{6} [0-9A-Z]{2}[0-9A]
  check isRfc; found VACE-460910-SX6, MAB-930714-8T4, MHTR93041179A, COMG-600703 ≠ VACE-461310-SX6, VA-460910-SX6
  label registro federal de contribuyentes, rfc, rfc con homoclave
= NI Nicaragua
NI_CEDULA identity card; national, tax; alone; tin
  form *ddd-d{6}-dddd[A-Z] | *d{13}[A-Z]; check date DDMMYY at 3; found 001-150580-0012K ≠ 001-151380-0012K, 001-150580-00125
  label cedula, cedula de identidad, cedula nicaraguense, nicaraguan cedula
= PA Panama
PA_CEDULA identity card; national; tin
  form [1-9]d?-d{1,4}-d{1,6} | PE-d{1,4}-d{1,6} | [EN]-d{1,4}-d{1,6} | [1-9]d?-?[AP][VI]-d{1,4}-d{1,6}; found 8-123-4567, PE-12-345 ≠ 8-1
  label cedula, cedula de identidad personal, cedula panamena, panamanian cedula
PA_RUC taxpayer; tax, company; tin
  form d{1,8}-d{1,4}-d{1,6} | d{1,8}-d{1,4}-d{1,6} DV ?dd; found 55596713-2-2015, 1234567-1-123456 DV 12 ≠ 1-1
  label panamanian ruc, registro unico de contribuyente, ruc
= SV El Salvador
SV_DUI identity card; national, tax; tin
  form d{8}-d; check varied, weights 9,8,7,6,5,4,3,2 0987654321; found 00016297-5 ≠ 00016297-4
  label documento unico de identidad, dui, numero de dui
# Numbers up to serial 100 are counted in the old way.
SV_NIT taxpayer; tax; tin
  form dddd-d{6}-ddd-d | SV dddd-d{6}-ddd-d | *[019]ddd-d{6}-ddd-d
  check drop SV, /^[019].{9}(?:0|100)/, weights 14,13,12,11,10,9,8,7,6,5,4,3,2 01234567890 or drop SV, /^[019].{9}(?!0|100)/, weights 2,7,6,5,4,3,2,7,6,5,4,3,2 00987654321
  found 0614-050707-104-8, 0614-060707-101-0, SV 0614-050707-104-8 ≠ 0614-050707-104-0, 2614-050707-104-8
  label nit, numero de identificacion tributaria, salvadoran nit
= TT Trinidad and Tobago
TT_BIR taxpayer, identity card; tax, national; tin
  form d{10} | d{11}; found 1001234567, 19800101012 ≠ 100123456; label bir file number, bir number, trinidad id, trinidad national id
`,
  { isClabe, isCurp, isGuatemalanTown, isRfc },
);
