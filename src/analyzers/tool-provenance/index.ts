import type { Conversation } from "../../core/conversation.ts";
import type { Finding } from "../../core/model.ts";
import type { ToolCall } from "../../core/tool-call.ts";
import type { Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import { shownName } from "../tool-names.ts";
import { expanded } from "./arguments.ts";
import { readSettings, type Settings } from "./settings.ts";
import { sourcesOf } from "./sources.ts";
import { Looks, strangersIn } from "./trace.ts";

/** Findings of one call that are told. */
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
  prepare: (metadata) => {
    const read = readSettings(metadata);
    return read.kind === "settings" ? { kind: "ready", analyzer: prepare(read.settings) } : read;
  },
};

function prepare(settings: Settings): PreparedAnalyzer {
  return {
    // Arguments come whole; other texts of a stream are none of its business.
    lookback: 0,
    heldFrom: (text) => text.raw.length,
    readsConversation: true,
    analyze: (_text, { tool, conversation }) =>
      tool === undefined || tool.at === null || conversation === undefined ? [] : trace(tool, conversation, settings),
    details: (findings) => ({
      score: findings.reduce((top, { score }) => Math.max(top, score), 0),
      tool: findings[0]?.label ?? "",
      evidence: findings.flatMap(({ kind, span }) =>
        span === undefined ? [] : [{ start: span.start, end: span.end, type: kind }],
      ),
    }),
  };
}

function trace(tool: ToolCall, conversation: Conversation, settings: Settings): readonly Finding[] {
  // A call that nobody has named could be any.
  const kind = tool.name === "" ? "sink" : settings.kindOf(tool.name);
  const sources = sourcesOf(conversation);
  if (kind === null || sources.isEmpty) return [];
  const looks = new Looks();
  const findings: Finding[] = [];
  for (const argument of expanded(tool.values())) {
    if (settings.isIgnored(tool.name, argument)) continue;
    for (const { kind: type, score, span } of strangersIn(argument, { kind, sources, looks })) {
      if (span.end > span.start) findings.push({ kind: type, score, span, label: shownName(tool.name) });
      if (findings.length === FINDINGS_MAX) return inOrder(findings);
    }
  }
  return inOrder(findings);
}

const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
