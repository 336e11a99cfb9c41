/**
 * The manifests as `kubectl kustomize` renders them, without a cluster: that they fit each other and the service. What a
 * cluster makes of them is not tested here.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { createApp } from "../../src/app.ts";
import type { Config } from "../../src/config/config-model.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { realClock } from "../support/clock.ts";
import { kustomize, whyNoKubectl, type Container, type Pod, type Rendered } from "../support/kubernetes.ts";

const skip = whyNoKubectl();
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};

/** The stable version of each kind that the manifests use. */
const API_VERSIONS: Readonly<Record<string, string>> = {
  ConfigMap: "v1",
  Deployment: "apps/v1",
  HorizontalPodAutoscaler: "autoscaling/v2",
  NetworkPolicy: "networking.k8s.io/v1",
  PodDisruptionBudget: "policy/v1",
  Secret: "v1",
  Service: "v1",
};

/** Whether an object with these labels is selected. */
const selects = (wanted: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

/** What closing takes after the drain: a record to commit, connections to end. */
const CLOSING_SECONDS = 5;

for (const { folder, gateName, isSidecar } of [
  { folder: "base", gateName: "gate", isSidecar: true },
  { folder: "overlays/standalone", gateName: "sallyport", isSidecar: false },
]) {
  describe(`config/kubernetes/${folder}`, { skip }, () => {
    let rendered: Rendered;
    let pod: Pod;
    let all: readonly Container[];
    let gate: Container;
    let env: Record<string, string>;
    let config: Config;
    before(() => {
      rendered = kustomize(folder);
      pod = rendered.only("Deployment").template.spec;
      all = [...pod.initContainers, ...pod.containers];
      const found = (isSidecar ? pod.initContainers : pod.containers).find(({ name }) => name === gateName);
      assert.ok(found !== undefined);
      gate = found;
      env = Object.fromEntries(gate.env.map((item) => [item.name, valueOf(item)]));
      const result = loadConfig(configText(), { file: "sallyport.yaml", env });
      assert.ok(result.ok, JSON.stringify(result));
      assert.deepEqual(result.warnings, []);
      config = result.config;
    });

    /** As the kubelet would set it; an error where the Secret has no such key. */
    function valueOf({ name, value, valueFrom }: Container["env"][number]): string {
      if (valueFrom === undefined) return value ?? "";
      const { name: secret, key } = valueFrom.secretKeyRef;
      const found = rendered.values("Secret", secret)?.[key];
      assert.ok(found !== undefined, `${name}: Secret ${secret} has no ${key}`);
      return found;
    }

    /** What the gate finds where its environment says that its configuration is. */
    function configText(): string {
      const file = env["SALLYPORT_CONFIG"] ?? "";
      const mount = gate.volumeMounts.find(({ mountPath }) => file.startsWith(`${mountPath}/`));
      assert.ok(mount !== undefined, `nothing is mounted for ${file}`);
      const volume = pod.volumes.find(({ name }) => name === mount.name);
      const files = rendered.values("ConfigMap", volume?.configMap.name ?? "");
      return files?.[file.slice(mount.mountPath.length + 1)] ?? "";
    }

    test("names every object once", () => {
      const names = rendered.objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      assert.deepEqual(names, [...new Set(names)]);
    });

    test("uses stable versions of the API", () => {
      for (const { kind, apiVersion } of rendered.objects) assert.equal(apiVersion, API_VERSIONS[kind], kind);
    });

    test("has a configuration that `sallyport check` accepts without a warning, with the environment that the gate gets", () => {
      assert.deepEqual([config.assets.length, config.upstreams.length], [1, 1]);
    });

    test("lets nobody in before an operator puts a hash in", () => {
      assert.deepEqual(
        config.keys.map(({ secretsSha256 }) => secretsSha256),
        [[Buffer.alloc(32)]],
      );
      for (const { auth, apiKey } of config.upstreams) assert.deepEqual([auth, apiKey], ["key", "replace-me"]);
    });

    test("mounts the configuration as a folder, from a ConfigMap whose name stays, so that edits reach the gate", () => {
      for (const { subPath } of gate.volumeMounts) assert.equal(subPath, undefined);
      const maps = rendered.objects.filter(({ kind }) => kind === "ConfigMap").map(({ metadata }) => metadata.name);
      assert.deepEqual(maps, [isSidecar ? "chat-app-gate" : "sallyport"]);
    });

    test("mounts every volume, and none that is not there", () => {
      const mounted = all.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
      assert.deepEqual(new Set(mounted), new Set(pod.volumes.map(({ name }) => name)));
      for (const { configMap } of pod.volumes) assert.ok(rendered.values("ConfigMap", configMap.name) !== undefined);
    });

    test("probes paths that the gate answers, on the port that it listens on", async () => {
      const app = createApp({
        config: { ...config, server: { ...config.server, host: "127.0.0.1", port: 0, adminPort: null } },
        clock: realClock,
        logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
      });
      const { port } = await app.listen();
      try {
        for (const probe of [gate.startupProbe, gate.livenessProbe, gate.readinessProbe]) {
          assert.ok(probe !== undefined);
          const named = gate.ports.find(({ name }) => name === probe.httpGet.port);
          assert.equal(named?.containerPort, config.server.port);
          const answer = await fetch(`http://127.0.0.1:${port}${probe.httpGet.path}`);
          assert.equal(answer.status, 200, probe.httpGet.path);
          await answer.arrayBuffer();
        }
      } finally {
        await app.close();
      }
    });

    test("tells life from readiness: a gate that drains is not killed for it", () => {
      assert.deepEqual(
        [gate.startupProbe, gate.livenessProbe, gate.readinessProbe].map((probe) => probe?.httpGet.path),
        ["/readyz", "/healthz", "/readyz"],
      );
    });

    test("leaves time for preStop, the drain and closing before the pod is killed", () => {
      const [command, seconds] = gate.lifecycle?.preStop.exec.command ?? ["sleep", "0"];
      assert.equal(command, "sleep");
      const needed = Number(seconds) + config.server.drainSeconds + CLOSING_SECONDS;
      assert.ok(pod.terminationGracePeriodSeconds >= needed, `${pod.terminationGracePeriodSeconds} < ${needed}`);
    });

    test("names images with a version, the gate's that of this repository", () => {
      for (const { image } of all) assert.match(image, /^[\w./-]+:\d+\.\d+\.\d+$/);
      assert.equal(gate.image.split(":")[1], version);
    });

    test("runs every container without root, rights to gain, capabilities, or a file system to write to", () => {
      assert.partialDeepStrictEqual(pod, {
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      });
      for (const { name, securityContext, resources } of all) {
        assert.partialDeepStrictEqual(
          securityContext,
          { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
          name,
        );
        assert.ok(securityContext.runAsUser > 0, name);
        assert.ok(resources.requests["cpu"] !== undefined && resources.limits["memory"] !== undefined, name);
      }
    });

    test("shows metrics and administration to the namespace of monitoring, on a port that no client reaches", () => {
      const { adminPort, adminHost, port } = config.server;
      assert.deepEqual([adminPort, adminHost], [9090, "0.0.0.0"]);
      assert.equal(
        gate.ports.find(({ name }) => name === (isSidecar ? "gate-admin" : "admin"))?.containerPort,
        adminPort,
      );
      const { labels } = rendered.only("Deployment").template.metadata;
      const policies = [...rendered.specs("NetworkPolicy").values()];
      const own = policies.find(({ podSelector }) => selects(podSelector.matchLabels, labels));
      const opened = (own?.ingress ?? []).filter(({ ports }) => ports.some((one) => one.port === adminPort));
      const monitoring = { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } };
      assert.deepEqual(opened, [{ from: [monitoring], ports: [{ protocol: "TCP", port: adminPort }] }]);
      const reached = new Set(
        policies.flatMap(({ egress }) => egress.flatMap(({ ports }) => ports.map((one) => one.port))),
      );
      assert.deepEqual([reached.has(9090), reached.has(isSidecar ? 443 : port)], [false, true]);
    });

    test("selects the pods that it means to", () => {
      const { selector, template } = rendered.only("Deployment");
      const { labels } = template.metadata;
      const selectors = [
        selector.matchLabels,
        ...[...rendered.specs("Service").values()].map((service) => service.selector),
        ...[...rendered.specs("PodDisruptionBudget").values()].map((budget) => budget.selector.matchLabels),
      ];
      for (const wanted of selectors) assert.ok(selects(wanted, labels), JSON.stringify(wanted));
      const policies = [...rendered.specs("NetworkPolicy").values()];
      assert.equal(policies.filter(({ podSelector }) => selects(podSelector.matchLabels, labels)).length, 1);
    });
  });
}

describe("the sidecar", { skip }, () => {
  let rendered: Rendered;
  let pod: Pod;
  before(() => {
    rendered = kustomize("base");
    pod = rendered.only("Deployment").template.spec;
  });

  test("is an init container that is restarted, which starts before the app and ends after it", () => {
    assert.deepEqual(
      pod.initContainers.map(({ name, restartPolicy }) => [name, restartPolicy]),
      [["gate", "Always"]],
    );
  });

  test("is what the app calls, and the app never has the provider's key", () => {
    const [app] = pod.containers;
    const port = pod.initContainers[0]?.ports[0]?.containerPort;
    assert.equal(app?.env.find(({ name }) => name === "OPENAI_BASE_URL")?.value, `http://127.0.0.1:${port}/v1`);
    const secrets = (container: Container | undefined): readonly (string | undefined)[] =>
      (container?.env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.name ?? []);
    assert.deepEqual(secrets(app), ["chat-app-gate-key"]);
    assert.deepEqual(secrets(pod.initContainers[0]), ["chat-app-provider"]);
  });

  test("is reached from within its pod only, but for what monitoring reads", () => {
    const { policyTypes, ingress } = rendered.only("NetworkPolicy");
    assert.deepEqual(policyTypes, ["Ingress", "Egress"]);
    const app = pod.containers[0]?.ports.map(({ containerPort }) => containerPort) ?? [];
    const admin = pod.initContainers[0]?.ports.find(({ name }) => name === "gate-admin")?.containerPort;
    assert.deepEqual(
      ingress.flatMap(({ ports }) => ports.map(({ port }) => port)),
      [...app, admin],
    );
  });
});

describe("the gate of many apps", { skip }, () => {
  let rendered: Rendered;
  let labels: Readonly<Record<string, string>>;
  let port: number | undefined;
  before(() => {
    rendered = kustomize("overlays/standalone");
    const { template } = rendered.only("Deployment");
    labels = template.metadata.labels;
    port = template.spec.containers[0]?.ports[0]?.containerPort;
  });

  test("is scaled by its autoscaler alone, and never to nothing", () => {
    const { scaleTargetRef, minReplicas, maxReplicas } = rendered.only("HorizontalPodAutoscaler");
    assert.ok(rendered.specs("Deployment").has(scaleTargetRef.name));
    assert.equal(rendered.only("Deployment").replicas, undefined);
    const { maxUnavailable } = rendered.only("PodDisruptionBudget");
    assert.ok(minReplicas > maxUnavailable && maxReplicas > minReplicas);
  });

  test("is served on the port that its pods listen on", () => {
    const [container] = rendered.only("Deployment").template.spec.containers;
    for (const { targetPort } of rendered.only("Service").ports)
      assert.equal(container?.ports.find(({ name }) => name === targetPort)?.containerPort, port);
  });

  test("is called by its clients, who reach nothing but it and the name service", () => {
    const policies = rendered.specs("NetworkPolicy");
    const [gate, clients] = [policies.get("sallyport"), policies.get("sallyport-clients")];
    assert.ok(gate !== undefined && clients !== undefined);
    const [from] = gate.ingress[0]?.from ?? [];
    assert.deepEqual(from?.podSelector?.matchLabels, clients.podSelector.matchLabels);
    assert.deepEqual(gate.ingress[0]?.ports, [{ protocol: "TCP", port }]);
    assert.deepEqual(clients.policyTypes, ["Egress"]);
    const [dns, toGate, ...more] = clients.egress;
    assert.deepEqual([dns?.ports.map((one) => one.port), more], [[53, 53], []]);
    assert.ok(toGate?.to.every(({ podSelector }) => podSelector && selects(podSelector.matchLabels, labels)));
    assert.deepEqual(toGate?.ports, [{ protocol: "TCP", port }]);
  });
});
