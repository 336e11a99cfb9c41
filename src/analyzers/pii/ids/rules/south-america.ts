import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { digitAt, weightedSum } from "../checks.ts";

/** Province 01 to 24, 30 and 50 for people abroad. */
const isProvince = (digits: string): boolean => /^(?:0[1-9]|1\d|2[0-4]|[35]0)/.test(digits);

const isEcuadorianPerson = (digits: string): boolean =>
  isProvince(digits) && digitAt(digits, 2) <= 6 && isLuhnValid(digits);

/** A person's card and a branch; public bodies have 6, other companies 9 as third digit. */
function isEcuadorianTaxpayer(digits: string): boolean {
  if (!isProvince(digits) || digits.endsWith("000")) return false;
  if (digitAt(digits, 2) < 6) return isEcuadorianPerson(digits.slice(0, 10));
  if (digitAt(digits, 2) === 9) return weightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
  const isPublic = digitAt(digits, 2) === 6 && weightedSum(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
  return isPublic || (digitAt(digits, 2) === 6 && isEcuadorianPerson(digits.slice(0, 10)));
}

const RIF_KINDS = "VEJPG";

function isRif(compact: string): boolean {
  const kind = RIF_KINDS.indexOf(compact.charAt(0)) + 1;
  const sum = kind * 4 + weightedSum(compact.slice(1, 9), [3, 2, 7, 6, 5, 4, 3, 2]);
  return compact.endsWith("00987654321".charAt(sum % 11));
}

export const SOUTH_AMERICAN_IDS = idCards(
  `
= AR Argentina
AR_CBU standardised bank account (CBU); bank; https://www.bcra.gob.ar/
  form d{22} | d{8} d{14} | d{8}-d{14} | *[0-4]dd[0-9]{19}
  check weights 7,1,3,9,7,1,3 0987654321, last 14, weights 3,9,7,1,3,9,7,1,3,9,7,1,3 0987654321
  found 2850590940090418135201, 0720429088000002339140 ≠ 2810590940090418135201, 0720429088000002339141
  label cbu, clave bancaria uniforme, cvu
AR_CUIT taxpayer, worker (CUIT, CUIL); tax, social; alone; https://www.afip.gob.ar/
  form dd-d{8}-d | dd d{8} d | dd.d{8}.d | *[235]d-d{8}-d; check /^(?:2[0347]|3[034]|5[015])/, weights 5,4,3,2,7,6,5,4,3,2 09987654321
  found 20-05536168-2, 20267565393 ≠ 20-05536168-3, 40-05536168-2
  label argentinian cuit, clave unica de identificacion tributaria, cuil, cuit, cuit cuil, numero de cuit
AR_DNI identity card; national; weak; https://www.argentina.gob.ar/dni
  form d{1,2}.ddd.ddd | [MF]d{7}; check varied; found 20.123.456, 5123456 ≠ 123.456, 11.111.111
  label argentine dni, dni, documento nacional de identidad, libreta civica, libreta de enrolamiento
AR_LICENSE_PLATE number plate; plate; wiki Vehicle_registration_plates_of_Argentina
  form [A-Z]{2}ddd[A-Z]{2} | [A-Z]{2} ddd [A-Z]{2} | [A-Z]{3} ddd; found AB123CD, ABC 123 ≠ AB12CD; label chapa patente, dominio, patente
AR_PASSPORT passport; passport; wiki Argentine_passport
  form [A-Z]{3}d{6}; found AAB123456 ≠ AAB12345; label argentine passport, pasaporte argentino
= BO Bolivia
BO_CI identity card; national; tin
  form d{5,8} | d{5,8}-?[BCLOPST][ABCDEHJPRTZ] | d{5,8}-[0-9A-Z]{2}-?[BCLOPST][ABCDEHJPRTZ] | d{5,8} [BCLOPST][ABCDEHJPRTZ]
  found 1234567 LP, 4567890 ≠ 1234; label bolivian ci, carnet de identidad, cedula de identidad, ci, ci boliviana
BO_NIT taxpayer; tax; tin
  form d{7,12}; found 1023456022 ≠ 123456; label bolivian nit, nit, numero de identificacion tributaria
= BR Brazil
BR_BANK_ACCOUNT branch and account of a bank; bank; https://www.bcb.gov.br/
  form d{4,11}-[0-9X] | d{4}-?[0-9X]? ?/ ?d{5,11}-[0-9X] | d{2}.ddd-d; found 12345-6, 1234 / 56789-0 ≠ 12-3
  label agencia e conta, conta bancaria, conta corrente, conta poupanca, numero da conta
BR_CNH driving licence; driver; weak; https://www.gov.br/transportes/pt-br
  form d{11}; check varied; found 01234567891 ≠ 0123456789
  label carteira de habilitacao, carteira nacional de habilitacao, cnh, habilitacao, numero da cnh, registro cnh
# From July 2026 with letters, each worth its ASCII code less 48, as a digit is: instrução normativa RFB 2229/2024.
BR_CNPJ taxpayer number of a company (CNPJ); company, tax; alone; https://www.gov.br/receitafederal/pt-br
  form *[0-9A-Z]{2}.[0-9A-Z]{3}.[0-9A-Z]{3}/[0-9A-Z]{4}-dd
  check varied, weights 5,4,3,2,9,8,7,6,5,4,3,2 00987654321, weights 6,5,4,3,2,9,8,7,6,5,4,3,2 00987654321
  found 16.727.230/0001-97, 12.ABC.345/01DE-35, 12abc34501de35 ≠ 16.727.230/0001-98, 12.ABC.345/01DE-99
  label cadastro nacional da pessoa juridica, cnpj, cnpj da empresa
BR_CNS card of the health system; health; https://www.gov.br/saude/pt-br
  form *[12789]dd dddd dddd dddd | [12789]d{14}; check sum 15,14,13,12,11,10,9,8,7,6,5,4,3,2,1 mod 11
  found 700 0000 0000 0005, 898001160366766 ≠ 700 0000 0000 0006, 300000000000005
  label cartao do sus, cartao nacional de saude, cartao sus, cns, numero do sus
BR_CPF taxpayer number of a person (CPF); tax, national; alone; https://www.gov.br/receitafederal/pt-br
  form *ddd.ddd.ddd-dd; check varied, weights 10,9,8,7,6,5,4,3,2 00987654321, weights 11,10,9,8,7,6,5,4,3,2 00987654321
  found 390.533.447-05, 59612578273 ≠ 231.002.999-00, 111.111.111-11; label cadastro de pessoas fisicas, cpf, cpf do cliente, numero do cpf
BR_LICENSE_PLATE number plate; plate; wiki Vehicle_registration_plates_of_Brazil
  form [A-Z]{3}d[A-Z]dd | [A-Z]{3}-dddd; found BRA2E19, ABC-1234 ≠ AB2E19, ABCD-123
  label placa, placa do carro, placa do veiculo, placa mercosul
BR_PASSPORT passport; passport; wiki Brazilian_passport
  form [A-Z]{2}d{6}; found FZ123456 ≠ F123456; label brazilian passport, numero do passaporte, passaporte
BR_PIS social integration programme (PIS, PASEP, NIS); social; https://www.caixa.gov.br/
  form *ddd.ddddd.dd-d; check varied, weights 3,2,9,8,7,6,5,4,3,2 00987654321; found 120.12345.67-2 ≠ 120.12345.67-0
  label ctps, nis, nit pis, numero de identificacao social, numero do pis, pasep, pis, pis pasep
BR_RENAVAM register of vehicles; vehicle; https://www.gov.br/transportes/pt-br
  form d{11} | d{10}-d; check varied, weights 3,2,9,8,7,6,5,4,3,2 00987654321; found 63988496222 ≠ 63988496223
  label codigo renavam, renavam
BR_RG identity card of a state; national; https://pt.wikipedia.org/wiki/Cédula_de_identidade
  form d{1,2}.ddd.ddd-[0-9X] | d{1,2}.ddd.ddd | [A-Z]{2}-?d{2}.ddd.ddd; found 12.345.678-9, 24.678.131-X, MG-12.345.678 ≠ 12.345
  label carteira de identidade, identidade rg, numero do rg, registro geral, rg
BR_TITULO_ELEITOR voter's card; national; https://www.tse.jus.br/
  form dddd dddd dddd | d{12} | d{4}.d{4}.d{4}; check range 8 01..28, weights 0,0,0,0,0,0,0,0,7,8,9 01234567890
  found 1023 8501 0671 ≠ 1023 8501 9971, 1023 8501 0672; label numero do titulo, titulo de eleitor, titulo eleitoral
= CL Chile
CL_LICENSE_PLATE number plate; plate; wiki Vehicle_registration_plates_of_Chile
  form [A-Z]{4}-dd | [A-Z]{2}-dddd | [A-Z]{2}-[A-Z]{2}-dd; found BBCL-12, AB-1234 ≠ BBC-1; label patente, placa patente, ppu
CL_RUT taxpayer, person (RUT, RUN); tax, national; tin
  form *d{1,2}.ddd.ddd-[0-9K] | *CL d{1,2}.ddd.ddd-[0-9K] | d{7,8}-[0-9K] | *[1-9]d{7}-[0-9K] | *CL [1-9]d{6,7}-[0-9K]
  check drop CL, weightsFromRight 2,3,4,5,6,7,2,3 0K987654321; found 12.531.909-2, 76086428-5, CL 7.727.230-5 ≠ 12.531.909-3, 76086A28-5
  label cedula de identidad chilena, chilean rut, rol unico nacional, rol unico tributario, run, rut, rut empresa
= CO Colombia
CO_CC identity card of a citizen, of a foreigner; national; weak; https://www.registraduria.gov.co/
  form d{6,10} | d{1,2}.ddd.ddd | d.ddd.ddd.ddd; check varied; found 1.020.345.678, 79123456 ≠ 12345
  label cedula, cedula colombiana, cedula de ciudadania, cedula de extranjeria, colombian cedula, nuip, tarjeta de identidad
CO_NIT taxpayer; tax, company; tin
  form ddd.ddd.ddd-d | d{8,10}-d | d{1,2}.ddd.ddd-d | d.ddd.ddd.ddd-d | *[89]dd.ddd.ddd-d
  check weightsFromRight 3,7,13,17,19,23,29,37,41,43,47,53,59,67,71 01987654321
  found 213.123.432-1, 900544472-2, 10184648519 ≠ 2131234325, 900544472-3; label colombian nit, nit, numero de identificacion tributaria
CO_PASSPORT passport; passport; wiki Colombian_passport
  form [A-Z]{2}d{6,7}; found AN123456 ≠ A123456; label colombian passport, pasaporte colombiano
= EC Ecuador
EC_CI identity card; national; tin
  form d{9}-d; check isEcuadorianPerson; found 171430710-3, 1714307103 ≠ 1714307104, 2714307104
  label cedula, cedula de ciudadania, cedula de identidad, cedula ecuatoriana, ecuadorian cedula, ecuadorian ci
EC_RUC taxpayer; tax, company; tin
  form d{10}-ddd | d{13} | *[0-3]d{9}-00[1-9]; check isEcuadorianTaxpayer
  found 1792060346-001, 1803557964001 ≠ 1792060347-001, 1792060346000; label ecuadorian ruc, registro unico de contribuyentes, ruc
= PE Peru
PE_CE card of a foreigner; national; tin
  form 00d{7} | d{9}; found 000494998, 001766062 ≠ 00049499
  label carne de extranjeria, carnet de extranjeria, carnet extranjeria, peruvian foreigner card
# The check, a digit or a letter, is often left out.
PE_CUI identity card; national; https://www.reniec.gob.pe/
  form d{8} | d{8}-[0-9A-K]; check /^.{8}$/, varied or weights 3,2,7,6,5,4,3,2 65432110987 or weights 3,2,7,6,5,4,3,2 KJIHGFEDCBA
  found 10117410-2, 10117410-G, 10117410 ≠ 10117410-3, 1011741
  label codigo unico de identificacion, cui, dni, documento nacional de identidad, peruvian cui, peruvian dni
PE_RUC taxpayer; tax, company; https://www.sunat.gob.pe/
  form 1[0567]d{9} | 20d{9}; check weights 5,4,3,2,7,6,5,4,3,2 10987654321; found 20512333797, 20480977239 ≠ 20512333798, 30512333797
  label peruvian ruc, registro unico de contribuyentes, ruc
= PY Paraguay
PY_CI identity card; national; tin
  form d{5,7} | d.ddd.ddd | ddd.ddd; found 1.234.567, 812345 ≠ 1234
  label cedula, cedula de identidad civil, cedula paraguaya, paraguayan cedula
PY_RUC taxpayer; tax, company; tin
  form d{4,8}-d; check weightsFromRight 2,3,4,5,6,7,8,9,10 00987654321; found 2660-3, 80028061-0, 8765432-6 ≠ 2660-4
  label paraguayan ruc, registro unico de contribuyentes, ruc
= UY Uruguay
# Seven digits stand for eight with a leading zero.
UY_CI identity card; national; https://www.gub.uy/
  form d.ddd.ddd-d | ddd.ddd-d | *[1-6].ddd.ddd-d; check varied, pad 8, weights 2,9,8,7,6,3,4 0987654321
  found 1.234.567-2, 12345672 ≠ 1.234.567-3, 12345673; label cedula, cedula de identidad, cedula uruguaya, uruguayan cedula, uruguayan ci
UY_RUT taxpayer; tax, company; https://www.dgi.gub.uy/
  form dd-d{6}-ddd-d | UY dd d{6} ddd d | d{12} | *[012]d-d{6}-001-d
  check drop UY, range 0 01..22, weights 4,3,2,9,8,7,6,5,4,3,2 0-987654321
  found 21-100342-001-7, UY 21 140634 001 1 ≠ 210303670014, 31-100342-001-7; label registro unico tributario, rut, uruguayan rut
= VE Venezuela
VE_CI identity card; national; wiki National_identification_number
  form [VE]?-?d{1,2}.?ddd.?ddd | *[VE]-d{1,2}.ddd.ddd; found V-12.345.678, 12345678 ≠ X-12.345.678, V-12.345
  label cedula, cedula de identidad, cedula venezolana, venezuelan cedula
VE_RIF taxpayer; tax, company; alone; https://www.seniat.gob.ve/
  form [VEJPG]-?d{8}-?d | *[VEJPG]-d{8}-d; check isRif; found V-11470283-4 ≠ V-11470283-3, O-11470283-3
  label registro de informacion fiscal, rif, venezuelan rif
`,
  { isEcuadorianPerson, isEcuadorianTaxpayer, isRif },
);
