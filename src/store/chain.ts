import { hash } from "node:crypto";
import type { Json } from "../core/model.ts";
import { COLUMNS, type DatabaseRow } from "./rows.ts";

/** The link before the first record. */
export const GENESIS = "0".repeat(64);

/** SHA-256 of a record, hex: of its place in the chain and of all that it holds, unambiguously. */
export function recordDigest(id: number, values: readonly Json[]): string {
  return hash("sha256", JSON.stringify([id, ...values]), "hex");
}

/** What ties a record to all before it, hex. */
export function linkTo(previousLink: string, digest: string): string {
  return hash("sha256", `${previousLink}\n${digest}`, "hex");
}

/** The first place where the chain does not say what was written. */
export interface ChainBreak {
  /** Place in the chain, from 1. */
  readonly id: number;
  /** `null`: nothing stands there, or what is left of it has no name. */
  readonly requestId: string | null;
  readonly reason: "changed" | "missing" | "not linked" | "not of the chain";
}

export interface ChainReport {
  readonly records: number;
  /** Deleted, their digests kept. */
  readonly tombstones: number;
  /** Written before there was a chain: nothing vouches for them. */
  readonly uncovered: number;
  /** Places up to this one are gone, or stood before the chain. */
  readonly anchorId: number;
  readonly headId: number;
  /** Keep it somewhere else: no rewrite of the whole chain can reproduce it. */
  readonly headLink: string;
  readonly broken: ChainBreak | null;
}

/** From where to where a chain goes. */
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
  /** As stored, and as what is stored says. */
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

/** It has nothing but its digests. */
export function tombstoneEntry(row: DatabaseRow, id: number): ChainEntry {
  const digest = String(row["record_sha256"]);
  const link = String(row["link_sha256"]);
  return { id, isTombstone: true, requestId: null, digest, actualDigest: digest, link };
}

/** Types and numbers that no record has are distinguished from all that they have. */
function readable(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  if (typeof value !== "bigint") return `not a value of a record: ${typeof value}`;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : `not a number of a record: ${value}`;
}

/** Goes from entry to entry of one chain, wherever they come from, and says what it has seen. */
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

  /** What stands before the beginning. @returns whether to go on */
  before(row: DatabaseRow, id: number): boolean {
    if (row["link_sha256"] === null) this.#counts.uncovered += 1;
    else this.#broken = { id, requestId: String(row["request_id"]), reason: "not of the chain" };
    return this.#broken === null;
  }

  /** The next entry, in the order of places. @returns whether to go on */
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

  /** After the last entry, or where it broke. */
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
