import type { InlineGuards } from "../access/inline-guards.ts";
import type { Runtime } from "../access/runtime.ts";
import type { ApiKey } from "../config/config-model.ts";
import type { Clock } from "../core/clock.ts";
import type { LimitState } from "../core/stores.ts";
import type { LongTexts } from "../engine/offload.ts";
import type { Exchange } from "../http/exchange.ts";
import type { RecordGuards } from "../records/content.ts";
import type { RecordStore } from "../store/record-store.ts";
import type { Limiter } from "../state/limiter.ts";
import type { Sessions } from "../state/session-turns.ts";
import type { UsageTable } from "../state/usage-counts.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** Services that the endpoints share for the life of the process. */
export interface ApiService {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limiter: Limiter;
  readonly store: RecordStore;
  /** Resolves when the record of a proxied exchange that is being written has been. */
  readonly recorded: (requestId: string) => Promise<unknown>;
  /** False under `store.url: none`: nothing is prepared for a record then. */
  readonly isRecording: boolean;
  readonly inlineGuards: InlineGuards;
  readonly recordGuards: RecordGuards;
  readonly longTexts: LongTexts;
  readonly sessions: Sessions;
  /** Requests by key and by secret. */
  readonly keyUsage: UsageTable;
  readonly health: Health;
  readonly metrics: Metrics;
  /** All that is counted, in Prometheus' text format. */
  readonly exposition: () => string | Promise<string>;
}

export interface Health {
  readonly isDraining: () => boolean;
  readonly lastReload: () => "none" | "accepted" | "rejected";
  readonly limits: () => LimitState;
  /** `shedding`: requests have been refused for overload in the last seconds. */
  readonly load: () => "normal" | "shedding";
}

/** One call: its exchange, the snapshot it runs on, and the path's parameter (`""` where the route has none). */
export interface Call {
  readonly exchange: Exchange;
  readonly runtime: Runtime;
  readonly parameter: string;
  /** The route, as limits and records name it: `POST /sdk/v1/analyze/prompt`. */
  readonly endpoint: string;
}

/** Answers the call; a thrown `ServiceError` is answered by the caller. */
export type Handler = (call: Call, service: ApiService) => void | Promise<void>;

/** A call whose key is known and whose limit is not spent. */
export interface KeyedCall extends Call {
  readonly key: ApiKey;
}

/** A call that is recorded, even if it is refused. */
export interface RecordedCall extends KeyedCall {
  readonly record: RecordState;
}

/** What the handler of a recorded call has settled so far. */
export interface RecordState {
  /** There must be no record: the caller asked for that, or its key may not save. */
  isDeclined: boolean;
  /** The outcome is reported, and recorded if possible: a failure from here on is no refusal. */
  isConcluded: boolean;
  /** Policies are asked: a failure from here on means that they could not answer. */
  isJudging: boolean;
}

export type RecordedHandler = (call: RecordedCall, service: ApiService) => void | Promise<void>;

export type KeyedHandler = (call: KeyedCall, service: ApiService) => void | Promise<void>;
