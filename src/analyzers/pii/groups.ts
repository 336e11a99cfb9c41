import type { SpanDetector } from "../detector.ts";

/** What kinds of personal data have in common, in a few words for the documentation. Each kind belongs to one of them. */
export const GROUPS = {
  contact: "what reaches a person: mail addresses, phone numbers, postal addresses",
  credentials: "user and password in an address",
  dates: "dates of birth and ages",
  financial: "cards, bank accounts, wallets, and the codes that belong to them",
  government: "numbers of persons, identity cards, passports, driving licences, taxes and registered companies",
  health: "health insurance cards, numbers of patients, of physicians and of care providers",
  names: "names of persons, wherever they stand",
  network: "IP and hardware addresses, web addresses, numbers of devices",
  organizations: "names of organizations",
  places: "names of places, postcodes that stand alone, coordinates",
  vehicle: "number plates and numbers of vehicles",
} as const;

export type PiiGroup = keyof typeof GROUPS;

const isGroup = (name: string): name is PiiGroup => Object.hasOwn(GROUPS, name);

/** The group of that name; `null` without one. */
export const groupNamed = (name: string): PiiGroup | null => (isGroup(name) ? name : null);

/** A detector of personal data. */
export interface PiiDetector extends SpanDetector {
  readonly group: PiiGroup;
  /** Among `identifiers` it counts only in identifying context: most of what it finds concerns no private person. Absent: always. */
  readonly isContextual?: true;
}
