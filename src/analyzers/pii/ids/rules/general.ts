import { idCards } from "../cards.ts";
import { isOneSign } from "../checks.ts";

const isVaried = (compact: string): boolean => !isOneSign(compact);

/**
 * What a general word calls by its kind where no country is named and no check digit tells which it is: better a general
 * name for it than none. Sorted by id.
 */
export const GENERAL_IDS = idCards(
  { country: null },
  `
BANK_ACCOUNT bank account of an unknown country
  form d{7,18} | d{2,6}-d{4,10} | d{2,6} d{4,10}
  label iban or account, numero de cuenta bancaria
  found 123456789012, 1234-567890 ≠ 12345, 00000000
  bank; check isVaried; weak; https://www.iso.org/standard/81090.html
DRIVER_LICENSE driving licence of an unknown country
  form [A-Z]{0,3}d{6,14} | [A-Z]d{3,6}-d{3,6}-d{3,6} | d{2,9}[A-Z]{1,3}d{0,6} | dd-dd-d{6} | dd-dd-d{6}-dd
  label driver id, driver identification
  found AB1234567, 12345678 ≠ 12345, ABCDEFGH
  driver; check isVaried; weak; https://en.wikipedia.org/wiki/Driver%27s_license
LICENSE_PLATE number plate of an unknown country
  form [A-Z]{1,3}-?d{2,4}-?[A-Z]{0,3} | d{1,4}-?[A-Z]{1,3}-?d{1,4} | [A-Z]{1,3}-?[A-Z]{1,2}-?d{1,4} | d{1,4} [A-Z]{2,3}
  label number plates, plates
  found AB-123-CD, 1234 ABC ≠ ABCDEF, 1234567
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plate
NATIONAL_ID identity card or personal number of an unknown country
  form d{7,14} | [A-Z]{1,3}d{6,10}[A-Z]? | d{6,10}[A-Z] | d{5,8}-d{3,7}-?d? | d{1,2}.ddd.ddd-?[0-9A-Z]?
  label national insurance card, national registration card
  found 1234567890, AB1234567 ≠ 123456, 0000000000
  national; check isVaried; weak; https://en.wikipedia.org/wiki/National_identification_number
PASSPORT passport of an unknown country
  form [A-Z]{0,2}d{6,9} | [A-Z]d{3}[A-Z]d{4} | [A-Z]d{6,7}[A-Z]{1,2} | dd[A-Z]{2}d{5}
  label passport book number, passport details
  found A12345678, M123A4567, 912803456 ≠ A12345, 00000000
  passport; check isVaried; weak; https://www.icao.int/publications/Documents/9303_p4_cons_en.pdf
SOCIAL_SECURITY_NUMBER social insurance of an unknown country
  form d{8,13} | d{2,4}-d{2,6}-d{2,6} | d{2,4} d{2,6} d{2,6} | [A-Z]{1,2}d{6,10}[A-Z]?
  label social insurance id, social security id
  found 123456789, 12-345678-90 ≠ 12345, 00000000
  social; check isVaried; weak; https://en.wikipedia.org/wiki/National_identification_number
TAX_ID taxpayer of an unknown country
  form [A-Z]{0,2}d{8,14}[A-Z]? | d{2,4}-d{2,7}-d{1,4} | d{2,3} ddd ddd ddd? | d{2,3}/d{3,4}/d{4,5}
  label tax payer reference number
  found 123456789, 12-345-678 ≠ 1234, 00000000
  tax; check isVaried; weak; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  { isVaried },
);
