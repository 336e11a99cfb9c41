/** Signs before a place that are looked at, UTF-16 units. */
const TAIL_MAX = 96;
/** Signs after a place that may touch it, UTF-16 units: no host is longer. */
export const LINK_RUN_MAX = 256;

/** Schemes that need no `//`, or do without where browsers read them. */
const SCHEMES =
  "https?|ftps?|wss?|file|blob|data|mailto|javascript|vbscript|view-source|cid|intent|jar|ssh|git|ldaps?|magnet|xmpp|sips?|callto|skype|whatsapp|tg|" +
  "smb|nfs|gopher|telnet|ircs?|dict|imap|sms|smsto|mms|facetime|zoommtg|zoomus|slack|msteams|ms-[a-z]+|vscode(?:-insiders)?|web\\+[a-z]+|market|spotify|ipfs|ipns|steam|bitcoin|urn|chrome";
const LABEL = String.raw`[\p{L}\p{N}_-]{1,63}`;
/** `evil.com/`, `evil.com:80/`, `evil.com?`; not the domain of a mail address. */
const DOMAIN = String.raw`(?<![\p{L}\p{N}@._-])(?:${LABEL}\.){1,12}${LABEL}(?::\d{1,5})?[/?#]`;
/** `localhost/`, `evil:80/`, `[::1]/`, `2130706433/`, `0x7f000001/`: hosts without a dot. */
const HOST_ALONE = String.raw`(?<![\p{L}\p{N}@._-])(?:localhost|\d{8,10}|0x[\da-f]{8}|\[[\da-f:.]{2,45}\]|\p{L}[\p{L}\p{N}_-]{1,62}:\d{2,5})(?::\d{1,5})?[/?#]`;
/** Characters of an address, as HTML writes them. */
const REFERENCE = String.raw`&(?:#\w{1,8}|amp|bsol|colon|commat|equals|newline|period|quest|sol|tab)`;

/** By its last sign, what marks signs without spaces as an address, whatever reads them. */
const LINKS: Readonly<Record<string, string>> = {
  "/": String.raw`\/\/|${REFERENCE}\/|${DOMAIN}|${HOST_ALONE}`,
  "?": `${DOMAIN}|${HOST_ALONE}`,
  "#": `${DOMAIN}|${HOST_ALONE}`,
  "%": String.raw`%2f%2f[^%]{1,64}%`,
  ".": String.raw`www\.`,
  ":": String.raw`(?<![\p{L}\p{N}])(?:${SCHEMES}):`,
  "=": String.raw`[?&][\w.~[\]-]{1,64}=`,
  ";": `${REFERENCE};`,
};
const LINK_ENDS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(LINKS).map(([sign, link]) => [sign, new RegExp(`(?:${link})$`, "iu")]),
);
const LINK = new RegExp([...new Set(Object.values(LINKS))].join("|"), "iu");
const OPEN_REFERENCE = /&#?\w{1,10}$/;

/** The signs of one row, without spaces, as far as they decide whether what follows them is a part of an address. */
export interface LinkRun {
  tail: string;
  isLink: boolean;
}

export const newLinkRun = (): LinkRun => ({ tail: "", isLink: false });

export function endRun(run: LinkRun): void {
  run.tail = "";
  run.isLink = false;
}

export const isInRun = ({ tail, isLink }: LinkRun): boolean => isLink || OPEN_REFERENCE.test(tail);

/** Reads further signs; the last alone may complete an address's mark. */
export function growRun(run: LinkRun, signs: string): void {
  run.tail += signs;
  if (run.tail.length > 2 * LINK_RUN_MAX) run.tail = run.tail.slice(-TAIL_MAX);
  if (!run.isLink) run.isLink = LINK_ENDS.get(signs)?.test(run.tail.slice(-TAIL_MAX)) === true;
}

/** As a sign counts in an address: full width is plain, and invisible characters and backslashes count for nothing. */
export function foldLinkSign(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code < 0x80) return sign === "\\" ? "" : sign;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (DOTS.has(code)) return ".";
  return IGNORED.test(sign) ? "" : sign;
}

/** What hosts take for a dot. @see https://www.unicode.org/reports/tr46/ */
const DOTS: ReadonlySet<number> = new Set([0x2024, 0x3002, 0xfe52, 0xff61]);
const IGNORED = /\p{Default_Ignorable_Code_Point}/u;

const plain = (run: string): string => (PLAIN.test(run) ? run : Array.from(run, foldLinkSign).join(""));
// eslint-disable-next-line no-control-regex -- ASCII but for backslashes.
const PLAIN = /^[\0-[\]-\x7f]*$/;

/** A host by itself. */
const BARE_HOST = /^[^\s@]*\.\p{L}{2}[^@]*$/u;

/** Whether a value is an address, begins one or goes on with one. */
export const isLink = (value: string): boolean => LINK.test(plain(value)) || BARE_HOST.test(value);

/** Browsers take spaces in an address for a part of it, and skip tabs and line breaks. */
const SKIPPED = /[\t\r\n\\]/g;
/** `\\host\`: a file of another machine. */
const SHARE = /^[\s"'`<(]{0,16}\\{2}[\p{L}\p{N}]/u;
const AT_START = new RegExp(`^[\\s"'\`<(]{0,16}(?:${LINK.source})`, "iu");

/** Whether a text begins with an address: a tool that is given it alone opens all of it. */
export const isLinkStart = (text: string): boolean =>
  SHARE.test(text) ||
  AT_START.test(plain(text.slice(0, 4 * LINK_RUN_MAX).replaceAll(SKIPPED, "")).slice(0, LINK_RUN_MAX));

/** Where what follows a value is no part of an address with it: a space, the end of a link's text, signs of Chinese and Japanese sentences. */
const APART = /\s|\]\(|[\u3001\u3008-\u3011\u2026\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]/;
/** The value would be the beginning of a host, or of a mail address. */
const HOST = /^[\p{L}\p{N}_%+-]{0,64}(?:@|\.[\p{L}\p{N}-]{0,63}\p{L}{2})/u;

/** Where the signs end that touch the place before them; `null`: more may come. */
export function touchingEnd(text: string, from: number): number | null {
  const near = text.slice(from, from + LINK_RUN_MAX);
  const end = near.search(APART);
  if (end !== -1) return from + end;
  return near.length === LINK_RUN_MAX ? from + LINK_RUN_MAX : null;
}

/** Whether a value before that place becomes the beginning of an address. */
export const isHostAfter = (text: string, from: number): boolean =>
  HOST.test(plain(text.slice(from, from + 2 * TAIL_MAX)));

/**
 * Looks for addresses after places of one text, asked for from left to right. What touches one place mostly touches the next, so it is
 * searched only once.
 */
export class LinksAhead {
  readonly #text: string;
  /** No address is found from the last place up to there. */
  #cleanTo = 0;
  /** Where the nearest begins. */
  #next = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether an address touches the place at `from`. */
  touches(from: number): boolean {
    const end = touchingEnd(this.#text, from) ?? this.#text.length;
    if (this.#next >= from) return this.#next < end;
    // What was looked at may hold the beginning of what comes.
    const start = Math.max(from, this.#cleanTo - TAIL_MAX);
    const at = end <= this.#cleanTo ? -1 : plain(this.#text.slice(start, end)).search(LINK);
    this.#cleanTo = Math.max(end, this.#cleanTo);
    this.#next = at === -1 ? -1 : start + at;
    return at !== -1;
  }
}

const IN_QUOTES = /(["'`])(?:(?:[a-z][a-z\d+.-]{0,31}:)?\/\/|www\.)$/i;

/** The quote right after which an address begins with the last sign of the row; `""`: none does. */
export function quoteBefore({ tail }: LinkRun): string {
  return IN_QUOTES.exec(tail.slice(-40))?.[1] ?? "";
}
