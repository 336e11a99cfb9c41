/** Faults of the process at a signal, with messages as libraries write them: `NODE_OPTIONS="--import ./test/support/fault.ts"`. */
const text = process.env["FAULT_TEXT"] ?? "";

process.on("SIGUSR2", () => {
  void Promise.reject(
    new TypeError(`cannot read ${text}`, { cause: new Error(`${text}\n    at ${text} (${text}:1:1)`) }),
  );
  setImmediate(() => {
    throw new RangeError(`${text}\n    at ${text}`);
  });
});
