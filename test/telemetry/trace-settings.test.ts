import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readTraceSettings } from "../../src/telemetry/trace-settings.ts";

const ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
const env = (over: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  [ENDPOINT]: "http://collector:4318",
  ...over,
});
const settingsOf = (over: Readonly<Record<string, string>> = {}) => readTraceSettings(env(over)).settings;

describe("readTraceSettings", () => {
  test("traces nothing unless a collector is named", () => {
    assert.deepEqual(readTraceSettings({}), { settings: null, problems: [] });
    assert.equal(settingsOf({ [ENDPOINT]: " " }), null);
    assert.equal(settingsOf({ OTEL_SDK_DISABLED: "TRUE" }), null);
    assert.equal(settingsOf({ OTEL_TRACES_EXPORTER: "none" }), null);
  });

  test("takes the specification's defaults", () => {
    assert.deepEqual(readTraceSettings(env()), {
      settings: {
        url: "http://collector:4318/v1/traces",
        sampler: "parentbased_always_on",
        ratio: 1,
        resource: { "service.name": "sallyport" },
        batch: { delayMs: 5000, timeoutMs: 30_000, queueMax: 2048, sizeMax: 512 },
      },
      problems: [],
    });
  });

  test("adds the path to the address of all signals, and none to that of traces", () => {
    assert.equal(settingsOf({ [ENDPOINT]: "https://c/otlp/" })?.url, "https://c/otlp/v1/traces");
    assert.equal(settingsOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://t/own" })?.url, "https://t/own");
  });

  test("reads names, attributes, sampler and bounds", () => {
    const settings = settingsOf({
      OTEL_SERVICE_NAME: "gate",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=other, a=1%2C2",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
      OTEL_BSP_MAX_QUEUE_SIZE: "100",
    });
    assert.deepEqual(settings?.resource, { "service.name": "gate", a: "1,2" });
    assert.deepEqual([settings?.sampler, settings?.ratio], ["parentbased_traceidratio", 0.25]);
    // An export is never larger than the queue.
    assert.deepEqual([settings?.batch.queueMax, settings?.batch.sizeMax], [100, 100]);
  });

  test("goes on without what it does not understand, and names variables, never values", () => {
    const { settings, problems } = readTraceSettings(
      env({
        OTEL_TRACES_SAMPLER: "hunter2",
        OTEL_TRACES_SAMPLER_ARG: "hunter2",
        OTEL_BSP_SCHEDULE_DELAY: "hunter2",
        OTEL_BSP_MAX_QUEUE_SIZE: "1e9",
        OTEL_RESOURCE_ATTRIBUTES: "hunter2,b=%E0%A4%A",
        OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
      }),
    );
    assert.deepEqual(settings, settingsOf());
    assert.equal(problems.length, 7);
    assert.ok(problems.every((problem) => problem.startsWith("OTEL_") && !problem.includes("hunter2")));
  });

  test("traces nothing where the address is none", () => {
    for (const address of ["collector:4318", "nowhere", "ftp://c"]) {
      const { settings, problems } = readTraceSettings({ [ENDPOINT]: address });
      assert.equal(settings, null);
      assert.deepEqual(problems, [`${ENDPOINT} is no http URL: nothing is traced`]);
    }
  });
});
