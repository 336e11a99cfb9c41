import type { Metric } from "./exposition.ts";
import { readMetric } from "./families.ts";

/** What only the running service knows; read on demand. */
export interface Gauges {
  /** Requests whose answer is not over, proxied ones included. */
  readonly requests: () => number;
  /** Proxied exchanges, open WebSockets included. */
  readonly exchanges: () => number;
  /** What is bounded of them: those whose answer has not begun, and those whose answer goes on. */
  readonly bounded: { readonly requests: number; readonly streams: number };
  readonly isDraining: () => boolean;
  /** False when the newest configuration was refused. */
  readonly isConfigCurrent: () => boolean;
  /** Of the configuration in force. */
  readonly configDigest: () => string;
}

/** As `/readyz` and the log show it. */
const DIGEST_SHOWN = 12;

export function appMetrics(gauges: Gauges): readonly Metric[] {
  const { requests, exchanges, bounded, isDraining, isConfigCurrent, configDigest } = gauges;
  return [
    readMetric(
      {
        name: "sallyport_in_flight",
        help: "Requests under way, and among them proxied exchanges; open WebSockets count as exchanges. unanswered: what server.max_requests bounds; stream: what server.max_streams bounds.",
        labels: ["kind"],
      },
      () => [
        [requests(), "request"] as const,
        [exchanges(), "exchange"] as const,
        [bounded.requests, "unanswered"] as const,
        [bounded.streams, "stream"] as const,
      ],
    ),
    readMetric({ name: "sallyport_draining", help: "1 after a signal to stop, else 0.", merge: "min" }, () => [
      [isDraining() ? 1 : 0],
    ]),
    readMetric(
      {
        name: "sallyport_config_last_reload_successful",
        help: "0 while the newest configuration was refused, else 1.",
        merge: "min",
      },
      () => [[isConfigCurrent() ? 1 : 0]],
    ),
    readMetric(
      {
        name: "sallyport_config_info",
        help: "1; the digest names the configuration in force.",
        labels: ["digest"],
        merge: "max",
      },
      () => [[1, configDigest().slice(0, DIGEST_SHOWN)]],
    ),
  ];
}
