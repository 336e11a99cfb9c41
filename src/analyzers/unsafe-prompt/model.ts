import { storedJson } from "../stored.ts";
import type stored from "./weights.json";

/** What `unsafe_prompt_protection` has learned. */
export const UNSAFE_PROMPT_MODEL = storedJson<typeof stored>(new URL("./weights.json", import.meta.url));
