/** The Helm chart, rendered by Go's own templates: that its objects are valid, fit each other and the service. Without a cluster. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { parse } from "yaml";
import { configSchema } from "../../src/config/config-schema.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { assertValid, ChartRenderer, chartValues, whyNoGo, type Manifest } from "../support/helm/chart.ts";

const skip = whyNoGo();
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};

const ALL_ON = {
  imagePullSecrets: [{ name: "registry" }],
  image: { digest: `sha256:${"0a".repeat(32)}` },
  envFrom: [{ secretRef: { name: "more" } }],
  serviceAccount: { annotations: { team: "platform" } },
  ingress: {
    enabled: true,
    className: "nginx",
    hosts: ["llm.example.com"],
    tls: [{ secretName: "llm-tls", hosts: ["llm.example.com"] }],
  },
  networkPolicy: { extraEgress: [{ to: [{ podSelector: { matchLabels: { app: "redis" } } }] }] },
  monitoring: { podMonitor: { enabled: true }, rules: { enabled: true }, dashboard: { enabled: true } },
  podLabels: { tier: "gate" },
  podAnnotations: { note: "x" },
  nodeSelector: { disk: "ssd" },
  tolerations: [{ key: "llm", operator: "Exists" }],
  affinity: { nodeAffinity: {} },
  priorityClassName: "high",
  extraVolumes: [{ name: "data", persistentVolumeClaim: { claimName: "gate" } }],
  extraVolumeMounts: [{ name: "data", mountPath: "/data" }],
};

const CASES = {
  "the defaults": {},
  "everything on": ALL_ON,
  "no extras": {
    autoscaling: { enabled: false },
    podDisruptionBudget: { enabled: false },
    networkPolicy: { enabled: false },
    serviceAccount: { create: false },
    existingConfigMap: "mine",
    env: [],
  },
  sidecar: { mode: "sidecar", monitoring: ALL_ON.monitoring },
  injection: { mode: "injection", monitoring: ALL_ON.monitoring, extraVolumeMounts: ALL_ON.extraVolumeMounts },
};

describe("deploy/helm/sallyport", { skip }, () => {
  let chart: ChartRenderer;
  before(() => {
    chart = new ChartRenderer();
  });
  after(() => chart[Symbol.dispose]());

  const only = (manifests: readonly Manifest[], kind: string): Manifest => {
    const [first, ...more] = manifests.filter((manifest) => manifest.kind === kind);
    assert.ok(first !== undefined && more.length === 0, `not one ${kind}`);
    return first;
  };

  for (const [name, values] of Object.entries(CASES)) {
    test(`${name}: each object is valid for its kind, and none stands twice`, () => {
      const manifests = chart.manifests(values);
      for (const manifest of manifests) assert.doesNotThrow(() => assertValid(manifest), manifest.kind);
      const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      assert.deepEqual(names, [...new Set(names)]);
    });
  }

  test("a slip in the name of a field is found", () => {
    const service = only(chart.manifests(), "Service");
    assert.throws(() => assertValid({ ...service, spec: { ...service["spec"], port: [] } }), /port/);
  });

  test("the shipped values make a configuration that the service takes, on the ports that the objects name", () => {
    const manifests = chart.manifests();
    const text: string = only(manifests, "ConfigMap")["data"]["sallyport.yaml"];
    const loaded = loadConfig(text, { file: "sallyport.yaml", env: { OPENAI_API_KEY: "x" } });
    assert.ok(loaded.ok, JSON.stringify(loaded));
    assert.deepEqual(loaded.warnings, []);
    const { port, adminPort, drainSeconds } = loaded.config.server;
    const pod = only(manifests, "Deployment")["spec"].template.spec;
    const [container] = pod.containers;
    assert.deepEqual(
      container.ports.map(({ containerPort }: { readonly containerPort: number }) => containerPort),
      [port, adminPort],
    );
    const waits = Number(container.lifecycle.preStop.exec.command[1]) + drainSeconds;
    assert.ok(pod.terminationGracePeriodSeconds > waits);
    const served = only(manifests, "Service")["spec"];
    assert.equal(served.ports[0].targetPort, container.ports[0].name);
    assert.deepEqual(served.ports.length, 1, "the admin port is no part of the Service");
    for (const [label, value] of Object.entries(served.selector))
      assert.equal(only(manifests, "Deployment")["spec"].template.metadata.labels[label], value);
  });

  test("probes speak TLS where the configuration does", () => {
    const schemes = (config: object): readonly unknown[] => {
      const [container] = only(chart.manifests({ config }), "Deployment")["spec"].template.spec.containers;
      return [container.startupProbe, container.livenessProbe, container.readinessProbe].map(
        (probe: { readonly httpGet: { readonly scheme?: string } }) => probe.httpGet.scheme,
      );
    };
    assert.deepEqual(schemes({}), [undefined, undefined, undefined]);
    const tls = { cert: "/tls/tls.crt", key: "/tls/tls.key" };
    assert.deepEqual(schemes({ server: { tls } }), ["HTTPS", "HTTPS", "HTTPS"]);
  });

  test("a mistake in the values is refused with its place", () => {
    assert.throws(() => chart.render({ autoscaling: { minReplica: 3 } }), /\/autoscaling .*minReplica/);
    assert.throws(() => chart.render({ mode: "daemon" }), /\/mode/);
    assert.throws(
      () => chart.render({ config: { server: { port: 9000 } } }),
      /config\.server\.port: the chart sets it/,
    );
    assert.throws(() => chart.render({ ingress: { enabled: true } }), /ingress\.hosts/);
  });

  test("the schema knows every value of values.yaml, and values.yaml every key of the schema", () => {
    const schema = JSON.parse(
      readFileSync(new URL("../../deploy/helm/sallyport/values.schema.json", import.meta.url), "utf8"),
    ) as { readonly properties: object };
    const keys = new Set([...Object.keys(chartValues()), "global"]);
    assert.deepEqual(new Set(Object.keys(schema.properties)), keys);
  });

  test("the schema takes every section of the configuration", () => {
    const schema = JSON.parse(
      readFileSync(new URL("../../deploy/helm/sallyport/values.schema.json", import.meta.url), "utf8"),
    ) as { readonly properties: { readonly config: { readonly properties: object } } };
    assert.deepEqual(
      new Set(Object.keys(schema.properties.config.properties)),
      new Set(Object.keys(configSchema.shape)),
    );
  });

  test("chart and application have the version of the package", () => {
    const { version: chartVersion, appVersion } = parse(
      readFileSync(new URL("../../deploy/helm/sallyport/Chart.yaml", import.meta.url), "utf8"),
    ) as { readonly version: string; readonly appVersion: string };
    assert.deepEqual([chartVersion, appVersion], [version, version]);
  });

  test("alerts and dashboard are those of config/grafana", () => {
    const manifests = chart.manifests(ALL_ON);
    const alerts: unknown = parse(readFileSync(new URL("../../config/grafana/alerts.yaml", import.meta.url), "utf8"));
    assert.deepEqual(only(manifests, "PrometheusRule")["spec"], alerts);
    const dashboard = manifests.find(({ metadata }) => metadata.name.endsWith("-dashboard"));
    const text = readFileSync(new URL("../../config/grafana/sallyport.json", import.meta.url), "utf8");
    assert.deepEqual(JSON.parse(dashboard?.["data"]["sallyport.json"]), JSON.parse(text));
  });

  test("mode sidecar makes the ConfigMap and leaves the pods to the chart that includes the container", () => {
    assert.deepEqual(
      chart.manifests({ mode: "sidecar" }).map(({ kind }) => kind),
      ["ConfigMap"],
    );
  });

  test("mode injection adds a native sidecar and its volume to labelled pods of the namespace", () => {
    const manifests = chart.manifests({ mode: "injection", injection: { label: { name: "gate", value: "yes" } } });
    const { spec } = only(manifests, "MutatingAdmissionPolicy");
    assert.deepEqual(spec.matchConstraints.objectSelector.matchLabels, { gate: "yes" });
    const expression: string = spec.mutations[0].applyConfiguration.expression;
    for (const part of [
      'restartPolicy: "Always"',
      'Object.spec.initContainers.ports{ containerPort: 8080, name: "gate-http" }',
      'limits: { "memory": "512Mi" }',
      'Object.spec.volumes{ configMap: Object.spec.volumes.configMap{ name: "gate-sallyport" }, name: "sallyport-config" }',
    ])
      assert.ok(expression.includes(part), part);
    assert.equal(expression.split("{").length, expression.split("}").length);
    assert.deepEqual(only(manifests, "MutatingAdmissionPolicyBinding")["spec"].matchResources.namespaceSelector, {
      matchLabels: { "kubernetes.io/metadata.name": "demo" },
    });
  });
});
