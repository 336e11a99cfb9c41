import { AGE } from "./detectors/age.ts";
import { COORDINATES } from "./detectors/coordinates.ts";
import { CREDIT_CARD } from "./detectors/credit-card.ts";
import { CRYPTO } from "./detectors/crypto.ts";
import { DATE_OF_BIRTH } from "./detectors/date-of-birth.ts";
import { EMAIL_ADDRESS } from "./detectors/email-address.ts";
import { IBAN_CODE } from "./detectors/iban-code.ts";
import { IP_ADDRESS } from "./detectors/ip-address.ts";
import { MAC_ADDRESS } from "./detectors/mac-address.ts";
import { MRZ } from "./detectors/mrz.ts";
import { LOCATION, PERSON } from "./detectors/person-location.ts";
import { PHONE_NUMBER } from "./detectors/phone-number.ts";
import { STREET_ADDRESS } from "./detectors/street-address.ts";
import { SWIFT_CODE } from "./detectors/swift-code.ts";
import { UK_POSTCODE } from "./detectors/uk-postcode.ts";
import { URL_CREDENTIALS, WEB_ADDRESS } from "./detectors/url.ts";
import { US_SSN } from "./detectors/us-ssn.ts";
import type { PiiDetector } from "./groups.ts";

/** The entity types of `pii_detection`: one line each, sorted. */
export const PII_DETECTORS: readonly PiiDetector[] = [
  AGE,
  COORDINATES,
  CREDIT_CARD,
  CRYPTO,
  DATE_OF_BIRTH,
  EMAIL_ADDRESS,
  IBAN_CODE,
  IP_ADDRESS,
  LOCATION,
  MAC_ADDRESS,
  MRZ,
  PERSON,
  PHONE_NUMBER,
  STREET_ADDRESS,
  SWIFT_CODE,
  UK_POSTCODE,
  URL_CREDENTIALS,
  US_SSN,
  WEB_ADDRESS,
];
