/**
 * The layers of `src`: what each may import. The rule `layers` of the linter reads this table, and a test holds the table of
 * ARCHITECTURE.md against it.
 */
export interface Layer {
  /** Layers it may import, besides itself. */
  readonly imports: readonly string[];
  /** Packages and modules of Node it may use; `scope/*` allows all packages of a scope. */
  readonly packages: readonly string[];
}

/** Imported by the proxy and the API alike. */
const SERVICE = [
  "core",
  "text",
  "analyzers",
  "engine",
  "access",
  "config",
  "state",
  "store",
  "records",
  "http",
  "telemetry",
];

/** Folder in `src` → its layer. Files directly in `src`, `cli` and `cluster` put everything together and import anything. */
export const LAYERS: ReadonlyMap<string, Layer> = new Map(
  Object.entries({
    core: { imports: [], packages: [] },
    text: { imports: ["core"], packages: [] },
    analyzers: { imports: ["core", "text"], packages: ["zod", "re2js", "libphonenumber-js", "eld", "node:crypto"] },
    codecs: { imports: ["core"], packages: [] },
    engine: { imports: ["core", "text", "analyzers"], packages: ["lru-cache"] },
    threads: {
      imports: ["core", "text", "analyzers", "engine"],
      packages: ["lru-cache", "node:worker_threads", "node:os"],
    },
    state: { imports: ["core"], packages: ["lru-cache", "ioredis", "node:crypto"] },
    store: {
      imports: ["core"],
      packages: ["pg", "node:sqlite", "node:fs", "node:fs/promises", "node:path", "node:net", "node:crypto"],
    },
    egress: { imports: ["core"], packages: ["undici", "node:http", "node:https", "node:net", "node:tls"] },
    alerts: {
      imports: ["core", "egress"],
      packages: ["undici", "lru-cache", "node:crypto", "node:net", "node:tls", "node:util"],
    },
    judges: {
      imports: ["core", "egress"],
      packages: [
        "undici",
        "zod",
        "lru-cache",
        "@huggingface/tokenizers",
        "onnxruntime-node",
        "onnxruntime-web",
        "node:crypto",
        "node:fs",
        "node:path",
      ],
    },
    telemetry: { imports: ["core"], packages: ["pino", "@opentelemetry/*", "node:perf_hooks"] },
    config: {
      imports: ["core", "analyzers"],
      packages: ["yaml", "zod", "node:fs", "node:fs/promises", "node:path", "node:crypto", "node:net", "node:tls"],
    },
    http: {
      imports: ["core", "telemetry"],
      packages: [
        "node:http",
        "node:https",
        "node:stream",
        "node:stream/promises",
        "node:net",
        "node:tls",
        "node:buffer",
        "node:crypto",
      ],
    },
    access: {
      imports: ["core", "analyzers", "engine", "config", "state", "http"],
      packages: ["lru-cache", "node:crypto", "node:http"],
    },
    records: { imports: ["core", "text", "engine", "store"], packages: [] },
    api: { imports: SERVICE, packages: ["zod", "lru-cache", "node:crypto", "node:http"] },
    "mock-provider": { imports: ["core", "codecs"], packages: ["lru-cache", "node:crypto"] },
    proxy: {
      imports: [...SERVICE, "codecs", "egress"],
      packages: [
        "undici",
        "http-proxy-3",
        "ws",
        "lru-cache",
        "node:http",
        "node:stream",
        "node:stream/promises",
        "node:net",
        "node:zlib",
        "node:buffer",
        "node:crypto",
        "node:util",
      ],
    },
  } satisfies Record<string, Layer>),
);

interface Import {
  readonly source: { readonly value: unknown } | null;
}

interface Context {
  readonly filename: string;
  readonly report: (problem: { readonly node: Import; readonly message: string }) => void;
}

/** The first folder of a path in `src`; a file directly in it counts as one. */
const layerOf = (path: string): string | undefined => /\/src\/([^/]+)/.exec(path)?.[1];

/** The absolute path that a relative import names; paths as URLs name them. */
const resolved = (file: string, specifier: string): string => {
  const folders = file.split("/").slice(0, -1);
  for (const step of specifier.split("/")) {
    if (step === "..") folders.pop();
    else if (step !== ".") folders.push(step);
  }
  return folders.join("/");
};

const isAllowed = (specifier: string, packages: readonly string[]): boolean =>
  packages.some((name) =>
    name.endsWith("/*")
      ? specifier.startsWith(name.slice(0, -1))
      : specifier === name || (!name.startsWith("node:") && specifier.startsWith(`${name}/`)),
  );

/** What is wrong with an import; `null`: nothing. */
export function problemOf(file: string, specifier: string): string | null {
  const name = layerOf(file);
  const layer = name === undefined ? undefined : LAYERS.get(name);
  if (layer === undefined) return null;
  if (!specifier.startsWith(".")) {
    if (isAllowed(specifier, layer.packages)) return null;
    return `The layer ${name} may not use ${specifier}: tools/lint/layers.ts lists its packages.`;
  }
  const other = layerOf(resolved(file, specifier));
  if (other === name || (other !== undefined && layer.imports.includes(other))) return null;
  return `The layer ${name} may not import ${other ?? specifier}: tools/lint/layers.ts says what it may import.`;
}

/** Rule: imports point downwards only. */
export const layers = {
  create: ({ filename, report }: Context) => {
    const file = filename.replaceAll("\\", "/");
    const check = (node: Import): void => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string") return;
      const message = problemOf(file, specifier);
      if (message !== null) report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
