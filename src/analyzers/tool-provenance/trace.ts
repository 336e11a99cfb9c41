import type { Span } from "../../core/model.ts";
import type { ToolArgument } from "../../core/tool-call.ts";
import { isParameter, roleOf, type Role } from "./arguments.ts";
import { isChosen } from "./choices.ts";
import {
  asksBefore,
  excusedByEntry,
  isAddressed,
  isAlarmed,
  isRequested,
  isUnsuspicious,
  speechAt,
} from "./excuses.ts";
import { isOnVisitedSite, isTrustedLink, restOfLink, sendsData } from "./links.ts";
import { isForeignCommand, isForeignName } from "./names.ts";
import { isSaid, keyOf, ownDomain, placesOfText, squash, type Place, type Sources } from "./sources.ts";
import { hostOf, valuesOf, type Value } from "./values.ts";
import type { ToolKind } from "./verbs.ts";

/** What is wrong with a value: its kind is public. */
export interface UntrustedValue {
  readonly kind: Value["kind"] | "name" | "command";
  /** 0..1: what was copied counts more than what was put together. */
  readonly score: number;
  readonly span: Span;
}

const COPIED = 0.95;
const COMPOSED = 0.75;

/** Maximum number of texts per call that are searched for in the whole conversation: each search reads all of it. */
const SEARCHES_MAX = 300;

/** The searches that are left; values with a form of their own are found without one. */
export class SearchBudget {
  #left = SEARCHES_MAX;

  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }
}

interface View {
  readonly searches: SearchBudget;
  readonly role: Role;
  /** The argument is the value, or a list of such. */
  readonly isSole: boolean;
  readonly kind: ToolKind;
  readonly sources: Sources;
}

/** The values of an argument that come from a tool's result and from no one who may decide. */
export function untrustedIn(
  argument: ToolArgument,
  { kind, sources, searches }: Pick<View, "kind" | "sources" | "searches">,
): readonly UntrustedValue[] {
  const role = roleOf(argument);
  const values = valuesIn(argument, role);
  const beside = role.isTarget ? BESIDE_MAX : role.isContent ? -1 : SIGNS_MAX;
  const isSole = values.length > 0 && restOf(argument.value, values) <= beside;
  const view: View = { role, isSole, kind, sources, searches };
  const found = values.flatMap((value) => {
    const score = scoreOf(value, view);
    return score > 0 ? [{ kind: value.kind, score, span: shifted(value.span, argument) }] : [];
  });
  if (found.length > 0) return found;
  const whole = (name: UntrustedValue["kind"]): readonly UntrustedValue[] => [
    { kind: name, score: COPIED, span: argument.span },
  ];
  if (kind === "execution" && searches.take() && isForeignCommand(argument.value, sources)) return whole("command");
  const isName = mayName(argument, view) && values.every((value) => isWeak(value, view)) && searches.take();
  return isName && isForeignName(argument.value, sources) ? whole("name") : [];
}

/** Letters and digits beside the values that a list of addresses may have: names. */
const BESIDE_MAX = 40;
/** The same where nothing shows that it is such a list. */
const SIGNS_MAX = 8;
/** Longest account number with what is put between its digits, UTF-16 units. */
const GROUPED_MAX = 80;
/** Shortest account, number or address without signs that is looked for in texts without signs. */
const SQUASHED_MIN = 9;

/** Where money or a call goes, digits are a number however they are grouped. */
function valuesIn({ value }: ToolArgument, { isTarget }: Role): readonly Value[] {
  const values = valuesOf(value);
  if (!isTarget || value.length > GROUPED_MAX || (values.length > 0 && restOf(value, values) <= SIGNS_MAX))
    return values;
  const key = squash(value);
  const digits = key.replaceAll(/\D/g, "").length;
  if (key.length < SQUASHED_MIN || digits * 2 < key.length) return values;
  return [{ kind: "account", key, span: { start: 0, end: value.length } }];
}

/** Results name the targets of reading tools all the time, and a command is no name. */
function mayName(argument: ToolArgument, { kind, role }: View): boolean {
  return !isParameter(argument) && !role.isContent && kind !== "source" && (kind !== "execution" || role.isTarget);
}

/** Offsets inside of a value are those of the text where it was copied as it stands; of JSON in JSON they are not known. */
function shifted(span: Span, { value, span: around }: ToolArgument): Span {
  if (around.end - around.start !== value.length) return around;
  return { start: around.start + span.start, end: around.start + span.end };
}

function scoreOf(value: Value, view: View): number {
  const { sources, kind } = view;
  if (isTrusted(value, view)) return 0;
  const places = sources.places.get(keyOf(value.kind, value.key)) ?? [];
  if (places.length === 0) return isComposed(value, view) ? COMPOSED : 0;
  if (kind === "source") return isHeldInSource(value, places, view) ? COPIED : 0;
  return !isWeak(value, view) && isHeldInSink(value, places, view) ? COPIED : 0;
}

/** Ids, paths and plain numbers go from result to call all the time: they are names, unless they say where money or a message goes. */
function isWeak({ kind }: Value, { role, kind: tool }: View): boolean {
  if (kind === "token" || kind === "path") return true;
  return kind === "number" && !(role.isTarget && tool !== "source");
}

function isTrusted({ kind, key }: Value, { sources, searches }: View): boolean {
  if (sources.trusted.has(keyOf(kind, key))) return true;
  if (kind === "url" || kind === "host") return isTrustedLink(key, sources);
  return (kind === "account" || kind === "number") && searches.take() && sources.saidSquashed.includes(squash(key));
}

/** In no result as it stands, but assembled from one: in pieces, or on an untrusted domain. */
function isComposed({ kind, key }: Value, view: View): boolean {
  if (kind === "url" || kind === "host") return isComposedLink(key, view);
  if (view.kind === "source" || !view.isSole) return false;
  if (kind === "email") return ownDomain(key).some((domain) => isStrange(domain, view)) || isInPieces(key, view);
  return (kind === "account" || kind === "number") && isInPieces(key, view);
}

function isComposedLink(key: string, { sources, kind, isSole }: View): boolean {
  if (!sources.untrustedHosts.has(hostOf(key))) return false;
  const rest = restOfLink(key);
  if (kind !== "source") return rest !== "" || isSole;
  return sendsData(rest) && !isOnVisitedSite(key, sources);
}

/** A domain that results name, none of whose addresses is what the user asked for. */
function isStrange(domain: string, { sources, searches }: View): boolean {
  if (sources.trustedHosts.has(domain)) return false;
  const known = sources.untrustedHosts.get(domain) ?? (searches.take() ? placesOfText(sources, domain) : []);
  return known.length > 0 && !known.some((place) => excusedByEntry(place, sources)) && !isSaid(sources, domain);
}

function isInPieces(key: string, { sources, searches }: View): boolean {
  const bare = squash(key);
  if (bare.length < SQUASHED_MIN || !searches.take()) return false;
  return sources.squashed.includes(bare) && !sources.saidSquashed.includes(bare);
}

/** A reading tool may read what results name, except where a result tells the model to. */
function isHeldInSource({ kind, key }: Value, places: readonly Place[], { sources }: View): boolean {
  if (kind === "path") return places.every((place) => isSensitive(place) && isRequested(place));
  if ((kind !== "url" && kind !== "host") || isOnVisitedSite(key, sources)) return false;
  return places.some(isAlarmed) && !places.some((place) => excusedByEntry(place, sources));
}

const SENSITIVE =
  /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.kube|\.env\b|\.netrc|\.npmrc|id_[a-z]+|etc\/|root\/|proc\/)|passwd|shadow|credential|secret|private|token|\.pem$|\.key$/i;

const isSensitive = ({ document, start, end }: Place): boolean => SENSITIVE.test(document.text.slice(start, end));

function isHeldInSink(value: Value, places: readonly Place[], view: View): boolean {
  const { sources, isSole, kind: tool } = view;
  if (places.some((place) => isUnsuspicious(place, value, sources)) || isChosen(value, places, sources)) return false;
  if (tool === "execution" || isSole) return true;
  // It is only mentioned in a longer text, or stays with the user.
  const isLink = value.kind === "url" || value.kind === "host";
  if (!isLink || tool === "storage") return places.every(isAddressed);
  return places.every((place) => asksForLink(place, sources));
}

function asksForLink(place: Place, { asksLinks }: Sources): boolean {
  if (place.leaf.isCell) return isAlarmed(place) || asksBefore(place);
  const speech = speechAt(place);
  return speech === "alarm" || speech === "request" || (speech === "invitation" && !asksLinks);
}

/** Letters and digits beside the values. */
function restOf(text: string, values: readonly Value[]): number {
  let rest = "";
  let at = 0;
  for (const { span } of values) {
    if (span.start > at) rest += text.slice(at, span.start);
    at = Math.max(at, span.end);
  }
  return squash(rest + text.slice(at)).length;
}
