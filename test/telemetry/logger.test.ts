import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createLogger, describeError } from "../../src/telemetry/logger.ts";

describe("createLogger", () => {
  const capture = (
    level: "debug" | "warn",
  ): { readonly lines: string[]; readonly logger: ReturnType<typeof createLogger> } => {
    const lines: string[] = [];
    return { lines, logger: createLogger({ level, destination: { write: (line: string) => void lines.push(line) } }) };
  };

  test("writes one JSON line an entry", () => {
    const { lines, logger } = capture("debug");
    logger.info({ request_id: "r", absent: undefined }, "request");
    const { time, ...entry } = JSON.parse(lines[0] ?? "") as Record<string, unknown>;
    assert.equal(typeof time, "number");
    assert.deepEqual(entry, { level: 30, request_id: "r", msg: "request" });
    assert.match(lines[0] ?? "", /\n$/);
  });

  test("writes level, time, what all lines tell, its own fields and the message, in that order", () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ level: "debug", destination, fields: { worker: 1 } });
    logger.warn({ quoted: '"\n', list: [1, null], undefined }, 'a "message"');
    logger.error({}, "b");
    assert.match(
      lines.join(""),
      /^\{"level":40,"time":\d+,"worker":1,"quoted":"\\"\\n","list":\[1,null\],"msg":"a \\"message\\""\}\n\{"level":50,"time":\d+,"worker":1,"msg":"b"\}\n$/,
    );
  });

  test("leaves out what is below its level", () => {
    const { lines, logger } = capture("warn");
    logger.debug({}, "a");
    logger.info({}, "b");
    logger.warn({}, "c");
    logger.error({}, "d");
    assert.equal(lines.length, 2);
    logger.flush();
  });
});

describe("describeError", () => {
  test("tells names, codes and frames of an error and its causes, and no message", () => {
    const cause = Object.assign(new TypeError("hunter2"), { code: "E_CAUSE" });
    const told = JSON.stringify(describeError(new Error("the prompt was hunter2\n  and more", { cause })));
    assert.match(told, /"TypeError","code":"E_CAUSE"/);
    assert.match(told, /logger\.test/);
    assert.doesNotMatch(told, /hunter2|and more/);
  });

  test("takes no line of a message for a frame", () => {
    const told = JSON.stringify(describeError(new Error("x\n    at hunter2 (y:1:1)\n    at hunter2")));
    assert.match(told, /logger\.test/);
    assert.doesNotMatch(told, /hunter2/);
  });

  test("tells no frames where the message has been changed", () => {
    const error = new Error("x\n    at hunter2");
    error.message = "another";
    assert.doesNotMatch(JSON.stringify(describeError(error)), /hunter2/);
  });

  test("tells no value that is not an error", () => {
    assert.deepEqual(describeError("hunter2"), { chain: [{ name: "string" }] });
  });

  test("ends a circle of causes", () => {
    const error = new Error("a");
    error.cause = error;
    assert.equal((describeError(error) as { chain: unknown[] }).chain.length, 4);
  });
});
