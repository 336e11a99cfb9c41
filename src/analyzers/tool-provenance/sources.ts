import type { Conversation } from "../../core/conversation.ts";
import { Reading } from "../../text/reading.ts";
import { leafAt, small, type Document } from "./documents.ts";
import type { Leaf } from "./leaves.ts";
import { questionsOf } from "./questions.ts";
import { namingWords } from "./naming.ts";
import { asksForLinks, asksForPayment, isAlarming } from "./speech.ts";
import { turnsOf } from "./turns.ts";
import { hostOf, valuesOf, type Value, type ValueKind } from "./values.ts";

/** Places that are remembered of one value. */
const PLACES_MAX = 12;
/** Where a value stands in what a tool brought. */
export interface Place {
  readonly document: Document;
  readonly leaf: Leaf;
  /** Of `document.text`. */
  readonly start: number;
  readonly end: number;
}

/** Who said what in a conversation: made once of each, and gone with it. */
export interface Sources {
  /** Nothing in the conversation comes from a tool. */
  readonly isEmpty: boolean;
  readonly documents: readonly Document[];
  /** By `keyOf`: what tools brought. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
  /** Sites and domains that results name, and where. */
  readonly untrustedHosts: ReadonlyMap<string, readonly Place[]>;
  /** Letters and digits of what tools brought, small, nothing between them. */
  readonly squashed: string;
  /** No result talks to the model. */
  readonly isCalm: boolean;
  /** By `keyOf`: what the user and the operator said. */
  readonly trusted: ReadonlySet<string>;
  readonly trustedLinks: readonly string[];
  readonly trustedHosts: ReadonlySet<string>;
  /** The same texts, small. */
  readonly said: string;
  readonly saidSquashed: string;
  /** What the user's words may name, and the words of the first look-ups for them. */
  readonly names: ReadonlySet<string>;
  /** Sites that the model visited before any tool returned anything. */
  readonly visitedHosts: ReadonlySet<string>;
  readonly asksLinks: boolean;
  /** The user wants something to be paid. */
  readonly asksPayment: boolean;
}

/** The same value under whichever form it was read: a link with and without its scheme, an account with and without spaces. */
export function keyOf(kind: ValueKind, key: string): string {
  const space = kind === "url" || kind === "host" ? "link" : kind === "account" || kind === "token" ? "id" : kind;
  return `${space} ${key}`;
}

const known = new WeakMap<object, Sources>();

export function sourcesOf(conversation: Conversation): Sources {
  const { texts } = conversation;
  let sources = known.get(texts);
  if (sources === undefined) known.set(texts, (sources = read(conversation)));
  return sources;
}

export const squash = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");

function read(conversation: Conversation): Sources {
  const { documents, said, user, first } = turnsOf(conversation);
  const trusted = said.flatMap((text) => valuesOf(text));
  const links = trusted.filter(({ kind }) => kind === "url" || kind === "host").map(({ key }) => key);
  const domains = trusted.flatMap(({ kind, key }) => (kind === "email" ? ownDomain(key) : []));
  const questions = questionsOf(first);
  const brought = once(() => squash(spelt(documents.map(({ text }) => withDecoded(text)).join("\n"))));
  const saidBare = once(() => squash(said.join("\n")));
  const calm = once(() => !documents.some(({ text }) => isAlarming(text)));
  return {
    isEmpty: documents.length === 0,
    documents,
    ...placesOf(documents),
    get squashed() {
      return brought();
    },
    get isCalm() {
      return calm();
    },
    trusted: new Set(trusted.map(({ kind, key }) => keyOf(kind, key))),
    trustedLinks: links,
    trustedHosts: new Set([...links.map(hostOf), ...domains]),
    said: small(said.join("\n")),
    get saidSquashed() {
      return saidBare();
    },
    names: namingWords(`${user.join("\n")}\n${questions.words}`),
    visitedHosts: new Set(questions.links.map(({ key }) => hostOf(key))),
    asksLinks: user.some(asksForLinks),
    asksPayment: user.some(asksForPayment),
  };
}

/** Most calls never ask for it. */
function once<Made extends string | boolean>(make: () => Made): () => Made {
  let made: Made | null = null;
  return () => (made ??= make());
}

/** Without the words that stand for signs of an address: `desk (at) reef [dot] net`. */
const spelt = (text: string): string => text.replaceAll(/[([{<]\s?(?:at|dot|punkt|punto|point|arroba)\s?[)\]}>]/gi, "");

/** A text, followed by what its base64 and hexadecimal decode to. */
function withDecoded(text: string): string {
  const runs = new Reading(text).runs.slice(0, RUNS_MAX);
  return runs.length === 0 ? text : `${text}\n${runs.map(({ view }) => view.raw).join("\n")}`;
}

/** Encoded runs of one text that are looked into. */
const RUNS_MAX = 16;

/** Providers of mailboxes for anyone: one address there says nothing about another. */
const FREE_MAIL: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com me.com proton.me protonmail.com gmx.de gmx.net
  gmx.com web.de aol.com mail.com mail.ru yandex.ru yandex.com qq.com 163.com zoho.com tutanota.com fastmail.com`.split(
    /\s+/,
  ),
);

/** The domain of an address that belongs to one organization. */
export function ownDomain(email: string): readonly string[] {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return FREE_MAIL.has(domain) ? [] : [domain];
}

function placesOf(documents: readonly Document[]): Pick<Sources, "places" | "untrustedHosts"> {
  const places = new Map<string, Place[]>();
  const untrustedHosts = new Map<string, Place[]>();
  for (const document of documents)
    for (const { kind, key, span } of valuesOf(document.text)) {
      const leaf = leafAt(document.leaves, span.start);
      if (leaf === undefined) continue;
      const place = { document, leaf, ...span };
      for (const host of hostsOf({ kind, key })) note(untrustedHosts, host, place);
      note(places, keyOf(kind, key), place);
    }
  return { places, untrustedHosts };
}

function note(places: Map<string, Place[]>, name: string, place: Place): void {
  const list = places.get(name);
  if (list === undefined) places.set(name, [place]);
  else if (list.length < PLACES_MAX) list.push(place);
}

function hostsOf({ kind, key }: Pick<Value, "kind" | "key">): readonly string[] {
  if (kind === "url" || kind === "host") return [hostOf(key)];
  return kind === "email" ? ownDomain(key) : [];
}

/** Where a text stands in what tools brought, word by word: for what has no form of its own. */
export function placesOfText(sources: Sources, text: string): readonly Place[] {
  const wanted = small(text);
  const places: Place[] = [];
  for (const document of sources.documents) {
    const { small: lower } = document;
    for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      const leaf = leafAt(document.leaves, at);
      if (leaf !== undefined && isWord(lower, at, end)) places.push({ document, leaf, start: at, end });
      if (places.length >= PLACES_MAX) return places;
    }
  }
  return places;
}

const LETTER = /[\p{L}\p{N}]/u;

/** Whether no letter or digit adjoins either end. */
function isWord(text: string, start: number, end: number): boolean {
  const goesOn = (at: number): boolean => LETTER.test(text.charAt(at - 1)) && LETTER.test(text.charAt(at));
  return !(start > 0 && goesOn(start)) && !(end < text.length && goesOn(end));
}

/** Whether the user or the operator has said that text. */
export function isSaid({ said }: Sources, text: string): boolean {
  const wanted = small(text);
  for (
    let at = said.indexOf(wanted), tries = 0;
    at !== -1 && tries < TRIES_MAX;
    at = said.indexOf(wanted, at + 1), tries++
  )
    if (isWord(said, at, at + wanted.length)) return true;
  return false;
}

/** Occurrences of a text that are checked in vain: `1` occurs everywhere. */
const TRIES_MAX = 1000;
