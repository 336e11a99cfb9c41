import { DISGUISES } from "./disguises.ts";
import { pick, randomOf } from "./random.ts";
import { MADE, type Row } from "./rows.ts";

const SEED = 7;
/** Documents that each passage is hidden in. */
const BURIALS = 3;
const SOUPS = 900;
/** Texts for each disguise, and the longest. */
const DISGUISED = 500;
const DISGUISED_MAX = 1200;
/** Longest passage that is hidden; longer ones are documents with a passage of their own. */
const PASSAGE_MAX = 420;
const CARRIER_MIN = 200;
const CARRIER_MAX = 4000;

/** Pieces of code and markup that optimised suffixes are made of. */
const FRAGMENTS =
  `( ) [ ] { } < > ]( )) [[ {{ }} \\ =" "> /> => -> -- == __ :: () ({ }) # % $ \\n \\( ~ ^ | <| |> */ // <!-- ''' \`\`\` ; ! ? +`.split(
    " ",
  );

/** Harmless texts in disguise: what is encoded is no attack yet, and what is decoded is judged by itself. */
export function generateDisguised(corpus: readonly Row[]): readonly Row[] {
  const random = randomOf(SEED + 1);
  const harmless = corpus.filter(({ label, text }) => label === 0 && text.length < DISGUISED_MAX);
  return DISGUISES.flatMap(({ write, isForAll }) =>
    Array.from({ length: DISGUISED }, () => {
      const row = pick(random, harmless);
      const isWhole = random() < 0.6;
      const other = pick(random, harmless);
      const text = isWhole ? write(row.text) : `${other.text}\n${write(row.text)}`;
      return { ...row, text, source: MADE, kind: "benign_encoded" };
    }).filter(({ lang }) => isForAll || lang === "en"),
  );
}

/** Attacks made of ours: hidden in documents, and followed by the word salad that optimisers find. */
export function generateAttacks(corpus: readonly Row[], own: readonly Row[]): readonly Row[] {
  const random = randomOf(SEED);
  return [...bury(random, corpus, own), ...soups(random, corpus, own)];
}

/** Where a document may be cut: behind a sentence or a line. */
const CUT = /[.!?。]\s+|\n/g;

export function hideIn(random: () => number, document: string, passage: string): string {
  const cuts = Array.from(document.matchAll(CUT), (cut) => cut.index + cut[0].length);
  const at = cuts.length === 0 ? document.length : pick(random, cuts);
  return `${document.slice(0, at)}${passage} ${document.slice(at)}`;
}

function bury(random: () => number, corpus: readonly Row[], own: readonly Row[]): readonly Row[] {
  const carriers = corpus.filter(
    ({ label, kind, text }) =>
      label === 0 && /document|tool|code/.test(kind) && text.length > CARRIER_MIN && text.length < CARRIER_MAX,
  );
  // Harmless passages are hidden as well: what stands out in a document is no attack yet.
  const passages = own.filter(
    ({ label, kind, text }) => (label === 0 || /indirect|exfil|tool_hijack/.test(kind)) && text.length < PASSAGE_MAX,
  );
  return passages.flatMap((passage) =>
    Array.from({ length: BURIALS }, () => {
      const carrier = pick(random, carriers);
      return {
        ...passage,
        text: hideIn(random, carrier.text, passage.text),
        source: MADE,
        carrier: carrier.source,
      };
    }),
  );
}

function soups(random: () => number, corpus: readonly Row[], own: readonly Row[]): readonly Row[] {
  const words = corpus
    .filter((_, index) => index % 97 === 0)
    .flatMap(({ text }) => text.split(/\s+/))
    .filter((word) => word.length > 1 && word.length < 12);
  const goals = [
    ...own.filter(({ label, text }) => label === 1 && text.length < 200),
    ...corpus.filter(
      ({ label, lang, kind, text }, index) =>
        index % 20 === 0 &&
        label === 0 &&
        lang === "en" &&
        /instruction|question|chat/.test(kind) &&
        text.length > 25 &&
        text.length < 160,
    ),
  ].map(({ text }) => text);
  return Array.from({ length: SOUPS }, () => {
    const goal = random() < 0.35 ? garble(random, pick(random, goals)) : pick(random, goals);
    const suffix = soup(random, words);
    const text = random() < 0.85 ? `${goal} ${suffix}` : `${suffix} ${goal}`;
    return { text, label: 1, lang: "en", source: MADE, kind: "adv_suffix", categories: [] } as const;
  });
}

function soup(random: () => number, words: readonly string[]): string {
  const length = 8 + Math.floor(random() * 30);
  const signs = 0.15 + random() * 0.5;
  let text = "";
  for (let index = 0; index < length; index++) {
    const piece = random() < signs ? pick(random, FRAGMENTS) : cased(random, pick(random, words));
    text += (random() < 0.55 ? " " : "") + piece;
  }
  return text;
}

function cased(random: () => number, word: string): string {
  const chance = random();
  const cut = word.slice(0, 2 + Math.floor(random() * 10));
  if (chance < 0.06) return cut.toUpperCase();
  return chance < 0.26 ? cut.charAt(0).toUpperCase() + cut.slice(1) : cut;
}

/** With signs strewn in, and some letters exchanged. */
function garble(random: () => number, text: string): string {
  const sign = (): string => String.fromCharCode(33 + Math.floor(random() * 94));
  return Array.from(text, (letter) => (random() < 0.12 ? letter + sign() : random() < 0.04 ? sign() : letter)).join("");
}
