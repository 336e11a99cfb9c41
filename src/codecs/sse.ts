/** One server-sent event as it came, with the fields that matter read out. */
export interface SseEvent {
  /** The event's exact bytes, closing blank line included; what is forwarded when nothing changes. */
  readonly raw: string;
  /** Value of the `event` field, or `""`. */
  readonly event: string;
  /** `data` lines joined by `\n`; `null` for a comment or an event without data. */
  readonly data: string | null;
}
