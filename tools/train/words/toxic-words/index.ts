import { AR } from "./ar.ts";
import { CS } from "./cs.ts";
import { DA } from "./da.ts";
import { DE } from "./de.ts";
import { EL } from "./el.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FA } from "./fa.ts";
import { FI } from "./fi.ts";
import { FR } from "./fr.ts";
import { HE } from "./he.ts";
import { HI } from "./hi.ts";
import { HI_LATN } from "./hi-latn.ts";
import { HU } from "./hu.ts";
import { ID } from "./id.ts";
import { IT } from "./it.ts";
import { JA } from "./ja.ts";
import { KO } from "./ko.ts";
import { NL } from "./nl.ts";
import { NO } from "./no.ts";
import { PL } from "./pl.ts";
import { PT } from "./pt.ts";
import { RO } from "./ro.ts";
import { RU } from "./ru.ts";
import { SV } from "./sv.ts";
import { TH } from "./th.ts";
import { TR } from "./tr.ts";
import { UK } from "./uk.ts";
import { UR_LATN } from "./ur-latn.ts";
import { VI } from "./vi.ts";
import { ZH } from "./zh.ts";
import type { ToxicWords } from "./words.ts";

/** The toxic words of one language. */
export type ToxicLanguage = {
  /** ISO 639-1, with `-latn` where the language is written in Latin letters instead of its own. */
  readonly id: string;
  /** Whether entries are words (`*` and `_` as in `words.ts`) or match anywhere, as the script parts no words or glues particles to them. */
  readonly matching: "word" | "substring";
  readonly words: ToxicWords;
};

/** All languages whose words we know, sorted by id. */
export const TOXIC_LANGUAGES: readonly ToxicLanguage[] = [
  { id: "ar", matching: "word", words: AR },
  { id: "cs", matching: "word", words: CS },
  { id: "da", matching: "word", words: DA },
  { id: "de", matching: "word", words: DE },
  { id: "el", matching: "word", words: EL },
  { id: "en", matching: "word", words: EN },
  { id: "es", matching: "word", words: ES },
  { id: "fa", matching: "word", words: FA },
  { id: "fi", matching: "word", words: FI },
  { id: "fr", matching: "word", words: FR },
  { id: "he", matching: "word", words: HE },
  { id: "hi", matching: "word", words: HI },
  { id: "hi-latn", matching: "word", words: HI_LATN },
  { id: "hu", matching: "word", words: HU },
  { id: "id", matching: "word", words: ID },
  { id: "it", matching: "word", words: IT },
  { id: "ja", matching: "substring", words: JA },
  { id: "ko", matching: "substring", words: KO },
  { id: "nl", matching: "word", words: NL },
  { id: "no", matching: "word", words: NO },
  { id: "pl", matching: "word", words: PL },
  { id: "pt", matching: "word", words: PT },
  { id: "ro", matching: "word", words: RO },
  { id: "ru", matching: "word", words: RU },
  { id: "sv", matching: "word", words: SV },
  { id: "th", matching: "substring", words: TH },
  { id: "tr", matching: "word", words: TR },
  { id: "uk", matching: "word", words: UK },
  { id: "ur-latn", matching: "word", words: UR_LATN },
  { id: "vi", matching: "word", words: VI },
  { id: "zh", matching: "substring", words: ZH },
];
