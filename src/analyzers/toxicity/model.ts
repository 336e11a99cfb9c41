import { storedJson } from "../stored.ts";
import type stored from "./weights.json";

/** What `toxicity_detection` has learned. */
export const TOXICITY_MODEL = storedJson<typeof stored>(new URL("./weights.json", import.meta.url));
