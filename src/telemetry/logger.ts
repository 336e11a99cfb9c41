import { destination as openDestination, type DestinationStream } from "pino";

/** What the rest of the code may say to the log. Fields hold no text, no secrets, no headers, no queries. */
export interface Logger {
  readonly debug: (fields: object, message: string) => void;
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
}

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Where lines go; standard output when absent. */
  readonly destination?: DestinationStream;
  /** On every line. */
  readonly fields?: Readonly<Record<string, string | number>>;
}

/** Lines are written together: one system call a line would be the dearest part of a short request. */
const BUFFER_BYTES = 4096;
/** The longest that a line waits for others. */
const FLUSH_MS = 500;

/** As Bunyan and pino number them. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50, silent: Infinity } as const;

/** A JSON logger on standard output. `flush` writes what is buffered: call it before the process ends. */
export function createLogger(options: LoggerOptions): Logger & { readonly flush: () => void } {
  const sink =
    options.destination === undefined
      ? openDestination({ fd: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS })
      : options.destination;
  const flush = (): void => {
    if ("flushSync" in sink && typeof sink.flushSync === "function") sink.flushSync();
  };
  const common = membersOf(options.fields ?? {});
  const at = (level: keyof Logger): Logger["info"] => {
    const number = LEVELS[level];
    if (number < LEVELS[options.level]) return () => {};
    // Its members are written as they are: a line that is put together as an object first takes twice as long.
    return (fields, message) => {
      const members = `"level":${number},"time":${Date.now()}${common}${membersOf(fields)}`;
      sink.write(`{${members},"msg":${JSON.stringify(message)}}\n`);
    };
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error"), flush };
}

/** An object's members as JSON, a comma before each. */
function membersOf(fields: object): string {
  const members = JSON.stringify(fields).slice(1, -1);
  return members === "" ? "" : `,${members}`;
}

/** How many errors deep a chain of causes is told. */
const CAUSES_MAX = 4;

/**
 * What a log line may say of a thrown value: names, codes and stack frames. Messages stay out, since they may quote the
 * text that was being read.
 */
export function describeError(error: unknown): object {
  const chain: object[] = [];
  let current = error;
  while (current instanceof Error && chain.length < CAUSES_MAX) {
    const code = "code" in current && typeof current.code === "string" ? current.code : null;
    chain.push({ name: current.name, code, frames: framesOf(current) });
    current = current.cause;
  }
  return { chain: chain.length === 0 ? [{ name: typeof error }] : chain };
}

/** What stands behind the message: in the message a line may look like a frame. None where the message is not found. */
function framesOf({ message, stack = "" }: Error): readonly string[] {
  const at = stack.indexOf(message);
  const lines = at === -1 ? [] : stack.slice(at + message.length).split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
}
