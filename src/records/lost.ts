/** On an answer whose record cannot be written, under `store.on_error: degrade`. */
export const LOST_HEADER = "x-guardrail-record";
