import { z } from "zod";
import { POLICY_NAMES } from "../analyzers/registry.ts";
import { ALERT_KINDS, ALERT_VERDICTS } from "../core/alert-model.ts";
import { id, integer, milliseconds, printableText } from "./schema-services.ts";

/** Alerts after a slow one wait for it. */
const TIMEOUT_MAX_MS = 60_000;

/** A receiver of alerts. */
export const alertSchema = z.strictObject({
  name: id().describe("Name in logs and metrics."),
  kind: z
    .enum(ALERT_KINDS)
    .default("webhook")
    .describe(
      "`webhook`: JSON, signed as Standard Webhooks says. `slack`: for an incoming webhook of Slack, and what reads its shape. `ocsf`: a Detection Finding (class 2004) as JSON. `cef`: a line of the Common Event Format.",
    ),
  url: z
    .string()
    .describe(
      "Where alerts are sent: an http or https URL, which may hold a token in its path or query; for `cef` also `syslog://host:port`, lines over TCP, or `syslogs://host:port` with TLS.",
    ),
  secret: printableText()
    .min(16, "must have 16 characters or more")
    .nullish()
    .describe("Key of the signature (HMAC-SHA256) in `webhook-signature`: `whsec_` and base64, or any text."),
  authorization: printableText().nullish().describe("Value of the `Authorization` header, such as `Splunk TOKEN`."),
  verdicts: z
    .array(z.enum(ALERT_VERDICTS))
    .min(1)
    .default(["blocked"])
    .describe("Outcomes of a request that raise an alert. `unavailable`: a policy that fails closed could not run."),
  policies: z.array(z.enum(POLICY_NAMES)).min(1).optional().describe("Only these policies; absent: any."),
  assets: z.array(id()).min(1).optional().describe("Only these assets; absent: any."),
  per_minute: integer(1, 6000).default(60).describe("Alerts a minute at most; further ones are counted and not sent."),
  dedupe_seconds: integer(0, 86_400)
    .default(300)
    .describe(
      "For so long, equal alerts (verdict, policies, asset, key) are counted and not sent; the next one says how many. 0: all are sent.",
    ),
  timeout_ms: milliseconds(TIMEOUT_MAX_MS)
    .default(5000)
    .describe("Time for one attempt, milliseconds. There are four."),
});

export type AlertWire = z.output<typeof alertSchema>;
