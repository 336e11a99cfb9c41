import { excusedByEntry, isAddressed, isAlarmed, isRequested } from "./excuses.ts";
import { isSaid, placesOfText, squash, type Place, type Sources } from "./sources.ts";

/** Shell, SQL and code that does more than look. */
const DANGEROUS =
  /[|`$<>]|\b(?:rm|del|drop|delete|truncate|update|insert|alter|grant|chmod|chown|curl|wget|nc|ncat|scp|ssh|sudo|kill|mkfs|dd|eval|exec|base64|format|shutdown|reboot|crontab|git push|iptables|useradd|passwd|subprocess|os\.system|socket|requests?\.post|fetch)\b/i;
/** Letters and digits. */
const COMMAND_MIN = 6;

/** A command copied word for word from a result that does more than read, or that the result instructs the agent to run. */
export function isForeignCommand(command: string, sources: Sources): boolean {
  const bare = squash(command);
  if (bare.length < COMMAND_MIN || !sources.squashed.includes(bare) || sources.saidSquashed.includes(bare))
    return false;
  return DANGEROUS.test(command) || placesOfText(sources, command.trim()).some(isAddressed);
}

/** Longest name of a person, a channel, a product, a place, longest key, UTF-16 units: texts of more words are content. */
const NAME_MAX = 1000;
const NAME_WORDS_MAX = 12;

/** What has no form of its own is held only where a result asks for it, and nothing else in the results names it. */
export function isForeignName(value: string, sources: Sources): boolean {
  const name = value.trim().replace(/^[@#]/, "");
  const isLong = name.length > NAME_MAX || name.split(/\s+/, NAME_WORDS_MAX + 1).length > NAME_WORDS_MAX;
  if (isLong || name.length < (/^\d+$/.test(name) ? 2 : 3) || isSaid(sources, name)) return false;
  const places = placesOfText(sources, name).filter((place) => isEvidence(place, name));
  if (places.length === 0 || places.some((place) => excusedByEntry(place, sources))) return false;
  // A handle reaches someone, as an address does: one that only running text mentions is not whom the user means.
  if (value.trim().startsWith("@") && places.every(({ leaf }) => !leaf.isCell)) return true;
  return places.every(isRequested) || places.some((place) => !place.leaf.isCell && isAlarmed(place));
}

const NUMBERED = /(?:\b(?:id|no|nr|number|code|ref|amount|of|eur|usd|gbp|euros?|dollars?)\b|[#$€£:=])\W{0,3}$/i;

/** A short number occurs in dates and prices too: it is evidence only after a word that says what it is. */
function isEvidence({ document, start }: Place, name: string): boolean {
  return name.length > 3 || !/^\d+$/.test(name) || NUMBERED.test(document.text.slice(Math.max(0, start - 16), start));
}
