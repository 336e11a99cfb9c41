import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { hasCheck, isDate, isOneSign } from "../checks.ts";

/** Numbers of Canada. */

/** 0 is not given out, nor is 8 to people. */
const isSocialInsurance = (digits: string): boolean =>
  !/^[08]/.test(digits) && !isOneSign(digits) && isLuhnValid(digits);

const isCanadianBusiness = (compact: string): boolean =>
  !isOneSign(compact.slice(0, 9)) && isLuhnValid(compact.slice(0, 9));

/** The digits between the leading 9 and the check. */
const isColumbiaHealth = (digits: string): boolean =>
  hasCheck(digits.slice(1), [2, 4, 8, 5, 10, 9, 7, 3], "0-987654321");

const isOntarioHealth = (compact: string): boolean => isLuhnValid(compact.slice(0, 10));

/** Year, month (women's is raised by 50), day; the last two signs tell twins apart. */
function isQuebecHealth(compact: string): boolean {
  const month = Number(compact.slice(6, 8));
  return isDate(compact.slice(4, 6), String(month > 50 ? month - 50 : month), compact.slice(8, 10));
}

const isQuebecTax = (compact: string): boolean =>
  !compact.endsWith("0000") && hasCheck(compact.slice(0, 10), [4, 3, 2, 7, 6, 5, 4, 3, 2], "10987654321");

/** Sorted by id. */
export const CANADA_IDS = idCards(
  { country: "CA", name: "Canada" },
  `
CA_AB_PHN health number of Alberta, Manitoba or another province without a rule
  form d{9} | ddddd-dddd | ddd ddd ddd | d{10,12}
  label alberta health care number, alberta health number, ahcip, manitoba health number, mcp number, phin, provincial health number, ulin
  found 12345-6789, 123456789 ≠ 12345-678
  health; check isVaried; weak; https://www.alberta.ca/ahcip
CA_BANK_ACCOUNT transit number, institution and account of a bank
  form ddddd-ddd | ddddd-ddd-d{7,12} | 0d{8} | d{7,12}
  label bank transit, branch transit number, canadian bank account, institution number, transit number
  found 12345-003, 12345-003-1234567 ≠ 12345-0
  bank; check isVaried; weak; https://www.payments.ca/
CA_BC_PHN personal health number of British Columbia
  form 9ddd ddd ddd | 9d{9}
  strong 9ddd ddd ddd
  label bc personal health number, bc services card, care card, carecard, personal health number, phn
  found 9698 658 215 ≠ 5736504210, 9698 648 215
  health; check isColumbiaHealth; alone; https://www2.gov.bc.ca/gov/content/health
CA_BN business number, and accounts under it
  form ddddd dddd | ddd ddd ddd | ddddd dddd R[A-Z] ?dddd | d{9} R[A-Z] ?dddd | d{9}R[A-Z]d{4}
  strong d{9}R[CMPTZR]d{4} | d{9} R[CMPTZR] ?d{4} | d{5} d{4} R[CMPTZR] ?d{4}
  label bn, business number, canada revenue agency number, canadian business number, cra business number, cra number, numero d entreprise
  found 12302 6635, 12302 6635 RC 0001, 123026635RC0001 ≠ 123456783, 123026635RX
  company, tax; check isCanadianBusiness; https://www.canada.ca/en/revenue-agency.html
CA_DRIVER_LICENSE driving licence of a province
  form [A-Z]dddd-ddddd-ddddd | [A-Z]dddd-d{6}-dd | d{5,9} | d{6}-ddd | [A-Z]{5}d{9} | [A-Z]{2}-?[A-Z]{2}-?[A-Z]{2}-?d{3}[A-Z]{2} | [A-Z]d{9}
  strong [A-Z]dddd-[0-9]{5}-[0-9][0-9][0156]dd
  label ontario driver s licence, permis de conduire quebec, saaq, icbc licence
  found A1234-56789-01234, P1234-123456-01, 1234567 ≠ A1234-5678, 1234
  driver; https://en.wikipedia.org/wiki/Driver%27s_licences_in_Canada
CA_GST account for the goods and services tax
  form ddddd dddd RT ?dddd | d{9} ?RT ?dddd
  strong d{9}RTd{4} | d{9} RT ?d{4}
  label gst hst, gst hst number, gst number, gst registration, hst number, tps
  found 12302 6635 RT 0001 ≠ 123456783RT0001, 12302 6635 RC 0001
  tax; check isCanadianBusiness; https://www.canada.ca/en/revenue-agency.html
CA_OHIP health card of Ontario
  form [1-9]ddd-ddd-ddd | [1-9]ddd-ddd-ddd-l{1,2} | [1-9]ddd ddd ddd l{1,2}
  strong [1-9]ddd-ddd-ddd-[A-Z]{1,2} | [1-9]ddd ddd ddd [A-Z]{2}
  label health card number, ohip, ohip card, ohip number, ontario health card, ontario health insurance
  found 9876-543-217, 9876-543-217-AB ≠ 9876-543-218, 9876-543-21
  health; check isOntarioHealth; https://www.ontario.ca/page/apply-ohip-and-get-health-card
CA_PASSPORT passport
  form [A-Z]{2}d{6} | [A-Z]d{6}[A-Z]{2}
  label canadian passport, passeport canadien
  found GA123456, P123456AA ≠ G123456, GA12345
  passport; https://en.wikipedia.org/wiki/Canadian_passport
CA_PST provincial sales tax of British Columbia
  form PST-dddd-dddd | d{7}
  strong PST-dddd-dddd
  label provincial sales tax number, pst, pst number
  found PST-1234-5678 ≠ PST-1234-567
  tax; https://www2.gov.bc.ca/gov/content/taxes/sales-taxes/pst
CA_QST sales tax of Quebec
  form d{10} ?TQ ?dddd | d{10}
  strong d{10}TQd{4} | d{10} TQ ?d{4}
  label neq, numero d entreprise du quebec, qst, qst number, quebec sales tax, tvq
  found 1234567892TQ0001 ≠ 1234567893TQ0001
  tax, company; check isQuebecTax; https://www.revenuquebec.ca/en/
CA_RAMQ health card of Quebec
  form [A-Z]{4} ?d{4} ?d{4} | [A-Z]{4}-d{4}-d{4}
  label carte d assurance maladie, nam, numero d assurance maladie, quebec health card, quebec health insurance, ramq, carte soleil
  found TREM 8551 1512, TREM85011512 ≠ TREM 8531 1512, TREM 8501 3212
  health; check isQuebecHealth; https://www.ramq.gouv.qc.ca/en
CA_SIN social insurance number
  form ddd ddd ddd | ddd-ddd-ddd
  strong ddd-ddd-ddd
  label canadian sin, nas, numero d assurance sociale, sin, sin number, sin no, social insurance, social insurance no, social insurance number
  found 130 692 544, 347-677-452, 130692544 ≠ 130 692 545, 046 454 286, 999 999 999
  social, tax, national; check isSocialInsurance; alone; https://www.canada.ca/en/employment-social-development/services/sin.html
`,
  {
    isVaried: (digits) => !isOneSign(digits),
    isColumbiaHealth,
    isCanadianBusiness,
    isOntarioHealth,
    isQuebecTax,
    isQuebecHealth,
    isSocialInsurance,
  },
);
