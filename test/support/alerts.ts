import type { AlertSettings } from "../../src/core/alert-model.ts";

export function makeAlert(over: Partial<AlertSettings> = {}): AlertSettings {
  return {
    name: "soc",
    kind: "webhook",
    target: { kind: "http", url: "http://127.0.0.1:9/" },
    secret: null,
    authorization: null,
    verdicts: new Set(["blocked"]),
    policies: null,
    assets: null,
    perMinute: 60,
    dedupeMs: 300_000,
    timeoutMs: 5000,
    ...over,
  };
}
