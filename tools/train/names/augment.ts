import { type NamePicker, pickers } from "./synthetic/picker.ts";
import type { Sample, Span } from "./samples.ts";
import { generator } from "./trainer.ts";

/** Copies of each labelled text with other names in it. */
const COPIES = 3;
const COPY_WEIGHT = 0.5;
/** Labelled texts are few beside the made ones. */
const ORIGINAL_WEIGHT = 2;

/** The texts, and copies in which other names stand, so that the contexts are learnt and not the names. */
export function augment(samples: readonly Sample[], seed: number): readonly Sample[] {
  const random = generator(seed);
  const all = pickers();
  const copies = samples.flatMap((sample) => {
    const isNamed = sample.spans.some(({ kind }) => kind !== "any");
    if (!isNamed) return [];
    return Array.from({ length: COPIES }, () => {
      const picker = all[Math.floor(random() * all.length)];
      return picker === undefined ? sample : replaceNames(sample, picker, random);
    });
  });
  return [...samples.map((sample) => ({ ...sample, weight: sample.weight * ORIGINAL_WEIGHT })), ...copies];
}

function replaceNames(sample: Sample, picker: NamePicker, random: () => number): Sample {
  let text = "";
  let at = 0;
  const spans: Span[] = [];
  const same = new Map<string, string>();
  for (const span of sample.spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start < at) continue;
    text += sample.text.slice(at, span.start);
    const old = sample.text.slice(span.start, span.end);
    const fresh = same.get(old) ?? replacement(old, span, picker, random);
    same.set(old, fresh);
    spans.push({ start: text.length, end: text.length + fresh.length, kind: span.kind });
    text += fresh;
    at = span.end;
  }
  return { ...sample, text: text + sample.text.slice(at), spans, weight: sample.weight * COPY_WEIGHT };
}

function replacement(old: string, { kind }: Span, picker: NamePicker, random: () => number): string {
  if (kind === "any") return old;
  const words = old.split(/\s+/).length;
  let fresh = old;
  if (kind === "place") {
    if (words > 2 || random() < 0.3) return old;
    fresh = random() < 0.3 ? picker.country() : picker.city();
  } else if (words === 1) fresh = random() < 0.6 ? picker.given() : picker.surname();
  else if (words === 2) fresh = `${picker.given()} ${picker.surname()}`;
  else if (words === 3) fresh = `${picker.given()} ${picker.given()} ${picker.surname()}`;
  if (old === old.toUpperCase()) return fresh.toUpperCase();
  return old === old.toLowerCase() ? fresh.toLowerCase() : fresh;
}
