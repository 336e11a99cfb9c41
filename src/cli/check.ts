import { type ConfigResult, renderProblem } from "../config/config-model.ts";

/** What `sallyport check` prints, and its exit code. */
export function checkReport(file: string, result: ConfigResult): { readonly text: string; readonly exitCode: 0 | 1 } {
  const problems = result.ok ? result.warnings : result.problems;
  const lines = problems.map(renderProblem);
  if (result.ok) {
    const { assets, keys, upstreams } = result.config;
    lines.push(`${file}: valid (${keys.length} keys, ${assets.length} assets, ${upstreams.length} upstreams)`);
  }
  return { text: `${lines.join("\n")}\n`, exitCode: result.ok ? 0 : 1 };
}
