import type { Json } from "../../core/model.ts";
import type { Interval, PolicyCalibration } from "./calibration.ts";

/** What was asked. */
interface CalibrationRun {
  readonly asset: string;
  /** False positives wanted, 0..1. */
  readonly rate: number;
  /** Harmless texts that were read, and how many of them are distinct. */
  readonly texts: number;
  readonly distinct: number;
  /** Distinct attacks that were read. */
  readonly attacks: number;
}

/** The first line of every patch: a file that begins otherwise is not overwritten. */
export const PATCH_MARK = "# sallyport calibrate";

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const range = ({ low, high }: Interval, show: (value: number) => string): string => `${show(low)} to ${show(high)}`;
const three = (score: number): string => String(Math.round(score * 1000) / 1000);
const shareText = ({ flagged, of }: { readonly flagged: number; readonly of: number }): string =>
  `${flagged} of ${of}${of === 0 ? "" : ` (${percent(flagged / of)})`}`;

const readTexts = ({ texts, distinct }: Pick<CalibrationRun, "texts" | "distinct">, word: string): string =>
  texts === distinct ? `${texts} ${word}` : `${texts} ${word}, ${distinct} of them distinct`;
const attacksOf = ({ areOwnAttacks }: PolicyCalibration): string =>
  areOwnAttacks ? "of your attacks" : "of the built-in attacks";

/** For a terminal. Names, numbers and no text. */
export function renderCalibration(run: CalibrationRun, policies: readonly PolicyCalibration[]): string {
  const attacks = run.attacks === 0 ? "" : `, ${run.attacks} attacks`;
  const lines = [`${run.asset}: ${readTexts(run, "texts")}${attacks}, ${percent(run.rate)} false positives wanted`];
  for (const policy of policies) {
    const { name, action, isShadow, current, proposed, failed } = policy;
    lines.push(`${name} (${action}${isShadow ? ", shadow" : ""})`);
    const sure = current.benign.of === 0 ? "" : `, 95 %: ${range(current.rate, percent)}`;
    lines.push(`  threshold ${three(current.threshold)} flags ${shareText(current.benign)}${sure}`);
    lines.push(current.found.of === 0 ? NO_ATTACKS : `    and finds ${shareText(current.found)} ${attacksOf(policy)}`);
    if (proposed === null) lines.push(`  ${unset(policy)}`);
    else {
      const { threshold, interval, benign, found } = proposed;
      lines.push(`  threshold ${three(threshold)} (95 %: ${range(interval, three)}) flags ${shareText(benign)}`);
      if (found.of > 0) lines.push(`    and finds ${shareText(found)} of them`);
    }
    if (failed > 0) lines.push(`  ${failed} texts could not be judged`);
    lines.push(...tradeOffTable(policy));
  }
  return `${lines.join("\n")}\n`;
}

const NO_ATTACKS = "    (what it looks for is configured: no built-in attacks)";

function tradeOffTable({ tradeOff, current, proposed }: PolicyCalibration): readonly string[] {
  const row = (threshold: string, flagged: string, found: string): string =>
    `  ${threshold.padStart(9)}  ${flagged.padStart(22)}  ${found.padStart(22)}`;
  const rows = tradeOff.map(({ threshold, benign, found }) => {
    const mark = threshold === current.threshold ? "  current" : threshold === proposed?.threshold ? "  proposed" : "";
    return `${row(three(threshold), shareText(benign), found.of === 0 ? "-" : shareText(found))}${mark}`;
  });
  return [row("threshold", "false positives", "attacks found"), ...rows];
}

function unset({ reason, needed, current }: PolicyCalibration): string {
  return reason === "too_few_texts"
    ? `too few distinct texts for that rate: ${current.benign.of}, at least ${needed} are needed`
    : "no threshold keeps that rate: too many of the texts have the highest score";
}

/** The same for programs. */
export function calibrationJson(run: CalibrationRun, policies: readonly PolicyCalibration[]): string {
  const shown = policies.map((policy): Json => {
    const { name, id, action, current, proposed, reason, needed, failed, areOwnAttacks, tradeOff } = policy;
    const { threshold, benign, rate: interval, found } = current;
    return {
      policy_name: name,
      policy_id: id,
      action,
      texts: benign.of,
      texts_needed: needed,
      texts_failed: failed,
      attacks_source: areOwnAttacks ? "own" : "built_in",
      current: { threshold, flagged: benign.flagged, rate_interval: { ...interval }, attacks: { ...found } },
      proposed:
        proposed === null
          ? null
          : {
              threshold: proposed.threshold,
              interval: { ...proposed.interval },
              flagged: proposed.benign.flagged,
              attacks: { ...proposed.found },
            },
      reason,
      trade_off: tradeOff.map((each): Json => ({
        threshold: each.threshold,
        false_positives: { ...each.benign },
        attacks: { ...each.found },
      })),
    };
  });
  const { asset, rate, texts, distinct, attacks } = run;
  const counts = { texts, distinct_texts: distinct, distinct_attacks: attacks, false_positive_rate: rate };
  return `${JSON.stringify({ asset_id: asset, ...counts, policies: shown }, null, 2)}\n`;
}

/** A fragment of a configuration: thresholds to be taken over by hand. */
export function renderPatch(run: CalibrationRun, policies: readonly PolicyCalibration[]): string {
  const { asset, rate } = run;
  const lines = [
    `${PATCH_MARK}: thresholds of ${asset} from ${readTexts(run, "harmless texts")}, at ${percent(rate)} false positives.`,
    "# Take them over into the configuration; a threshold stands in the place of a sensitivity.",
    "assets:",
    `  - id: ${asset}`,
    "    policies:",
  ];
  for (const policy of policies) {
    const { name, isShadow, current, proposed } = policy;
    lines.push(`      - policy_name: ${name}`);
    if (isShadow) lines.push("        shadow: true");
    if (proposed === null) {
      lines.push(`        # threshold stays ${three(current.threshold)}: ${unset(policy)}`);
      continue;
    }
    const { threshold, interval, benign, found } = proposed;
    const finds = ({ found }: Pick<typeof current, "found">, word: string): string =>
      found.of === 0 ? "" : `${word} finds ${shareText(found)}`;
    const attacks = found.of === 0 ? "" : ` ${attacksOf(policy)}`;
    lines.push(
      `        # was ${three(current.threshold)}, which flags ${shareText(current.benign)}${finds(current, " and")}`,
      `        # 95 %: ${range(interval, three)}; flags ${shareText(benign)}${finds({ found }, ",")}${attacks}`,
      `        threshold: ${three(threshold)}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
