import type { KeywordHit } from "../../../text/match/automaton.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { STAND_IN_SCORE } from "../../token-rule.ts";
import { isStandIn } from "../../value.ts";
import { isReference } from "../gate.ts";

/** How far a value may stand after `kind: Secret`, and that after the last value, UTF-16 units. */
const REACH = 240;
/** The same after `data:`, and `data:` after `apiVersion:`. */
const DATA_REACH = 200;
const API_REACH = 40;
const VALUE_MAX = 4096;
const KIND = /(?:^|\n)[ \t-]*["']?kind["']?:[ \t]*["']?secret\b/i;
const KIND_TOLD = /\n[ \t-]*["']?kind["']?:[ \t]*["']?[a-z]+[^a-z]/i;
/** `kubectl get -o yaml` sorts its fields, so there the kind follows the data. */
const API_BEFORE = /apiVersion["']?:[ \t]*["']?v1["']?[ \t]*,?\s+$/i;
const ENTRY = new RegExp(
  String.raw`[ \t]*\r?\n[ \t]+(?!["']?kind["']?:)["']?[A-Za-z0-9_.-]{1,64}["']?:[ \t]*(?:[|>][-+]?[ \t]*\r?\n[ \t]+)?["']?([A-Za-z0-9+/]{10,${VALUE_MAX}}={0,2}|["']?[$\{<][^\r\n]{0,120})["']?(?=[ \t]*(?:#[^\r\n]{0,120})?(?:[\r\n]|$))`,
  "y",
);
/** The same under `stringData:`, where values stand as they are. */
const PLAIN_ENTRY = new RegExp(
  String.raw`[ \t]*\r?\n[ \t]+(?!["']?kind["']?:)["']?[A-Za-z0-9_.-]{1,64}["']?:[ \t]*["']?([!#-&(-~]{4,${VALUE_MAX}}?)["']?(?=[ \t]*(?:#[^\r\n]{0,120})?(?:[\r\n]|$))`,
  "y",
);
const STRING_DATA = "stringdata:".length;
const OPEN = /^[ \t]*(?:\r?\n?$|\r?\n[ \t]+[^]*$)/;

/** The values under `data:` of a Kubernetes Secret, which are base64 of whatever they are. */
export const KUBERNETES_SECRET: SpanDetector = {
  id: "kubernetes-secret",
  placeholder: "KUBERNETES_SECRET",
  keywords: ["data:"],
  maxLength: VALUE_MAX + 8,
  source: "https://kubernetes.io/docs/concepts/configuration/secret/",
  about: { name: "value of a Kubernetes Secret", form: "base64 below `data:` of `kind: Secret`" },
  find: ({ raw }, hits, from) => hits.flatMap((hit) => readData(raw, hit).filter(({ start }) => start >= from)),
  stableUntil: ({ raw }, hits) => {
    for (const hit of hits) if (hit.end + REACH + VALUE_MAX + REACH > raw.length && isOpen(raw, hit)) return hit.end;
    return raw.length;
  },
  examples: {
    hits: [
      ["apiVersion: v1\nkind: Secret\ndata:\n  extra: c2o3d2tpLTNpc2g4Zw==\n", "c2o3d2tpLTNpc2g4Zw=="],
      ["apiVersion: v1\ndata:\n  extra: c2o3d2tpLTNpc2g4Zw==\nkind: Secret\n", "c2o3d2tpLTNpc2g4Zw=="],
    ],
    misses: [
      "apiVersion: v1\nkind: ConfigMap\ndata:\n  extra: c2o3d2tpLTNpc2g4Zw==\n",
      "apiVersion: v1\nkind: Secret\ndata:\n  extra: {{ .Values.extra }}\n",
      "kind: Secret\nmetadata:\n  name: database-login\n",
    ],
  },
};

/** `data:` at the beginning of a line whose kind stands before it, or may follow. */
function readData(raw: string, hit: KeywordHit): readonly Match[] {
  const before = raw.slice(Math.max(0, hit.start - REACH), hit.start);
  if (!/(?:^|[\s"'])(?:string)?$/i.test(before)) return [];
  const kindBefore = before.search(KIND);
  if (kindBefore < 0 && !API_BEFORE.test(before.slice(-API_REACH))) return [];
  const { matches, end } = readEntries(raw, hit.end);
  if (kindBefore < 0) return KIND.test(raw.slice(end, end + REACH)) ? matches : [];
  const kindStart = hit.start - before.length + kindBefore;
  return matches.filter(({ start }) => start - kindStart <= REACH);
}

function readEntries(raw: string, from: number): { readonly matches: readonly Match[]; readonly end: number } {
  const matches: Match[] = [];
  let end = from;
  const entry = /^stringdata:$/i.test(raw.slice(Math.max(0, from - STRING_DATA), from)) ? PLAIN_ENTRY : ENTRY;
  while (end - from < DATA_REACH) {
    entry.lastIndex = end;
    const found = entry.exec(raw);
    const text = found?.[1];
    if (found === null || text === undefined) break;
    const start = end + found[0].lastIndexOf(text);
    if (!isReference(text) && start - from < DATA_REACH)
      matches.push({ start, end: start + text.length, score: entry === ENTRY ? scoreOf(text) : scorePlain(text) });
    end = entry.lastIndex;
  }
  return { matches, end };
}

/** Base64 comes in fours; anything else is a word. */
const scoreOf = (text: string): number => (text.length % 4 === 0 ? 0.8 : STAND_IN_SCORE);

/** Names of users and hosts stand there as well. */
const scorePlain = (text: string): number =>
  /\d/.test(text) && /[A-Za-z]/.test(text) && !isStandIn(text) && !NAME.test(text) ? 0.7 : STAND_IN_SCORE;
const NAME = /^[a-z0-9]+(?:[.-][a-z0-9]+)+(?::\d{2,5})?$|:\/\/|^[a-z]+\d{0,3}$/;

/** Whether entries, or the kind after them, may still be to come. */
function isOpen(raw: string, hit: KeywordHit): boolean {
  const before = raw.slice(Math.max(0, hit.start - REACH), hit.start);
  const isKindBefore = KIND.test(before);
  if (!isKindBefore && !API_BEFORE.test(before.slice(-API_REACH))) return false;
  const { end } = readEntries(raw, hit.end);
  if (end - hit.end >= DATA_REACH && isKindBefore) return false;
  const rest = raw.slice(end, end + VALUE_MAX + REACH);
  if (end + rest.length < raw.length) return false;
  return OPEN.test(rest) || (!isKindBefore && rest.length <= REACH && !KIND_TOLD.test(rest));
}
