import { idCards } from "../cards.ts";
import { ELEVEN_OR_ZERO, hasCheck, isOneSign, weightedSum } from "../checks.ts";

/** Numbers of South America. */

const isCpf = (digits: string): boolean =>
  !isOneSign(digits) &&
  hasCheck(digits.slice(0, 10), [10, 9, 8, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO) &&
  hasCheck(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO);

/** From July 2026 with letters, each worth its ASCII code less 48, as a digit is: instrução normativa RFB 2229/2024. */
const isCnpj = (compact: string): boolean =>
  !isOneSign(compact) &&
  hasCheck(compact.slice(0, 13), [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO) &&
  hasCheck(compact, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO);

/** PIS, PASEP and NIS; the register of vehicles counts alike. */
const isPis = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO);

/** State 01 to 28, then two check digits, of which the second covers the state and the first. */
function isBrazilianVoter(digits: string): boolean {
  const state = Number(digits.slice(8, 10));
  return state >= 1 && state <= 28 && hasCheck(digits.slice(8), [7, 8, 9], "01234567890");
}

/** Card of the health system. */
const isBrazilianHealthCard = (digits: string): boolean =>
  weightedSum(digits, [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

/** Sorted by id. */
export const BRAZIL_IDS = idCards(
  { country: "BR", name: "Brazil" },
  `
BR_BANK_ACCOUNT branch and account of a bank
  form d{4,11}-[0-9X] | d{4}-?[0-9X]? ?/ ?d{5,11}-[0-9X] | d{2}.ddd-d
  label agencia e conta, conta bancaria, conta corrente, conta poupanca, numero da conta
  found 12345-6, 1234 / 56789-0 ≠ 12-3
  bank; https://www.bcb.gov.br/
BR_CNH driving licence
  form d{11}
  label carteira de habilitacao, carteira nacional de habilitacao, cnh, habilitacao, numero da cnh, registro cnh
  found 01234567891 ≠ 0123456789
  driver; check isVaried; weak; https://www.gov.br/transportes/pt-br
BR_CNPJ taxpayer number of a company (CNPJ)
  form [0-9A-Z]{2}.[0-9A-Z]{3}.[0-9A-Z]{3}/[0-9A-Z]{4}-dd
  strong [0-9A-Z]{2}.[0-9A-Z]{3}.[0-9A-Z]{3}/[0-9A-Z]{4}-dd
  label cadastro nacional da pessoa juridica, cnpj, cnpj da empresa
  found 16.727.230/0001-97, 12.ABC.345/01DE-35, 12abc34501de35 ≠ 16.727.230/0001-98, 12.ABC.345/01DE-99
  company, tax; check isCnpj; alone; https://www.gov.br/receitafederal/pt-br
BR_CNS card of the health system
  form [12789]dd dddd dddd dddd | [12789]d{14}
  strong [12789]dd dddd dddd dddd
  label cartao do sus, cartao nacional de saude, cartao sus, cns, numero do sus
  found 700 0000 0000 0005, 898001160366766 ≠ 700 0000 0000 0006, 300000000000005
  health; check isBrazilianHealthCard; https://www.gov.br/saude/pt-br
BR_CPF taxpayer number of a person (CPF)
  form ddd.ddd.ddd-dd
  strong ddd.ddd.ddd-dd
  label cadastro de pessoas fisicas, cpf, cpf do cliente, numero do cpf
  found 390.533.447-05, 59612578273 ≠ 231.002.999-00, 111.111.111-11
  tax, national; check isCpf; alone; https://www.gov.br/receitafederal/pt-br
BR_LICENSE_PLATE number plate
  form [A-Z]{3}d[A-Z]dd | [A-Z]{3}-dddd
  label placa, placa do carro, placa do veiculo, placa mercosul
  found BRA2E19, ABC-1234 ≠ AB2E19, ABCD-123
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Brazil
BR_PASSPORT passport
  form [A-Z]{2}d{6}
  label brazilian passport, numero do passaporte, passaporte
  found FZ123456 ≠ F123456
  passport; https://en.wikipedia.org/wiki/Brazilian_passport
BR_PIS social integration programme (PIS, PASEP, NIS)
  form ddd.ddddd.dd-d
  strong ddd.ddddd.dd-d
  label ctps, nis, nit pis, numero de identificacao social, numero do pis, pasep, pis, pis pasep
  found 120.12345.67-2 ≠ 120.12345.67-0
  social; check isPis; https://www.caixa.gov.br/
BR_RENAVAM register of vehicles
  form d{11} | d{10}-d
  label codigo renavam, renavam
  found 63988496222 ≠ 63988496223
  vehicle; check isPis; https://www.gov.br/transportes/pt-br
BR_RG identity card of a state
  form d{1,2}.ddd.ddd-[0-9X] | d{1,2}.ddd.ddd | [A-Z]{2}-?d{2}.ddd.ddd
  label carteira de identidade, identidade rg, numero do rg, registro geral, rg
  found 12.345.678-9, 24.678.131-X, MG-12.345.678 ≠ 12.345
  national; https://pt.wikipedia.org/wiki/Cédula_de_identidade
BR_TITULO_ELEITOR voter's card
  form dddd dddd dddd | d{12} | d{4}.d{4}.d{4}
  label numero do titulo, titulo de eleitor, titulo eleitoral
  found 1023 8501 0671 ≠ 1023 8501 9971, 1023 8501 0672
  national; check isBrazilianVoter; https://www.tse.jus.br/
`,
  { isVaried: (digits) => !isOneSign(digits), isCnpj, isBrazilianHealthCard, isCpf, isPis, isBrazilianVoter },
);
