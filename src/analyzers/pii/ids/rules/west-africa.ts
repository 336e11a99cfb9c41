import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { hasCheck, isOneSign } from "../checks.ts";
import { type IdRule } from "../rule.ts";

const isGhanaianTaxpayer = (compact: string): boolean =>
  hasCheck(compact.slice(1), [1, 2, 3, 4, 5, 6, 7, 8, 9], "0123456789X");

const isGuineanTaxpayer = (digits: string): boolean => !isOneSign(digits) && isLuhnValid(digits);

/** Western Africa. Sorted by id. */
export const WEST_AFRICA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "BF", name: "Burkina Faso" },
    `
BF_IFU taxpayer
  form d{8}[A-Z]
  label ifu, identifiant financier unique, numero ifu
  found 00012345A ≠ 0001234A
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
  ...idCards(
    { country: "CI", name: "Ivory Coast" },
    `
CI_NNI national number
  form d{11} | CI?d{9,10}
  label cni ivoirienne, nni, numero national d identification
  found 11234567890, CI001234567 ≠ 1123456
  national; https://en.wikipedia.org/wiki/National_identification_number
`,
  ),
  ...idCards(
    { country: "CM", name: "Cameroon" },
    `
CM_NIU taxpayer
  form [PM]d{12}[A-Z]
  label identifiant unique, niu, numero identifiant unique, numero niu
  found P012345678901A ≠ P01234567890A
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
  ...idCards(
    { country: "GH", name: "Ghana" },
    `
GH_CARD national identity card
  form GHA-d{9}-d
  strong GHA-d{9}-d | GHAd{10}
  label ghana card, ghana card number, ghanacard
  found GHA-712345678-9 ≠ GHB-712345678-9
  national, tax; alone; https://nia.gov.gh/
GH_TIN taxpayer
  form [CGPQV]00d{7}[0-9X]
  strong [CGPQV]00d{7}[0-9X]
  label ghana tin, ghanaian tin, gra tin, tin
  found C0000803561, C001095242X ≠ C0000803562
  tax; check isGhanaianTaxpayer; alone; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isGhanaianTaxpayer },
  ),
  ...idCards(
    { country: "GN", name: "Guinea" },
    `
GN_NIFP permanent taxpayer's number
  form ddd-ddd-ddd | d{9}
  label guinean nifp, nifp, numero d identification fiscale permanent
  found 693-770-885 ≠ 693-770-880
  tax; check isGuineanTaxpayer; https://dgi.gov.gn/
`,
    { isGuineanTaxpayer },
  ),
  ...idCards(
    { country: "NG", name: "Nigeria" },
    `
NG_BVN bank verification number
  form 22d{9}
  label bank verification number, bvn, bvn number
  found 22123456789 ≠ 12123456789
  bank; https://nibss-plc.com.ng/bvn/
NG_DRIVER_LICENSE driving licence
  form [A-Z]{3}d{5}[A-Z]{2}d{2} | [A-Z]{3}-?d{5,8}[A-Z]{1,2}d{0,2}
  label frsc licence, nigerian driver s licence, nigerian driver license
  found ABC12345AA12 ≠ AB12345AA12
  driver; https://nigeriadriverslicence.org/
NG_NIN national identification number
  form d{11} | dddd ddd dddd | dddd-ddd-dddd
  label national identification number, nigerian national identification number, nigerian nin, nimc, nin, nin number, nin slip
  found 23456789012, 2345-678-9012 ≠ 1234567890, 123456789012
  national; check isVaried; weak; https://nimc.gov.ng/
NG_PASSPORT passport
  form [ABC]d{8}
  label nigerian passport
  found A01234567, B50012345 ≠ D01234567
  passport; https://en.wikipedia.org/wiki/Nigerian_passport
NG_TIN taxpayer
  form d{8}-dddd | d{10} | d{13}
  label firs tin, jtb tin, nigerian tin
  found 12345678-0001, 1234567890 ≠ 1234567
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
NG_VEHICLE_REGISTRATION number plate
  form [A-Z]{3}-dddl{2} | [A-Z]{3} ddd ?l{2}
  strong [A-Z]{3}-ddd[A-Z]{2} | [A-Z]{3}-ddd [A-Z]{2}
  label nigerian plate number, number plate, plate, plate no, plate number, vehicle plate
  found APP-456CV, ABJ 001AA ≠ AB-1234CD, ABCD-123EF
  plate; alone; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Nigeria
`,
    { isVaried: (digits) => !isOneSign(digits) },
  ),
  ...idCards(
    { country: "SN", name: "Senegal" },
    `
SN_NIN identity card
  form [12] ddd dddd d{5,6} | [12]d{12,13}
  label cni senegalaise, nin senegal, numero d identification nationale
  found 1 234 1990 12345, 1234199012345 ≠ 3 234 1990 12345
  national; https://en.wikipedia.org/wiki/National_identification_number
SN_NINEA companies and associations
  form d{7} | d{7} ?d[A-Z]d | d{9}
  label ninea, ninea number, numero ninea
  found 3067221 2G2, 0012345 ≠ 30672
  company, tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
];
