import { storedJson } from "../stored.ts";
import type stored from "./weights.json";

/** What `unsafe_response_detection` has learned. */
export const UNSAFE_RESPONSE_MODEL = storedJson<typeof stored>(new URL("./weights.json", import.meta.url));
