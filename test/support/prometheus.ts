import assert from "node:assert/strict";

export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_][a-z0-9_]*)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\})? (\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const COMMENT = /^# (?:HELP [a-z0-9_]+ \S.*|TYPE [a-z0-9_]+ (?:counter|gauge|histogram))$/;

/** Reads the text format as strictly as a scraper would. */
export function parseExposition(text: string): readonly Series[] {
  assert.ok(text.endsWith("\n"));
  return text
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("#")) {
        assert.match(line, COMMENT);
        return [];
      }
      const [, name = "", written = "", value] = SAMPLE.exec(line) ?? [];
      assert.notEqual(name, "", line);
      const pairs = [...written.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)];
      const labels = Object.fromEntries(pairs.map(([, label = "", text = ""]) => [label, text]));
      return [{ name, labels, value: Number(value) }];
    });
}

/** The value of the one series with these labels, others of it aside; 0 where there is none. */
export function valueOf(
  series: readonly Series[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const wanted = Object.entries(labels);
  const found = series.filter(
    (each) => each.name === name && wanted.every(([label, value]) => each.labels[label] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}

export async function scrape(url: string): Promise<readonly Series[]> {
  const response = await fetch(`${url}/metrics`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  return parseExposition(await response.text());
}
