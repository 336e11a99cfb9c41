import { Ajv } from "ajv";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MutatingAdmissionPolicy } from "kubernetes-models/admissionregistration.k8s.io/v1/MutatingAdmissionPolicy";
import { MutatingAdmissionPolicyBinding } from "kubernetes-models/admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Service } from "kubernetes-models/v1/Service";
import { ServiceAccount } from "kubernetes-models/v1/ServiceAccount";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import { PrometheusRule } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule";
import { parse, parseAllDocuments } from "yaml";

const CHART = fileURLToPath(new URL("../../../deploy/helm/sallyport", import.meta.url));
const RENDERER = fileURLToPath(new URL("render.go", import.meta.url));

/** Kinds that the chart renders, each with the schema that its cluster checks it by. */
const KINDS = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  PrometheusRule,
  Service,
  ServiceAccount,
];

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at manifests field by field, and a wrong guess fails them
  readonly [field: string]: any;
}

/** Where Debian's packages golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev put their sources. */
const GO_SOURCES = "/usr/share/gocode";

/** Why no chart can be rendered here, or `false`. CI installs what it takes, so there a missing part fails the tests. */
export function whyNoGo(): string | false {
  const hasGo = spawnSync("go", ["version"]).error === undefined;
  const hasSources = existsSync(join(GO_SOURCES, "src/github.com/Masterminds/sprig"));
  if ((hasGo && hasSources) || process.env["CI"] !== undefined) return false;
  return "go, sprig and sigs.k8s.io/yaml are not installed: the Helm chart is NOT checked";
}

/** Helm's renderer of the tests, compiled once. */
export class ChartRenderer implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "sallyport-chart-"));
  readonly #program = join(this.#folder, "render");

  constructor() {
    const env = {
      ...process.env,
      GO111MODULE: "off",
      GOPATH: GO_SOURCES,
      GOCACHE: join(this.#folder, "cache"),
      GOFLAGS: "",
    };
    const { status, stderr } = spawnSync("go", ["build", "-o", this.#program, RENDERER], { env, encoding: "utf8" });
    if (status !== 0) throw new Error(`go build: ${stderr}`);
  }

  /**
   * The files of the release `gate` in the namespace `demo`.
   * @param over laid over the chart's own values, key by key
   * @throws {Error} with what values.schema.json or a template says
   */
  render(over: object = {}, chart = CHART): Readonly<Record<string, string>> {
    const values = merged(chartValues(), over);
    const validate = new Ajv({ strict: false }).compile(
      JSON.parse(readFileSync(join(CHART, "values.schema.json"), "utf8")),
    );
    if (!validate(values))
      throw new Error(
        (validate.errors ?? [])
          .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
          .join("\n"),
      );
    const { status, stdout, stderr } = spawnSync(this.#program, [chart, "gate", "demo"], {
      input: JSON.stringify(values),
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Readonly<Record<string, string>>;
  }

  manifests(over: object = {}): readonly Manifest[] {
    return Object.entries(this.render(over)).flatMap(([name, text]) =>
      name.endsWith(".yaml") ? parseAllDocuments(text).flatMap((document) => asManifest(document.toJS())) : [],
    );
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export const chartValues = (): object => parse(readFileSync(join(CHART, "values.yaml"), "utf8")) as object;

const asManifest = (value: unknown): readonly Manifest[] => (value === null ? [] : [value as Manifest]);

/** As Helm merges values: mappings key by key, anything else as a whole. */
function merged(base: unknown, over: unknown): unknown {
  if (!isMapping(base) || !isMapping(over)) return over;
  const keys = Object.entries(over).map(
    ([key, value]) => [key, key in base ? merged(base[key], value) : value] as const,
  );
  return { ...base, ...Object.fromEntries(keys) };
}

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws {Error} where the object is none that its kind's schema allows, or has a field that the schema does not know */
export function assertValid(manifest: Manifest): void {
  const Kind = KINDS.find(({ is }) => is(manifest));
  if (Kind === undefined) throw new Error(`no schema for ${manifest.apiVersion} ${manifest.kind}`);
  const unread = new Set<string>();
  // Not of an instance, whose constructor reads and copies every field.
  Kind.prototype.validate.call(watched(manifest, unread));
  if (unread.size > 0) throw new Error(`unknown fields: ${[...unread].join(", ")}`);
}

/**
 * The value, with the paths of all that no one has read of it so far in `unread`. The schemas let unknown fields pass, as a cluster
 * does, which drops them: a field that a schema never asks for is one that it does not know.
 */
function watched(value: object, unread: Set<string>, path = ""): object {
  const known = new Map<string, unknown>();
  for (const [key, field] of Object.entries(value)) {
    const place = `${path}/${key}`;
    unread.add(place);
    known.set(key, typeof field === "object" && field !== null ? watched(field as object, unread, place) : field);
  }
  return new Proxy(value, {
    get: (target, key) => {
      if (typeof key === "symbol" || !known.has(key)) return Reflect.get(target, key) as unknown;
      unread.delete(`${path}/${key}`);
      return known.get(key);
    },
  });
}
