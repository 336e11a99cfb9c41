/** The pages hold together: links, anchors, paths and commands that they name exist, and long pages stay within their bounds. */
import assert from "node:assert/strict";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGES = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT }).toSorted();
const DECISIONS = PAGES.filter((page) => /^docs\/decisions\/\d/.test(page));
const LINES_MAX: ReadonlyMap<string, number> = new Map([["ARCHITECTURE.md", 250]]);
const DECISION_LINES_MAX = 40;

const read = (page: string): string => readFileSync(join(ROOT, page), "utf8");
const linesOf = (page: string): number => read(page).trimEnd().split("\n").length;
const FENCED = /^ *```[^]*?^ *```/gm;

/** The page without its code, which holds no links. */
const prose = (page: string): string =>
  read(page)
    .replaceAll(FENCED, "")
    .replaceAll(/`[^`\n]*`/g, "``");

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, heading = ""] of read(page)
    .replaceAll(FENCED, "")
    .matchAll(/^#{1,6} +(.+)$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const name = words.replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
    let anchor = name;
    for (let count = 1; found.has(anchor); count += 1) anchor = `${name}-${count}`;
    found.add(anchor);
  }
  return found;
}

/** What is wrong with a link from a page; `null`: nothing. */
function linkProblem(page: string, link: string): string | null {
  if (/^[a-z]+:/.test(link)) return null;
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, target))) return `${link}: there is no ${target}`;
  if (anchor === undefined || !target.endsWith(".md")) return null;
  return anchors(target).has(anchor) ? null : `${link}: ${target} has no heading for #${anchor}`;
}

/** Paths of the repository in a page's code spans; those of sources may leave `src/` out. */
function paths(page: string): readonly string[] {
  const spans = [
    ...read(page)
      .replaceAll(FENCED, "")
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, span = ""]) => span);
  const isPath = (word: string): boolean =>
    /^(?:src|test|tools|docs|\.ci)\/[\w./*-]*$/.test(word) || /^[\w-]+(?:\/[\w*-]+)*\/[\w.*-]+\.ts$/.test(word);
  return spans.flatMap((span) => span.split(" ")).filter(isPath);
}

const isThere = (path: string): boolean =>
  [path, `src/${path}`].some((place) =>
    place.includes("*") ? globSync(place, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, place)),
  );

describe("the pages", () => {
  test("are found", () => assert.ok(PAGES.length > 100, `${PAGES.length} pages`));

  for (const page of PAGES) {
    test(`${page} links to pages and headings that exist`, () => {
      const links = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
      const problems = links.map((link) => linkProblem(page, link)).filter((problem) => problem !== null);
      assert.deepEqual(problems, []);
    });

    test(`${page} names paths and commands that exist`, () => {
      const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
      const commands = [...read(page).matchAll(/npm run (?:-s |--silent )?([\w:-]+)/g)].map(([, name = ""]) => name);
      assert.deepEqual(
        [...paths(page).filter((path) => !isThere(path)), ...commands.filter((name) => !(name in scripts))],
        [],
      );
    });
  }

  for (const [page, max] of LINES_MAX)
    test(`${page} has at most ${max} lines`, () => assert.ok(linesOf(page) <= max, `${linesOf(page)} lines`));
});

test("docs/README.md leads to every page of docs", () => {
  const entrance = read("docs/README.md");
  const pages = PAGES.filter((page) => page.startsWith("docs/") && !DECISIONS.includes(page));
  const missing = pages.filter(
    (page) => page !== "docs/README.md" && !entrance.includes(`](${page.slice("docs/".length)})`),
  );
  assert.deepEqual(missing, []);
});

describe("the decisions", () => {
  const index = read("docs/decisions/README.md");

  test("have a number each", () => {
    const numbers = DECISIONS.map((page) => Number.parseInt(page.slice("docs/decisions/".length), 10));
    assert.deepEqual(
      numbers,
      numbers.map((_, at) => at + 1),
    );
  });

  for (const page of DECISIONS)
    test(`${page} has its parts, its date, its bound and its line in the index`, () => {
      const [, number = "", title = ""] = /^# (\d{3}): (.+)\n\n20\d\d-\d\d-\d\d · \S/.exec(read(page)) ?? [];
      assert.ok(
        page.startsWith(`docs/decisions/${number}-`),
        "the page begins with `# NNN: title` and `date · status`",
      );
      assert.deepEqual(read(page).match(/^## .*/gm), ["## Context", "## Decision", "## Consequence"]);
      assert.ok(linesOf(page) <= DECISION_LINES_MAX, `${linesOf(page)} lines`);
      assert.ok(index.includes(`[${number}: ${title}](${page.slice("docs/decisions/".length)})`), "not in the index");
    });
});

describe("the tree in ARCHITECTURE.md", () => {
  const tree = /```text\nsrc\/\n([^]*?)\nconfig\//.exec(read("ARCHITECTURE.md"))?.[1] ?? "";
  /** Names of the first level: `main.ts`, `core/`. */
  const named = [...tree.matchAll(/^ {2}([\w.-]+\/?) /gm)].map(([, name = ""]) => name);

  test("names every folder and file of src", () => {
    const entries = readdirSync(join(ROOT, "src"), { withFileTypes: true });
    const there = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    assert.deepEqual(named.toSorted(), there.toSorted());
  });
});
