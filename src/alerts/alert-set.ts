import { isDeepStrictEqual } from "node:util";
import { ALERT_VERDICTS, type AlertEvent, type AlertSettings, type AlertVerdict } from "../core/alert-model.ts";
import { AlertQueue, type AlertQueueOptions } from "./alert-queue.ts";

/** What a request has come to, as its log line names it. */
export interface AlertSource {
  readonly verdict?: string;
  readonly violated?: readonly string[];
  readonly assetId?: string;
  readonly organization?: string;
  readonly keyId?: string;
  readonly route?: string;
}

/** The receivers of the configuration in force. One whose settings a reload does not change keeps what it has sent. */
export class AlertSet {
  readonly #options: AlertQueueOptions;
  #queues: readonly { readonly settings: AlertSettings; readonly queue: AlertQueue }[] = [];

  constructor(options: AlertQueueOptions) {
    this.#options = options;
  }

  use(alerts: readonly AlertSettings[]): void {
    const known = this.#queues;
    this.#queues = alerts.map(
      (settings) =>
        known.find((each) => isDeepStrictEqual(each.settings, settings)) ?? {
          settings,
          queue: new AlertQueue(settings, this.#options),
        },
    );
    for (const each of known) if (!this.#queues.includes(each)) each.queue.close();
  }

  /** A request is over. */
  ended(requestId: string, notes: AlertSource): void {
    const { verdict } = notes;
    if (this.#queues.length === 0 || !isAlerting(verdict)) return;
    const event: AlertEvent = {
      requestId,
      verdict,
      policies: notes.violated ?? [],
      asset: notes.assetId ?? null,
      organization: notes.organization ?? null,
      keyId: notes.keyId ?? null,
      route: notes.route ?? null,
    };
    for (const { queue } of this.#queues) queue.notify(event);
  }

  /** What waits to be sent is given up. */
  close(): void {
    for (const { queue } of this.#queues) queue.close();
  }
}

function isAlerting(verdict: string | undefined): verdict is AlertVerdict {
  return ALERT_VERDICTS.some((name) => name === verdict);
}
