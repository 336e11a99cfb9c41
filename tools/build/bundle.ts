/**
 * `node tools/build/bundle.ts FOLDER`: joins the modules of `src` to a few, in FOLDER, beside the tables that they read. Node takes longer
 * to find, read and link six hundred modules than to run what they do at the start. What is imported late stays apart, and so do
 * packages, which keep their folders, versions and licences.
 */
import { build, type Metafile, type Plugin } from "esbuild";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";

const SOURCES = "src";
/** What is run by its name, from the sources. */
const ENTRIES = ["main.ts", "thread.ts", "cluster/worker-main.ts"];
/** Runs before what reads the environment when it is loaded, so it is no part of the others. */
const LAUNCHER = "launch.ts";

/** How a module says that it reads a table beside it (`src/analyzers/stored.ts`). */
const TABLE = /^import type \w+ from "(\.\/[\w-]+\.json)";$/gm;

/** Modules whose place is rewritten, by their paths below `src`. */
const placed = new Set<string>();

/** A module keeps its place: what it names relative to itself is found as from the sources. */
function keepPlaces(folder: string): Plugin {
  return {
    name: "places",
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const file = relative(SOURCES, path).split(sep).join("/");
        const text = readFileSync(path, "utf8");
        for (const [, table = ""] of text.matchAll(TABLE)) {
          const name = posix.join(posix.dirname(file), table);
          cpSync(join(SOURCES, name), join(folder, name));
        }
        if (dirname(file) === "." || !text.includes("import.meta.url")) return { contents: text, loader: "ts" };
        placed.add(file);
        const place = `new URL("./${file.replace(/\.ts$/, ".js")}", import.meta.url).href`;
        return { contents: text.replaceAll("import.meta.url", place), loader: "ts" };
      });
    },
  };
}

/** @throws {Error} when a module was joined to one in a folder: its place is said relative to the build's folder */
function checkPlaces({ outputs }: Metafile, folder: string): void {
  for (const [output, { inputs }] of Object.entries(outputs)) {
    if (dirname(relative(folder, output)) === ".") continue;
    const wrong = Object.keys(inputs).find((input) => placed.has(relative(SOURCES, input).split(sep).join("/")));
    if (wrong !== undefined) throw new Error(`${wrong} uses import.meta.url and is a part of ${output} only`);
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("it needs a FOLDER");
const shared = {
  bundle: true,
  format: "esm",
  logLevel: "silent",
  outbase: SOURCES,
  outdir: folder,
  packages: "external",
  platform: "node",
  sourcemap: true,
  sourcesContent: false,
  target: "node24",
  tsconfig: "tsconfig.build.json",
} as const;
const entryPoints = ENTRIES.map((entry) => join(SOURCES, entry)).filter((file) => existsSync(file));
const { metafile } = await build({
  ...shared,
  entryPoints,
  metafile: true,
  plugins: [keepPlaces(folder)],
  splitting: true,
});
checkPlaces(metafile, folder);
await build({ ...shared, entryPoints: [join(SOURCES, LAUNCHER)] });
