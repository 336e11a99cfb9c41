import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { allMetrics, operationsPage } from "../../tools/metrics-docs.ts";
import { assertFresh } from "../support/fresh.ts";
import { parseExposition } from "../support/prometheus.ts";
import { expose } from "../../src/telemetry/families.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** Labels by the name of a series: `_bucket`, `_sum` and `_count` of a histogram have it too. */
const LABELS = new Map(
  allMetrics().flatMap(({ name, type, labels }): [string, ReadonlySet<string>][] => {
    // Prometheus adds the job and the instance, and in a cluster the namespace.
    const all = new Set([...labels, "namespace", "job", "instance"]);
    if (type !== "histogram") return [[name, all]];
    return [
      [`${name}_bucket`, new Set([...all, "le"])],
      [`${name}_sum`, all],
      [`${name}_count`, all],
    ];
  }),
);

/** Series of ours in an expression, each with the labels that it is asked for. */
function seriesIn(expression: string): readonly (readonly [name: string, labels: readonly string[]])[] {
  return [...expression.matchAll(/\b((?:sallyport|process|nodejs)_[a-z_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", matchers = ""]) => [
      name,
      [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = ""]) => label),
    ],
  );
}

function assertKnown(expression: string): void {
  const series = seriesIn(expression);
  assert.ok(series.length > 0, `no metric in ${expression}`);
  const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/, */));
  for (const [name, asked] of series) {
    const labels = LABELS.get(name);
    assert.ok(labels, `${name} does not exist: ${expression}`);
    for (const label of [...asked, ...grouped])
      assert.ok(labels.has(label), `${name} has no label ${label}: ${expression}`);
  }
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

describe("the dashboard", () => {
  const { panels } = JSON.parse(read("config/grafana/sallyport.json")) as { panels: readonly Panel[] };
  for (const { title, targets = [] } of panels)
    test(`asks for metrics that exist: ${title}`, () => {
      for (const { expr } of targets) assertKnown(expr);
    });

  test("shows every metric of the service", () => {
    const shown = panels
      .flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => seriesIn(expr)))
      .map(([name]) => name);
    const left = allMetrics()
      .map(({ name }) => name)
      .filter((name) => name.startsWith("sallyport_") && !shown.some((each) => each.startsWith(name)));
    // An alert reads the last; a drain lasts seconds; a request that lasts as long as the provider writes says little about the gate.
    assert.deepEqual(left, ["sallyport_request_duration_seconds", "sallyport_draining", "sallyport_config_info"]);
  });
});

describe("the alerts", () => {
  interface Rule {
    readonly alert: string;
    readonly expr: string;
  }
  const { groups } = parse(read("config/grafana/alerts.yaml")) as { groups: readonly { rules: readonly Rule[] }[] };
  for (const { alert, expr } of groups.flatMap(({ rules }) => rules))
    test(`${alert} asks for metrics that exist`, () => assertKnown(expr));

  const exprs = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)).join("\n");
  for (const decision of ["admitted_locally", "refused_locally", "unavailable"])
    test(`tell that limits are not shared: ${decision}`, () => {
      assert.match(exprs, new RegExp(`sallyport_limiter_decisions_total\\{decision=~"[^"]*\\b${decision}\\b`));
      const shown = parseExposition(expose(allMetrics()));
      assert.ok(shown.some(({ labels }) => labels["decision"] === decision));
    });

  test("compare configurations within one job: gates of other apps have their own", () => {
    for (const expr of exprs.split("\n").filter((line) => line.includes("sallyport_config_info")))
      assert.match(expr, /^count by \(namespace, job\)/);
  });
});

describe("docs/operations.md", () => {
  test("has the table of metrics as the code has them: run `npm run docs:metrics`", () => {
    assertFresh("docs/operations.md", operationsPage(), "npm run docs:metrics");
  });

  test("names no metric that does not exist", () => {
    const names = new Set([...LABELS.keys(), ...allMetrics().map(({ name }) => name)]);
    for (const [name] of seriesIn(read("docs/operations.md"))) assert.ok(names.has(name), name);
  });
});

describe("metrics", () => {
  test("are named as Prometheus asks: one name each, units last, counters `_total`", () => {
    const all = allMetrics();
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
    for (const { name, type } of all) assert.equal(name.endsWith("_total"), type === "counter", name);
    for (const { name, type } of all.filter(({ type }) => type === "histogram"))
      assert.match(name, /_(?:seconds|characters)$/, type);
  });

  test("can be scraped before anything has happened", () => {
    assert.ok(parseExposition(expose(allMetrics())).length > allMetrics().length / 2);
  });
});
