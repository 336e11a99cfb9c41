import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { isDate, isOneSign } from "../checks.ts";

/** Year, month (women's is raised by 50), day; the last two signs distinguish twins. */
function isQuebecHealth(compact: string): boolean {
  const month = Number(compact.slice(6, 8));
  return isDate(compact.slice(4, 6), String(month > 50 ? month - 50 : month), compact.slice(8, 10));
}

/** Health identifiers carry the prefix of the United States in ISO/IEC 7812 while they are checked. */
const isNpi = (digits: string): boolean => !isOneSign(digits.slice(0, -1)) && isLuhnValid(`80840${digits}`);

export const NORTH_AMERICAN_IDS = idCards(
  `
= CA Canada
CA_AB_PHN health number of Alberta, Manitoba or another province without a rule; health; weak; https://www.alberta.ca/ahcip
  form d{9} | ddddd-dddd | ddd ddd ddd | d{10,12}; check varied; found 12345-6789, 123456789 ≠ 12345-678
  label alberta health care number, alberta health number, ahcip, manitoba health number, mcp number, phin, provincial health number, ulin
CA_BANK_ACCOUNT transit number, institution and account of a bank; bank; weak; https://www.payments.ca/
  form ddddd-ddd | ddddd-ddd-d{7,12} | 0d{8} | d{7,12}; check varied; found 12345-003, 12345-003-1234567 ≠ 12345-0
  label bank transit, branch transit number, canadian bank account, institution number, transit number
CA_BC_PHN personal health number of British Columbia; health; alone; https://www2.gov.bc.ca/gov/content/health
  form *9ddd ddd ddd | 9d{9}; check weights 0,2,4,8,5,10,9,7,3 0-987654321; found 9698 658 215 ≠ 5736504210, 9698 648 215
  label bc personal health number, bc services card, care card, carecard, personal health number, phn
CA_BN business number, and accounts under it; company, tax; https://www.canada.ca/en/revenue-agency.html
  form ddddd dddd | ddd ddd ddd | ddddd dddd R[A-Z] ?dddd | d{9} R[A-Z] ?dddd | d{9}R[A-Z]d{4} | *d{9}R[CMPTZR]d{4} | *d{9} R[CMPTZR] ?d{4} | *d{5} d{4} R[CMPTZR] ?d{4}
  check first 9, varied, luhn; found 12302 6635, 12302 6635 RC 0001, 123026635RC0001 ≠ 123456783, 123026635RX
  label bn, business number, canada revenue agency number, canadian business number, cra business number, cra number, numero d entreprise
CA_DRIVER_LICENSE driving licence of a province; driver; wiki Driver%27s_licences_in_Canada
  form [A-Z]dddd-ddddd-ddddd | [A-Z]dddd-d{6}-dd | d{5,9} | d{6}-ddd | [A-Z]{5}d{9} | [A-Z]{2}-?[A-Z]{2}-?[A-Z]{2}-?d{3}[A-Z]{2} | [A-Z]d{9} | *[A-Z]dddd-[0-9]{5}-[0-9][0-9][0156]dd
  found A1234-56789-01234, P1234-123456-01, 1234567 ≠ A1234-5678, 1234
  label ontario driver s licence, permis de conduire quebec, saaq, icbc licence
CA_GST account for the goods and services tax; tax; https://www.canada.ca/en/revenue-agency.html
  form ddddd dddd RT ?dddd | d{9} ?RT ?dddd | *d{9}RTd{4} | *d{9} RT ?d{4}; check first 9, varied, luhn
  found 12302 6635 RT 0001 ≠ 123456783RT0001, 12302 6635 RC 0001
  label gst hst, gst hst number, gst number, gst registration, hst number, tps
CA_OHIP health card of Ontario; health; https://www.ontario.ca/page/apply-ohip-and-get-health-card
  form [1-9]ddd-ddd-ddd | [1-9]ddd-ddd-ddd-l{1,2} | [1-9]ddd ddd ddd l{1,2} | *[1-9]ddd-ddd-ddd-[A-Z]{1,2} | *[1-9]ddd ddd ddd [A-Z]{2}
  check first 10, luhn; found 9876-543-217, 9876-543-217-AB ≠ 9876-543-218, 9876-543-21
  label health card number, ohip, ohip card, ohip number, ontario health card, ontario health insurance
CA_PASSPORT passport; passport; wiki Canadian_passport
  form [A-Z]{2}d{6} | [A-Z]d{6}[A-Z]{2}; found GA123456, P123456AA ≠ G123456, GA12345; label canadian passport, passeport canadien
CA_PST provincial sales tax of British Columbia; tax; https://www2.gov.bc.ca/gov/content/taxes/sales-taxes/pst
  form *PST-dddd-dddd | d{7}; found PST-1234-5678 ≠ PST-1234-567; label provincial sales tax number, pst, pst number
CA_QST sales tax of Quebec; tax, company; https://www.revenuquebec.ca/en/
  form d{10} ?TQ ?dddd | d{10} | *d{10}TQd{4} | *d{10} TQ ?d{4}; check /^(?!.*0000$)/, weights 4,3,2,7,6,5,4,3,2 10987654321
  found 1234567892TQ0001 ≠ 1234567893TQ0001; label neq, numero d entreprise du quebec, qst, qst number, quebec sales tax, tvq
CA_RAMQ health card of Quebec; health; https://www.ramq.gouv.qc.ca/en
  form [A-Z]{4} ?d{4} ?d{4} | [A-Z]{4}-d{4}-d{4}; check isQuebecHealth; found TREM 8551 1512, TREM85011512 ≠ TREM 8531 1512, TREM 8501 3212
  label carte d assurance maladie, nam, numero d assurance maladie, quebec health card, quebec health insurance, ramq, carte soleil
# 0 is not issued, nor is 8 to people.
CA_SIN social insurance number; social, tax, national; alone; https://www.canada.ca/en/employment-social-development/services/sin.html
  form ddd ddd ddd | *ddd-ddd-ddd; check /^[^08]/, varied, luhn
  found 130 692 544, 347-677-452, 130692544 ≠ 130 692 545, 046 454 286, 999 999 999
  label canadian sin, nas, numero d assurance sociale, sin, sin number, sin no, social insurance, social insurance no, social insurance number
= US United States
ABA_ROUTING_NUMBER routing number of a bank (ABA); bank; alone; https://www.aba.com/about-us/routing-number
  form d{9} | *dddd-dddd-d; check /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/, varied, sum 3,7,1,3,7,1,3,7,1 mod 10
  found 121000358, 0711-0130-7 ≠ 421042111, 121000359, 000000000
  label aba, aba number, aba routing, ach routing, bank routing, routing no, routing number, routing transit number, rtn, transit routing number, wire routing
MEDICAL_LICENSE registration of a prescriber with the Drug Enforcement Administration; health; alone; https://www.ecfr.gov/current/title-21/chapter-II/part-1301
  form [ABCDEFGHJKLMPRSTUX][A-Z9]d{7} | [ABCDEFGHJKLMPRSTUX][A-Z9]-?d{7}; check weights 0,0,1,2,1,2,1,2 0123456789
  found GL0285191, BB1388568, F91234563 ≠ GL0285192, NB1388568
  label certificate number, dea, dea license, dea no, dea number, dea registration, drug enforcement administration, medical certificate, medical license, medical licence, prescriber id, prescriber number
US_ALIEN_NUMBER alien registration number of USCIS; weak; https://www.uscis.gov/glossary-term/50684
  form A?d{7,9} | A-?ddd-ddd-ddd | Ad{2}-ddd-ddd; check drop A, varied; found A123456782, A-096-345-678, 096345678 ≠ A12345, B123456789
  label a number uscis, alien number, alien registration number, uscis number, uscis no, uscis a number
US_ATIN taxpayer number for pending adoptions (ATIN); tax; https://www.irs.gov/individuals/adoption-taxpayer-identification-number
  form *9dd-93-dddd; found 912-93-4567 ≠ 812-93-4567, 912-94-4567; label adoption taxpayer identification number, atin
US_BANK_NUMBER number of a bank account; bank; weak; https://www.aba.com/about-us/routing-number
  form d{8,17} | d{4}-d{4}-d{2,4} | d{3}-d{6}-d{1,2} | d{3,4} d{4} d{2,4}; check varied
  found 945456787654, 00123456, 1234-5678-90 ≠ 1234567, 00000000
  label account no, account number, acct no, acct number, ach account, bank account, bank account number, bank acct, checking account, checking account number, deposit account, direct deposit account, savings account, savings account number
US_DOD_ID number of a member of the armed forces (EDIPI); https://www.cac.mil/common-access-card/
  form [1-9]d{9}; found 1298345670 ≠ 0123456789, 129834567
  label dod id, dod id number, dod identification number, dodid, edipi, military id
# Digits alone, one to three letters and digits, and the states that mix them (Idaho, Iowa, Washington and others).
US_DRIVER_LICENSE driver's licence of any state; driver; https://www.aamva.org/identity/anti-fake-driver-license-id
  form d{7,14} | [A-Z]d{4,14} | [A-Z]{2}d{3,8} | [A-Z]{3}d{6,9} | [A-Z]{2}d{6}[A-Z] | d{7,9}[A-Z] | ddd[A-Z]{2}d{4} | dd[A-Z]{3}d{5} | [A-Z]{3,7}ddd[0-9A-Z]{2} | [A-Z]ddd-dddd-dddd | [A-Z]ddd-ddd-dd-ddd-d | [A-Z]dddd ddddd ddddd
  found H12234567, U62928788557186, LH329609T, 123456789, 1234567901234, D400-7836-0001 ≠ C12T345672X, ABCDEFGHIJ
  label driver license, driver license no, driver license number, driver's license, driver's license number, drivers license, drivers license number, california driver license, dl no, dl number, dmv license, florida driver license, new york driver license, state id number, texas driver license, us driver license, us drivers license
# The last form is a number typed in the groups of a social security number.
# Prefixes that are never issued: https://www.irs.gov/businesses/small-businesses-self-employed/how-eins-are-assigned-and-valid-ein-prefixes
US_EIN employer identification number; tax, company; weak; https://www.irs.gov/businesses/small-businesses-self-employed/how-eins-are-assigned-and-valid-ein-prefixes
  form dd-d{7} | ddd-dd-dddd; check /^(?!0[0789]|1[789]|2[89]|[46]9|7[089]|89|9[67])/, drop .., varied
  found 12-3456789, 943456781 ≠ 00-3456789, 07-3456789
  label ein, employer id number, employer identification number, federal employer identification number, federal tax id, federal tax identification number, fein
# The groups that the Internal Revenue Service issues.
US_ITIN individual taxpayer identification number; tax; https://www.irs.gov/individuals/individual-taxpayer-identification-number
  form *9dd-dd-dddd; check /^...(?:5[0-9]|6[0-5]|7[0-9]|8[0-8]|9[0-24-9])/
  found 911-70-1234, 911-64-1234, 911701234 ≠ 911-89-1234, 911-93-1234, 811-70-1234, 911-69-1234
  label individual taxpayer identification number, individual taxpayer number, itin
US_MBI Medicare beneficiary identifier; health; alone; https://www.cms.gov/medicare/new-medicare-card/understanding-the-mbi-format.pdf
  form *[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]d-?[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y]dd
  found 1EG4-TE5-MK73, 2AG9XC4NN22 ≠ 1SG4-TE5-MK73, AEG4-TE5-MK73, 1EG4-TE5-MI73
  label mbi, medicare beneficiary identifier, medicare beneficiary number, medicare id, medicare no, medicare number
US_NPI national provider identifier; health; alone; https://www.cms.gov/Regulations-and-Guidance/Administrative-Simplification/NationalProvIdentStand
  form [12]d{9} | [12]ddd-ddd-ddd | [12]ddd ddd ddd; check isNpi
  found 1234567893, 1245319599, 1003-000-126 ≠ 3234567893, 1234567890, 1111111112
  label provider identifier, national provider id, national provider identifier, npi, npi number, provider npi
US_PASSPORT passport; passport; weak; https://travel.state.gov/content/travel/en/passports/passport-help/next-generation-passport.html
  form [1-9]d{8} | ld{8}; check varied; found 912803456, A12803456 ≠ 91280345, AB1280345
  label american passport, passport book, passport card, us passport, usa passport
`,
  { isNpi, isQuebecHealth },
);
