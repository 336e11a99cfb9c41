import { storedJson } from "../stored.ts";
import type stored from "./weights.json";

/** What `prompt_injection_detection` has learned. */
export const INJECTION_MODEL = storedJson<typeof stored>(new URL("./weights.json", import.meta.url));
