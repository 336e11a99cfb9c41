import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { z } from "zod";

/**
 * The fields that the manifests use, strictly: a slip in a name is a field that a cluster drops or refuses.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/
 */

const labels = z.record(z.string(), z.string());
const selector = z.strictObject({ matchLabels: labels });
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.string() }),
  periodSeconds: z.int(),
  timeoutSeconds: z.int(),
  failureThreshold: z.int(),
});
const env = z.strictObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) }).optional(),
});

const container = z.strictObject({
  name: z.string(),
  image: z.string(),
  restartPolicy: z.string().optional(),
  env: z.array(env).default([]),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  lifecycle: z
    .strictObject({ preStop: z.strictObject({ exec: z.strictObject({ command: z.array(z.string()) }) }) })
    .optional(),
  resources: z.strictObject({ requests: labels, limits: labels }),
  securityContext: z.strictObject({
    runAsUser: z.int(),
    runAsGroup: z.int(),
    allowPrivilegeEscalation: z.boolean(),
    readOnlyRootFilesystem: z.boolean(),
    capabilities: z.strictObject({ drop: z.array(z.string()) }),
  }),
  volumeMounts: z
    .array(
      z.strictObject({
        name: z.string(),
        mountPath: z.string(),
        subPath: z.string().optional(),
        readOnly: z.boolean(),
      }),
    )
    .default([]),
});
export type Container = z.output<typeof container>;

const pod = z.strictObject({
  automountServiceAccountToken: z.boolean(),
  enableServiceLinks: z.boolean(),
  topologySpreadConstraints: z
    .array(
      z.strictObject({
        maxSkew: z.int(),
        topologyKey: z.string(),
        whenUnsatisfiable: z.enum(["DoNotSchedule", "ScheduleAnyway"]),
        labelSelector: selector,
      }),
    )
    .optional(),
  terminationGracePeriodSeconds: z.int(),
  securityContext: z.strictObject({ runAsNonRoot: z.boolean(), seccompProfile: z.strictObject({ type: z.string() }) }),
  initContainers: z.array(container).default([]),
  containers: z.array(container),
  volumes: z.array(z.strictObject({ name: z.string(), configMap: z.strictObject({ name: z.string() }) })),
});
export type Pod = z.output<typeof pod>;

const ports = z.array(z.strictObject({ port: z.int(), protocol: z.enum(["TCP", "UDP"]) }));
const peers = z.array(
  z.strictObject({
    podSelector: z.strictObject({ matchLabels: labels.default({}) }).optional(),
    namespaceSelector: selector.optional(),
    ipBlock: z.strictObject({ cidr: z.string(), except: z.array(z.string()) }).optional(),
  }),
);

const OBJECTS = {
  Deployment: z.strictObject({
    replicas: z.int().optional(),
    strategy: z
      .strictObject({ rollingUpdate: z.strictObject({ maxUnavailable: z.int(), maxSurge: z.int() }) })
      .optional(),
    selector,
    template: z.strictObject({ metadata: z.strictObject({ labels }), spec: pod }),
  }),
  Service: z.strictObject({
    selector: labels,
    ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.string() })),
  }),
  HorizontalPodAutoscaler: z.strictObject({
    scaleTargetRef: z.strictObject({ apiVersion: z.string(), kind: z.string(), name: z.string() }),
    minReplicas: z.int(),
    maxReplicas: z.int(),
    metrics: z.array(
      z.strictObject({
        type: z.literal("Resource"),
        resource: z.strictObject({
          name: z.string(),
          target: z.strictObject({ type: z.literal("Utilization"), averageUtilization: z.int() }),
        }),
      }),
    ),
  }),
  PodDisruptionBudget: z.strictObject({ maxUnavailable: z.int(), selector }),
  NetworkPolicy: z.strictObject({
    podSelector: selector,
    policyTypes: z.array(z.enum(["Ingress", "Egress"])),
    ingress: z.array(z.strictObject({ from: peers, ports })).default([]),
    egress: z.array(z.strictObject({ to: peers, ports })),
  }),
} as const;
type SpecKind = keyof typeof OBJECTS;
type Spec<Kind extends SpecKind> = z.output<(typeof OBJECTS)[Kind]>;

const header = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  data: labels.optional(),
  stringData: labels.optional(),
  spec: z.unknown().optional(),
});

/** The objects of one kustomization, as a cluster would be given them. */
export class Rendered {
  readonly objects: readonly z.output<typeof header>[];

  constructor(yaml: string) {
    this.objects = parseAllDocuments(yaml).map((document) => header.parse(document.toJS()));
  }

  /** Specs of a kind, by name. */
  specs<Kind extends SpecKind>(kind: Kind): ReadonlyMap<string, Spec<Kind>> {
    const ofKind = this.objects.filter((object) => object.kind === kind);
    // The schema of a kind gives that kind's spec, which the compiler cannot tell of a looked-up one.
    return new Map(ofKind.map(({ metadata, spec }) => [metadata.name, OBJECTS[kind].parse(spec) as Spec<Kind>]));
  }

  /** @throws {Error} unless there is exactly one */
  only<Kind extends SpecKind>(kind: Kind): Spec<Kind> {
    const [first, ...more] = this.specs(kind).values();
    if (first === undefined || more.length > 0) throw new Error(`not one ${kind}`);
    return first;
  }

  /** What a ConfigMap or Secret holds; `undefined` when there is none of the name. */
  values(kind: "ConfigMap" | "Secret", name: string): Readonly<Record<string, string>> | undefined {
    const found = this.objects.find((object) => object.kind === kind && object.metadata.name === name);
    return found && { ...found.data, ...found.stringData };
  }
}

/** Why nothing can be rendered here, or `false`. CI installs `kubectl`, so there a missing one fails the test. */
export function whyNoKubectl(): string | false {
  const found = spawnSync("kubectl", ["version", "--client"], { encoding: "utf8" });
  if (found.error === undefined || process.env["CI"] !== undefined) return false;
  return "kubectl is not installed: the manifests of config/kubernetes are NOT checked";
}

/** @throws {Error} with what `kubectl` says, deprecations included, when it says anything */
export function kustomize(folder: string): Rendered {
  const cwd = fileURLToPath(new URL("../../config/kubernetes", import.meta.url));
  const { status, stdout, stderr, error } = spawnSync("kubectl", ["kustomize", folder], { cwd, encoding: "utf8" });
  if (error !== undefined) throw error;
  if (status !== 0 || stderr !== "") throw new Error(`kubectl kustomize ${folder}: ${stderr}`);
  return new Rendered(stdout);
}
