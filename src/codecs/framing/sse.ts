/** One event of a stream as it came, with the fields that matter read out. */
export interface SseEvent {
  /** The event's exact text, closing blank line included; what is forwarded when nothing changes. */
  readonly raw: string;
  /** Value of the `event` field, or `""`. */
  readonly event: string;
  /** `data` lines joined by `\n`; `null` for a comment or an event without data. */
  readonly data: string | null;
  /** Of a JSON array's element: how much of `raw` stands before its data (`[`, `,`, white space), UTF-16 units. */
  readonly lead?: number;
}
