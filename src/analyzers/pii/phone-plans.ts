/**
 * Whether a number in international form is one of its country's numbering plan. The plans are those of libphonenumber-js,
 * and so is what counts as valid; its parser makes new patterns for every number, a hundred times the cost of the check.
 */
import metadata from "libphonenumber-js/max/metadata";

/** `valid`: assigned by the plan; `possible`: of a length that the plan has. */
export type PhoneVerdict = "valid" | "possible" | null;

interface Plan {
  readonly general: RegExp;
  /** Of subscribers' numbers of any kind. */
  readonly kinds: readonly { readonly pattern: RegExp; readonly lengths: readonly number[] }[];
  readonly lengths: readonly number[];
  /** The national prefix, and its replacement. */
  readonly prefix: RegExp | null;
  readonly prefixRule: string | null;
  /** Leading digits of the numbers of a country that shares its calling code. */
  readonly leading: RegExp | null;
}

/** Positions in the records of version 4. */
const GENERAL = 2;
const LENGTHS = 3;
const PREFIX = 5;
/** If the prefix has several forms. */
const PREFIX_FORMS = 7;
const PREFIX_RULE = 8;
const LEADING = 10;
const KINDS = 11;
/** Fixed line to shared cost. */
const KINDS_MAX = 10;
/** Digits of a calling code and of a national number (E.164, and some that are longer). */
const CODE_MAX = 3;
const NATIONAL_MIN = 2;
const NATIONAL_MAX = 17;

/** By calling code; filled on demand. */
const plansByCode: (readonly Plan[] | undefined)[] = Array.from({ length: 10 ** CODE_MAX }, () => undefined);

/** `digits`: calling code and national number, without a plus. */
export function phoneVerdict(digits: string): PhoneVerdict {
  if (digits.startsWith("0")) return null;
  let code = 0;
  for (let length = 1; length <= CODE_MAX && length <= digits.length; length++) {
    code = code * 10 + digits.charCodeAt(length - 1) - 0x30;
    const plans = plansOf(code);
    const main = plans[0];
    if (main !== undefined) return verdictIn(plans, main, nationalOf(plans, main, digits.slice(length)));
  }
  return null;
}

function verdictIn(plans: readonly Plan[], main: Plan, national: string): PhoneVerdict {
  if (national.length < NATIONAL_MIN || national.length > NATIONAL_MAX) return null;
  if (!plans.some((plan) => hasLength(plan, national.length))) return null;
  const plan = countryOf(plans, national) ?? main;
  if (isOfKind(plan, national)) return "valid";
  return plan.lengths.includes(national.length) ? "possible" : null;
}

/** Whether the plan has numbers of that many digits. */
const hasLength = ({ lengths, kinds }: Plan, length: number): boolean =>
  lengths.includes(length) || kinds.some((kind) => kind.lengths.includes(length));

/** The plan of the country that a number belongs to, of those that share its calling code. */
function countryOf(plans: readonly Plan[], national: string): Plan | undefined {
  if (plans.length === 1) return plans[0];
  return plans.find((plan) => (plan.leading === null ? isOfKind(plan, national) : plan.leading.test(national)));
}

function isOfKind({ general, kinds }: Plan, national: string): boolean {
  return (
    general.test(national) &&
    kinds.some(({ pattern, lengths }) => lengths.includes(national.length) && pattern.test(national))
  );
}

/** Without the national prefix that people write even in international numbers: `+49 (0)30 …`. */
function nationalOf(plans: readonly Plan[], main: Plan, number: string): string {
  const national = withoutPrefix(main, number);
  if (national === number || (main.general.test(number) && !main.general.test(national))) return number;
  const { lengths } = countryOf(plans, national) ?? main;
  return lengths.includes(national.length) || national.length > (lengths.at(-1) ?? 0) ? national : number;
}

function withoutPrefix({ prefix, prefixRule }: Plan, number: string): string {
  const found = prefix?.exec(number) ?? null;
  if (prefix === null || found === null) return number;
  const isRewritten = prefixRule !== null && found.length > 1 && Boolean(found.at(-1));
  return isRewritten ? number.replace(prefix, prefixRule) : number.slice(found[0].length);
}

const plansOf = (code: number): readonly Plan[] => (plansByCode[code] ??= recordsOf(String(code)).map(planOf));

const entriesOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const numbersOf = (value: unknown): readonly number[] => listOf(value).filter((entry) => typeof entry === "number");

const { country_calling_codes: callingCodes, countries, nonGeographic }: Record<string, unknown> = { ...metadata };
const COUNTRIES_BY_CODE = entriesOf(callingCodes);
const RECORDS_BY_COUNTRY = entriesOf(countries);
const RECORDS_WITHOUT_COUNTRY = entriesOf(nonGeographic);

/** The records of the countries that share a calling code, the main one first. */
function recordsOf(code: string): readonly (readonly unknown[])[] {
  const sharing = listOf(COUNTRIES_BY_CODE.get(code)).map((country) => RECORDS_BY_COUNTRY.get(String(country)));
  return [...sharing, RECORDS_WITHOUT_COUNTRY.get(code)].map(listOf).filter((record) => record.length > 0);
}

function planOf(record: readonly unknown[]): Plan {
  const lengths = numbersOf(record[LENGTHS]);
  const prefix = textOf(record[PREFIX_FORMS]) ?? textOf(record[PREFIX]);
  const leading = textOf(record[LEADING]);
  return {
    general: whole(textOf(record[GENERAL]) ?? ""),
    kinds: listOf(record[KINDS])
      .slice(0, KINDS_MAX)
      .flatMap((kind) => {
        const [pattern, own] = listOf(kind);
        const text = textOf(pattern);
        return text === null ? [] : [{ pattern: whole(text), lengths: own === undefined ? lengths : numbersOf(own) }];
      }),
    lengths,
    prefix: prefix === null ? null : new RegExp(`^(?:${prefix})`),
    prefixRule: textOf(record[PREFIX_RULE]),
    leading: leading === null ? null : new RegExp(`^(?:${leading})`),
  };
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
