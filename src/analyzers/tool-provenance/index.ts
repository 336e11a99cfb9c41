import type { Conversation } from "../../core/conversation.ts";
import type { Finding } from "../../core/model.ts";
import { namesOf, type ToolCall } from "../../core/tool-call.ts";
import type { Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import { shownName } from "../tool-names.ts";
import { expanded } from "./arguments.ts";
import { readSettings, type Settings } from "./settings.ts";
import { sourcesOf } from "./sources.ts";
import { SearchBudget, untrustedIn } from "./trace.ts";
import type { ToolKind } from "./verbs.ts";

/** Maximum number of findings reported for one call. */
const FINDINGS_MAX = 100;

/** Finds calls of tools whose arguments come from what tools brought, where neither the user nor the operator asked for them. */
export const TOOL_PROVENANCE: Analyzer<"tool_provenance"> = {
  name: "tool_provenance",
  scope: "output",
  covers: (side, origin) => side === "output" && origin === "assistant",
  reads: "tool_calls",
  measure: "spans",
  threshold: 0.5,
  leakMax: 0,
  masks: false,
  metadata: "what tools do, optional",
  prepare: (metadata) => {
    const read = readSettings(metadata);
    return read.kind === "settings" ? { kind: "ready", analyzer: prepare(read.settings) } : read;
  },
};

function prepare(settings: Settings): PreparedAnalyzer {
  return {
    // Arguments come whole; other texts of a stream are none of its business.
    lookback: 0,
    stableUntil: (text) => text.raw.length,
    readsConversation: true,
    analyze: (text, { tool, conversation }) =>
      tool === undefined || tool.at === null || conversation === undefined
        ? []
        : trace(tool, { conversation, settings, length: text.raw.length }),
    details: (findings) => ({
      score: findings.reduce((top, { score }) => Math.max(top, score), 0),
      tool: findings[0]?.label ?? "",
      evidence: findings.flatMap(({ kind, span }) =>
        span === undefined ? [] : [{ start: span.start, end: span.end, type: kind }],
      ),
    }),
  };
}

interface Tracing {
  readonly conversation: Conversation;
  readonly settings: Settings;
  /** Of the text that is judged, UTF-16 units. */
  readonly length: number;
}

function trace(tool: ToolCall, { conversation, settings, length }: Tracing): readonly Finding[] {
  const names = namesOf(tool);
  const kind = strictest(names, settings);
  const sources = sourcesOf(conversation);
  if (kind === null || sources.isEmpty) return [];
  const values = tool.values();
  const label = shownName(tool.name);
  // What the tool gets depends on who parses it.
  if (values === null) return [{ kind: "unreadable", score: 1, span: { start: 0, end: length }, label }];
  const searches = new SearchBudget();
  const findings: Finding[] = [];
  for (const argument of expanded(values)) {
    if (names.every((name) => settings.isIgnored(name, argument))) continue;
    for (const { kind: type, score, span } of untrustedIn(argument, { kind, sources, searches })) {
      if (span.end > span.start) findings.push({ kind: type, score, span, label });
      if (findings.length === FINDINGS_MAX) return inOrder(findings);
    }
  }
  return inOrder(findings);
}

/** A call without a name could be any. */
function strictest(names: readonly string[], settings: Settings): ToolKind | null {
  const kinds = new Set(names.map((name) => (name === "" ? "sink" : settings.kindOf(name))));
  return STRICTNESS.find((kind) => kinds.has(kind)) ?? null;
}

const STRICTNESS: readonly ToolKind[] = ["execution", "sink", "unknown", "storage", "source"];

const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
