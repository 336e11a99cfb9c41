import type { Json } from "../../core/model.ts";
import type { PolicyCalibration } from "./calibration.ts";
import type { Interval } from "./quantiles.ts";

/** What was asked. */
export interface Asked {
  readonly asset: string;
  /** False positives wanted, 0..1. */
  readonly rate: number;
  /** Texts that were read. */
  readonly texts: number;
}

/** Begins every patch: a file that begins otherwise is not written over. */
export const PATCH_MARK = "# sallyport calibrate";

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const range = ({ low, high }: Interval, show: (value: number) => string): string => `${show(low)} to ${show(high)}`;
const three = (score: number): string => String(Math.round(score * 1000) / 1000);
const shareText = ({ flagged, of }: { readonly flagged: number; readonly of: number }): string =>
  `${flagged} of ${of}${of === 0 ? "" : ` (${percent(flagged / of)})`}`;

/** For a terminal. Names, numbers and no text. */
export function renderCalibration({ asset, rate, texts }: Asked, policies: readonly PolicyCalibration[]): string {
  const lines = [`${asset}: ${texts} texts, ${percent(rate)} false positives wanted`];
  for (const { name, action, isShadow, current, proposed, failed, ...rest } of policies) {
    lines.push(`${name} (${action}${isShadow ? ", shadow" : ""})`);
    const sure = current.benign.of === 0 ? "" : `, 95 %: ${range(current.rate, percent)}`;
    lines.push(`  threshold ${three(current.threshold)} flags ${shareText(current.benign)}${sure}`);
    lines.push(
      current.found.of === 0 ? NO_ATTACKS : `    and finds ${shareText(current.found)} of the built-in attacks`,
    );
    if (proposed === null) lines.push(`  ${unset(rest, current.benign.of)}`);
    else {
      const { threshold, interval, benign, found } = proposed;
      lines.push(`  threshold ${three(threshold)} (95 %: ${range(interval, three)}) flags ${shareText(benign)}`);
      if (found.of > 0) lines.push(`    and finds ${shareText(found)} of them`);
    }
    if (failed > 0) lines.push(`  ${failed} texts could not be judged`);
  }
  return `${lines.join("\n")}\n`;
}

const NO_ATTACKS = "    (what it looks for is configured: no built-in attacks)";

function unset({ reason, needed }: Pick<PolicyCalibration, "reason" | "needed">, texts: number): string {
  return reason === "too_few_texts"
    ? `too few texts for that rate: ${texts}, at least ${needed} are needed`
    : "no threshold keeps that rate: too many of the texts have the highest score";
}

export function calibrationJson({ asset, rate, texts }: Asked, policies: readonly PolicyCalibration[]): string {
  const shown = policies.map(({ name, id, action, current, proposed, reason, needed, failed }): Json => {
    const { threshold, benign, rate: interval, found } = current;
    return {
      policy_name: name,
      policy_id: id,
      action,
      texts: benign.of,
      texts_needed: needed,
      texts_failed: failed,
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
    };
  });
  return `${JSON.stringify({ asset_id: asset, texts, false_positive_rate: rate, policies: shown }, null, 2)}\n`;
}

/** A fragment of a configuration: thresholds to be taken over by hand. */
export function renderPatch({ asset, rate, texts }: Asked, policies: readonly PolicyCalibration[]): string {
  const lines = [
    `${PATCH_MARK}: thresholds of ${asset} from ${texts} harmless texts, at ${percent(rate)} false positives.`,
    "# Take them over into the configuration; a threshold stands in the place of a sensitivity.",
    "assets:",
    `  - id: ${asset}`,
    "    policies:",
  ];
  for (const { name, isShadow, current, proposed, ...rest } of policies) {
    lines.push(`      - policy_name: ${name}`);
    if (isShadow) lines.push("        shadow: true");
    if (proposed === null) {
      lines.push(`        # threshold stays ${three(current.threshold)}: ${unset(rest, current.benign.of)}`);
      continue;
    }
    const { threshold, interval, benign, found } = proposed;
    const finds = ({ found }: Pick<typeof current, "found">, word: string): string =>
      found.of === 0 ? "" : `${word} finds ${shareText(found)}`;
    const attacks = found.of === 0 ? "" : " of the built-in attacks";
    lines.push(
      `        # was ${three(current.threshold)}, which flags ${shareText(current.benign)}${finds(current, " and")}`,
      `        # 95 %: ${range(interval, three)}; flags ${shareText(benign)}${finds({ found }, ",")}${attacks}`,
      `        threshold: ${three(threshold)}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
