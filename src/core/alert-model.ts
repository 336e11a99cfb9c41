import type { Egress } from "./egress.ts";
import type { Outcome } from "./model.ts";

/** Shapes that alerts are sent in. */
export const ALERT_KINDS = ["webhook", "slack", "ocsf", "cef"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Outcomes of a request that can raise an alert. */
export const ALERT_VERDICTS = ["blocked", "flagged", "unavailable", "unread"] as const satisfies readonly Outcome[];
export type AlertVerdict = (typeof ALERT_VERDICTS)[number];

/** A configured receiver of alerts. */
export interface AlertSettings {
  readonly name: string;
  readonly kind: AlertKind;
  readonly target:
    | { readonly kind: "http"; readonly url: string }
    /** Lines over TCP, TLS where it is asked for. */
    | { readonly kind: "syslog"; readonly host: string; readonly port: number; readonly isTls: boolean };
  /** Absent: reached directly. */
  readonly egress?: Egress;
  /** Key of the signature; `null`: unsigned. Never log it. */
  readonly secret: string | null;
  /** Value of the `Authorization` header; `null`: none. Never log it. */
  readonly authorization: string | null;
  readonly verdicts: ReadonlySet<string>;
  /** `null`: any. */
  readonly policies: ReadonlySet<string> | null;
  readonly assets: ReadonlySet<string> | null;
  readonly perMinute: number;
  readonly dedupeMs: number;
  readonly timeoutMs: number;
}

/** What happened. Names and ids, never text. */
export interface AlertEvent {
  readonly requestId: string;
  readonly verdict: AlertVerdict;
  readonly policies: readonly string[];
  readonly asset: string | null;
  readonly organization: string | null;
  readonly keyId: string | null;
  /** The endpoint's template, or `proxy`. */
  readonly route: string | null;
}

/** An alert on its way. */
export interface Alert extends AlertEvent {
  /** Milliseconds since the epoch. */
  readonly epochMs: number;
  /** Equal alerts that were not sent since the last one of them. */
  readonly repeated: number;
}
