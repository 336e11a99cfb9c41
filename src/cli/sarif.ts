import { isAbsolute, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Kind } from "../analyzers/analyzer.ts";
import type { Evaluation, Finding, JsonObject, Span, Violation } from "../core/model.ts";
import type { Guard } from "../engine/guard.ts";
import { LineIndex, printable, type TextPlace } from "./scan-texts.ts";

/** Where policies that judge a text as a whole are explained. */
const HELP_URI = "https://genai.owasp.org/llm-top-10/";

export interface SarifOptions {
  /** Of sallyport. */
  readonly version: string;
  /** File names are reported relative to it. */
  readonly folder: string;
  /** Whose kinds say where they are documented. */
  readonly guards: readonly Guard[];
}

/**
 * One run of a SARIF 2.1.0 log. No result holds matched text: places, kinds and scores only.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export class SarifLog {
  readonly #options: SarifOptions;
  readonly #rules: JsonObject[] = [];
  readonly #ruleIndexes = new Map<string, number>();
  readonly #results: JsonObject[] = [];
  readonly #notes: JsonObject[] = [];
  #isSound = true;

  constructor(options: SarifOptions) {
    this.#options = options;
  }

  add(place: TextPlace, raw: string, evaluation: Evaluation): void {
    if (evaluation.violations.length === 0) return;
    const lines = new LineIndex(raw);
    const uri = this.#uri(place.name);
    const end = lines.positionOf(raw.length);
    const { line, field = null, lineChars = 0 } = place;
    for (const violation of evaluation.violations)
      for (const finding of placed(violation.findings)) {
        const span = finding.span;
        const whole = { startLine: 1, startColumn: 1, endLine: end.line, endColumn: end.column };
        // Of a field's value the escapes are undone, so the region is its line.
        const region =
          line !== undefined
            ? { startLine: line, startColumn: 1, endLine: line, endColumn: lineChars + 1 }
            : span === undefined
              ? whole
              : regionOf(lines, span);
        this.#results.push({
          ...this.#rule(violation, finding.kind),
          level: levelOf(violation),
          message: { text: messageOf(violation, finding) + (field === null ? "" : `, in ${printable(field)}`) },
          locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
        });
      }
  }

  /** Notes a file that was not checked, or a policy that could not run. */
  note(name: string, text: string, level: "warning" | "error"): void {
    if (level === "error") this.#isSound = false;
    const physicalLocation = { artifactLocation: { uri: this.#uri(name) } };
    this.#notes.push({ level, message: { text }, locations: [{ physicalLocation }] });
  }

  render(): string {
    const log: JsonObject = {
      $schema: "https://json.schemastore.org/sarif-2.1.0.json",
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "sallyport", version: this.#options.version, rules: this.#rules } },
          columnKind: "utf16CodeUnits",
          invocations: [{ executionSuccessful: this.#isSound, toolExecutionNotifications: this.#notes }],
          results: this.#results,
        },
      ],
    };
    return `${JSON.stringify(log, null, 2)}\n`;
  }

  #rule({ policy, action }: Violation, kind: string): { readonly ruleId: string; readonly ruleIndex: number } {
    const ruleId = `${policy.name}/${kind}`;
    let ruleIndex = this.#ruleIndexes.get(ruleId);
    if (ruleIndex === undefined) {
      ruleIndex = this.#rules.length;
      this.#ruleIndexes.set(ruleId, ruleIndex);
      const helpUri = this.#source(policy.name, kind);
      const description = { text: `${kind} found by ${policy.name}` };
      this.#rules.push({
        id: ruleId,
        shortDescription: description,
        fullDescription: description,
        help: { text: `What it is: ${helpUri}` },
        helpUri,
        defaultConfiguration: { level: action === "block" ? "error" : "warning" },
      });
    }
    return { ruleId, ruleIndex };
  }

  #source(policyName: string, kind: string): string {
    const state = this.#options.guards.find(({ policy }) => policy.name === policyName)?.state;
    const kinds: readonly Kind[] =
      state?.kind === "ready" ? [...(state.analyzer.kinds ?? []), ...(state.prepared.ownKinds ?? [])] : [];
    return kinds.find(({ id }) => id === kind)?.source ?? HELP_URI;
  }

  /** Relative with `/` inside the folder, so that the log reads alike on every machine. */
  #uri(name: string): string {
    if (name === "-") return "stdin";
    const path = isAbsolute(name) ? relative(this.#options.folder, name) : name;
    if (path.startsWith("..") || isAbsolute(path)) return pathToFileURL(name).href;
    return path.split(sep).map(encodeURIComponent).join("/");
  }
}

/** The findings with a span; if there are none, the first one, for the text as a whole. */
function placed(findings: readonly Finding[]): readonly Finding[] {
  const withSpan = findings.filter(({ span }) => span !== undefined);
  return withSpan.length > 0 ? withSpan : findings.slice(0, 1);
}

/** The end is exclusive. */
function regionOf(lines: LineIndex, { start, end }: Span): JsonObject {
  const [first, last] = [lines.positionOf(start), lines.positionOf(end)];
  return { startLine: first.line, startColumn: first.column, endLine: last.line, endColumn: last.column };
}

const levelOf = ({ action }: Violation): "error" | "warning" => (action === "block" ? "error" : "warning");

function messageOf({ policy, action }: Violation, { kind, score, decoded }: Finding): string {
  const disguise = decoded === undefined ? "" : `, disguised as ${decoded}`;
  return `${kind} found by ${policy.name} (${action}), score ${score.toFixed(2)}${disguise}`;
}
