import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";

export interface ExportReports {
  /** The collector does not take spans any more. @param reason a status or a code, no text of the collector */
  readonly lost: (reason: string) => void;
  /** It does again. @param spans that were lost meanwhile */
  readonly recovered: (spans: number) => void;
}

type Done = Parameters<SpanExporter["export"]>[1];

/** Tells once when exports begin to fail, and once when they no longer do. */
export class WatchedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #reports: ExportReports;
  /** Since the last export that went well. */
  #lostSpans = 0;

  constructor(exporter: SpanExporter, reports: ExportReports) {
    this.#exporter = exporter;
    this.#reports = reports;
  }

  readonly export = (spans: ReadableSpan[], done: Done): void => {
    this.#exporter.export(spans, (result) => {
      // Whatever failed has its error.
      if (result.error === undefined) this.#took();
      else this.#refused(spans.length, result.error);
      done(result);
    });
  };

  readonly shutdown = (): Promise<void> => this.#exporter.shutdown();

  #took(): void {
    if (this.#lostSpans > 0) this.#reports.recovered(this.#lostSpans);
    this.#lostSpans = 0;
  }

  #refused(spans: number, error: unknown): void {
    if (this.#lostSpans === 0) this.#reports.lost(reasonOf(error));
    this.#lostSpans += spans;
  }
}

/** The error's message may quote the collector, or an address with its password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "number") return `status ${code}`;
  return typeof code === "string" && /^[A-Z_]{1,40}$/.test(code) ? code : error.name;
}
