import { codeOf } from "../core/errors.ts";
import { destination as openDestination, pino, type DestinationStream } from "pino";

/** The log. Fields hold no text, no secrets, no headers, no queries. */
export interface Logger {
  readonly debug: (fields: object, message: string) => void;
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
}

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Where lines go; standard output when absent. */
  readonly destination?: DestinationStream;
  /** On every line. */
  readonly fields?: Readonly<Record<string, string | number>>;
}

/** Lines are buffered: a system call per line would dominate the cost of a short request. */
const BUFFER_BYTES = 4096;
/** Longest delay of a line. */
const FLUSH_MS = 500;

/** A JSON logger on standard output. `flush` writes what is buffered: call it before the process ends. */
export function createLogger(options: LoggerOptions): Logger & { readonly flush: () => void } {
  const sink =
    options.destination === undefined
      ? openDestination({ fd: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS })
      : options.destination;
  const logger = pino({ level: options.level, base: options.fields ?? null }, sink);
  const flush = (): void => {
    if ("flushSync" in sink && typeof sink.flushSync === "function") sink.flushSync();
  };
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    flush,
  };
}

/** Logs what no code of the service has caught. */
export function logUncaught(logger: Logger): void {
  process.on("uncaughtException", (error) => logger.error({ error: describeError(error) }, "uncaught exception"));
  process.on("unhandledRejection", (error) => logger.error({ error: describeError(error) }, "unhandled rejection"));
}

/** How many errors deep a chain of causes is reported. */
const CAUSES_MAX = 4;

/**
 * A thrown value for the log: names, codes and stack frames. Messages are dropped, since they may quote input.
 */
export function describeError(error: unknown): object {
  const chain: object[] = [];
  let current = error;
  while (current instanceof Error && chain.length < CAUSES_MAX) {
    chain.push({ name: current.name, code: codeOf(current), frames: framesOf(current) });
    current = current.cause;
  }
  return { chain: chain.length === 0 ? [{ name: typeof error }] : chain };
}

/** The frames after the message, in which a line may look like a frame. None if the message is not found. */
function framesOf({ message, stack = "" }: Error): readonly string[] {
  const at = stack.indexOf(message);
  const lines = at === -1 ? [] : stack.slice(at + message.length).split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
}
