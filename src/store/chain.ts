import { hash } from "node:crypto";
import type { Json } from "../core/model.ts";

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
