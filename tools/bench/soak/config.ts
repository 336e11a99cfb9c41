import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { KEY } from "./traffic.ts";

const SHIPPED = fileURLToPath(new URL("../../../config/sallyport.yaml", import.meta.url));
const UNLIMITED = 1_000_000_000;
/** So few that the memo is full when the warm-up ends: the shipped 20,000 fill in the middle of the run, which looks like a leak. */
const MEMO_ENTRIES = 2000;
const ROUTES = ["POST /sdk/v1/analyze/prompt", "POST /sdk/v1/analyze/response", "POST /sdk/v1/events/record"];

export interface SoakPlaces {
  readonly file: string;
  readonly upstreamUrl: string;
  readonly database: string;
}

/** Writes configurations as editors do: beside the file first, then in its place. */
export class SoakConfig {
  readonly #places: SoakPlaces;
  #written = 0;
  /** How many of the versions written so far were valid, the first aside, and how many were not. */
  readonly counts = { accepted: 0, rejected: 0 };

  constructor(places: SoakPlaces) {
    this.#places = places;
    this.#write(true);
  }

  /** The next version: another one than the last, and each fourth with a mistake. */
  change(kind: "next" | "valid" = "next"): void {
    this.#written += 1;
    const isValid = kind === "valid" || this.#written % 4 !== 0;
    this.#write(isValid);
    this.counts[isValid ? "accepted" : "rejected"] += 1;
  }

  /** The shipped configuration with records on, a provider in its own process, a memo that is full soon, and limits out of the way. */
  #write(isValid: boolean): void {
    const { file, upstreamUrl, database } = this.#places;
    const document = parseDocument(readFileSync(SHIPPED, "utf8"));
    document.setIn(["server", "keep_alive_timeout_ms"], 60_000 + this.#written);
    document.setIn(["server", "verdict_memo_entries"], MEMO_ENTRIES);
    document.setIn(["keys", 0, "secret"], KEY);
    document.setIn(["upstreams", 0, "url"], upstreamUrl);
    document.setIn(["store", "url"], `sqlite:${database}`);
    document.setIn(["limits", "default"], UNLIMITED);
    for (const route of ROUTES) document.setIn(["limits", "routes", route], UNLIMITED);
    if (!isValid) document.setIn(["server", "port"], "no port");
    writeFileSync(`${file}.new`, document.toString());
    renameSync(`${file}.new`, file);
  }
}
