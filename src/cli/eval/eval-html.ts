import {
  confusionTable,
  overviewTable,
  rowSummary,
  spanSummary,
  spanTable,
  subject,
  thresholdTable,
  type EvalReport,
  type Table,
} from "./eval-report.ts";
import type { PolicyMeasures } from "./evaluator.ts";

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --curve: #2a6fdb; --mark: #d1495b; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .75rem; text-align: left; font-variant-numeric: tabular-nums; }
.plots { display: flex; flex-wrap: wrap; gap: 1.5rem; }
svg { width: 22rem; max-width: 100%; height: auto; }
svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
`;

/** One page with its plots, which loads nothing. Numbers and names, no text. */
export function htmlReport(report: EvalReport): string {
  const parts = [
    "<h1>Evaluation</h1>",
    `<p>${escaped(subject(report))}</p>`,
    htmlTable(overviewTable(report)),
    ...report.measures.flatMap(policySection),
  ];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Evaluation</title><style>${STYLE}</style></head>
<body>
${parts.join("\n")}
</body>
</html>
`;
}

function policySection(each: PolicyMeasures): readonly string[] {
  return [
    `<h2>${escaped(each.label)}</h2>`,
    `<p>${escaped(rowSummary(each))}</p>`,
    ...plots(each),
    htmlTable(confusionTable(each)),
    htmlTable(thresholdTable(each)),
    ...(each.spans === null ? [] : [`<p>${escaped(spanSummary(each.spans))}</p>`, htmlTable(spanTable(each.spans))]),
  ];
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? "");

function htmlTable({ columns, rows }: Table): string {
  const head = columns.map((column) => `<th>${escaped(column)}</th>`).join("");
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

type Point = readonly [x: number, y: number];

interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly points: readonly Point[];
  /** Where the threshold lies; `null`: it lies nowhere. */
  readonly mark: Point | null;
}

function plots({ curve, recall, precision, falsePositiveRate }: PolicyMeasures): readonly string[] {
  if (curve.length === 0) return [];
  const markAt = (x: number | null, y: number | null): Point | null => (x === null || y === null ? null : [x, y]);
  const roc = curve.map((point): Point => [point.falsePositiveRate, point.recall]);
  const pr = curve.map((point): Point => [point.recall, point.precision]);
  const shown = [
    svg({
      title: "ROC",
      x: "false positives",
      y: "recall",
      points: [[0, 0], ...roc],
      mark: markAt(falsePositiveRate, recall),
    }),
    svg({ title: "Precision and recall", x: "recall", y: "precision", points: pr, mark: markAt(recall, precision) }),
  ];
  return [`<div class="plots">${shown.join("")}</div>`];
}

/** Size of the square that a plot draws in, and its margins, in units of the picture. */
const SIZE = 260;
const LEFT = 44;
const TOP = 22;
const BOTTOM = 40;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

function svg({ title, x, y, points, mark }: Plot): string {
  const place = ([across, up]: Point): string =>
    `${(LEFT + SIZE * across).toFixed(1)},${(TOP + SIZE * (1 - up)).toFixed(1)}`;
  const [width, height] = [LEFT + SIZE + 16, TOP + SIZE + BOTTOM];
  const bottom = TOP + SIZE;
  const grid = TICKS.flatMap((tick) => {
    const [across, up] = [LEFT + SIZE * tick, TOP + SIZE * (1 - tick)];
    return [
      `<path d="M${across} ${TOP}V${bottom}M${LEFT} ${up}H${LEFT + SIZE}" stroke="var(--line)" fill="none"/>`,
      `<text x="${across}" y="${bottom + 14}" text-anchor="middle">${tick}</text>`,
      `<text x="${LEFT - 6}" y="${up + 4}" text-anchor="end">${tick}</text>`,
    ];
  });
  const [markX, markY] = mark === null ? [] : place(mark).split(",");
  const circle = markX === undefined ? "" : `<circle cx="${markX}" cy="${markY}" r="5" fill="var(--mark)"/>`;
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<text x="${LEFT}" y="14">${title}</text>
${grid.join("\n")}
<text x="${LEFT + SIZE / 2}" y="${bottom + 32}" text-anchor="middle">${x}</text>
<text transform="translate(12 ${TOP + SIZE / 2}) rotate(-90)" text-anchor="middle">${y}</text>
<polyline points="${points.map(place).join(" ")}" fill="none" stroke="var(--curve)" stroke-width="2"/>
${circle}</svg>`;
}
