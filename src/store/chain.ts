import { hash } from "node:crypto";
import type { Json } from "../core/model.ts";
import { COLUMNS, type DatabaseRow } from "./rows.ts";

/** The link before the first record. */
export const GENESIS = "0".repeat(64);

/** SHA-256 of a record's place and values in an unambiguous encoding, hex. */
export function recordDigest(id: number, values: readonly Json[]): string {
  return hash("sha256", JSON.stringify([id, ...values]), "hex");
}

/** The hash that links a record to all earlier ones, hex. */
export function linkTo(previousLink: string, digest: string): string {
  return hash("sha256", `${previousLink}\n${digest}`, "hex");
}

/** The first place where the chain differs from what was written. */
export interface ChainBreak {
  /** Place in the chain, from 1. */
  readonly id: number;
  /** `null`: the record is missing or is a tombstone. */
  readonly requestId: string | null;
  readonly reason: "changed" | "missing" | "not linked" | "not of the chain";
}

export interface ChainReport {
  readonly records: number;
  /** Deleted records whose digests are kept. */
  readonly tombstones: number;
  /** Written before the chain existed: not protected. */
  readonly uncovered: number;
  /** Records up to this place are deleted, or precede the chain. */
  readonly anchorId: number;
  readonly headId: number;
  /** Keep a copy outside the store: no rewrite of the chain can reproduce it. */
  readonly headLink: string;
  readonly broken: ChainBreak | null;
}

/** Both ends of a chain. */
interface ChainEnds {
  readonly anchorId: number;
  readonly anchorLink: string;
  readonly headId: number;
  readonly headLink: string;
}

export interface ChainEntry {
  readonly id: number;
  readonly isTombstone: boolean;
  readonly requestId: string | null;
  /** As stored, and as computed from the stored values. */
  readonly digest: string;
  readonly actualDigest: string;
  readonly link: string;
}

type Values = readonly (string | number | null)[];

export function recordEntry(row: DatabaseRow, id: number, digestOf: (values: Values) => string): ChainEntry {
  const requestId = typeof row["request_id"] === "string" ? row["request_id"] : null;
  const actualDigest = digestOf(COLUMNS.map((column) => readable(row[column])));
  return { ...tombstoneEntry(row, id), isTombstone: false, requestId, actualDigest };
}

/** A tombstone consists of its digests. */
export function tombstoneEntry(row: DatabaseRow, id: number): ChainEntry {
  const digest = String(row["record_sha256"]);
  const link = String(row["link_sha256"]);
  return { id, isTombstone: true, requestId: null, digest, actualDigest: digest, link };
}

/** Foreign types and out-of-range numbers become values that no record has. */
function readable(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  if (typeof value !== "bigint") return `not a value of a record: ${typeof value}`;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : `not a number of a record: ${value}`;
}

/** Walks the entries of one chain, from any store, and reports the result. */
export class ChainWalk {
  readonly #ends: ChainEnds;
  readonly #counts = { records: 0, tombstones: 0, uncovered: 0 };
  #link: string;
  #next: number;
  #broken: ChainBreak | null = null;

  constructor(ends: ChainEnds) {
    this.#ends = ends;
    this.#link = ends.anchorLink;
    this.#next = ends.anchorId + 1;
  }

  /** A record before the anchor. @returns whether to continue */
  before(row: DatabaseRow, id: number): boolean {
    if (row["link_sha256"] === null) this.#counts.uncovered += 1;
    else this.#broken = { id, requestId: String(row["request_id"]), reason: "not of the chain" };
    return this.#broken === null;
  }

  /** The next entry, in order. @returns whether to continue */
  step({ id, isTombstone, requestId, digest, actualDigest, link }: ChainEntry): boolean {
    if (id !== this.#next) this.#broken = { id: this.#next, requestId: null, reason: "missing" };
    else if (actualDigest !== digest) this.#broken = { id, requestId, reason: "changed" };
    else {
      this.#link = linkTo(this.#link, digest);
      if (this.#link !== link) this.#broken = { id, requestId, reason: "not linked" };
    }
    if (this.#broken !== null) return false;
    this.#counts[isTombstone ? "tombstones" : "records"] += 1;
    this.#next += 1;
    return true;
  }

  /** The result, after the last entry or the break. */
  report(): ChainReport {
    const { anchorId, headId, headLink } = this.#ends;
    return { ...this.#counts, anchorId, headId, headLink, broken: this.#broken ?? this.#brokenEnd() };
  }

  #brokenEnd(): ChainBreak | null {
    const { headId, headLink } = this.#ends;
    if (this.#next <= headId) return { id: this.#next, requestId: null, reason: "missing" };
    const isWhole = this.#next === headId + 1 && this.#link === headLink;
    return isWhole ? null : { id: headId, requestId: null, reason: "not linked" };
  }
}
