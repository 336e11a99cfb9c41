import type { WordLanguage } from "../language.ts";
import { AM } from "./am.ts";
import { AR } from "./ar.ts";
import { AZ } from "./az.ts";
import { BG } from "./bg.ts";
import { BN } from "./bn.ts";
import { CA } from "./ca.ts";
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
import { HR } from "./hr.ts";
import { HU } from "./hu.ts";
import { ID } from "./id.ts";
import { IT } from "./it.ts";
import { JA } from "./ja.ts";
import { KK } from "./kk.ts";
import { KO } from "./ko.ts";
import { MR } from "./mr.ts";
import { MS } from "./ms.ts";
import { NL } from "./nl.ts";
import { NO } from "./no.ts";
import { PL } from "./pl.ts";
import { PT } from "./pt.ts";
import { RO } from "./ro.ts";
import { RU } from "./ru.ts";
import { SK } from "./sk.ts";
import { SR } from "./sr.ts";
import { SV } from "./sv.ts";
import { SW } from "./sw.ts";
import { TA } from "./ta.ts";
import { TE } from "./te.ts";
import { TH } from "./th.ts";
import { TL } from "./tl.ts";
import { TR } from "./tr.ts";
import { TT } from "./tt.ts";
import { UK } from "./uk.ts";
import { UR } from "./ur.ts";
import { UR_LATN } from "./ur-latn.ts";
import { VI } from "./vi.ts";
import { ZH } from "./zh.ts";
import type { ToxicWords } from "./words.ts";

/** All languages whose words we know, sorted by id. */
export const TOXIC_LANGUAGES: readonly WordLanguage<ToxicWords>[] = [
  { id: "am", matching: "word", words: AM },
  { id: "ar", matching: "word", words: AR },
  { id: "az", matching: "word", words: AZ },
  { id: "bg", matching: "word", words: BG },
  { id: "bn", matching: "word", words: BN },
  { id: "ca", matching: "word", words: CA },
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
  { id: "hr", matching: "word", words: HR },
  { id: "hu", matching: "word", words: HU },
  { id: "id", matching: "word", words: ID },
  { id: "it", matching: "word", words: IT },
  { id: "ja", matching: "substring", words: JA },
  { id: "kk", matching: "word", words: KK },
  { id: "ko", matching: "substring", words: KO },
  { id: "mr", matching: "word", words: MR },
  { id: "ms", matching: "word", words: MS },
  { id: "nl", matching: "word", words: NL },
  { id: "no", matching: "word", words: NO },
  { id: "pl", matching: "word", words: PL },
  { id: "pt", matching: "word", words: PT },
  { id: "ro", matching: "word", words: RO },
  { id: "ru", matching: "word", words: RU },
  { id: "sk", matching: "word", words: SK },
  { id: "sr", matching: "word", words: SR },
  { id: "sv", matching: "word", words: SV },
  { id: "sw", matching: "word", words: SW },
  { id: "ta", matching: "word", words: TA },
  { id: "te", matching: "word", words: TE },
  { id: "th", matching: "substring", words: TH },
  { id: "tl", matching: "word", words: TL },
  { id: "tr", matching: "word", words: TR },
  { id: "tt", matching: "word", words: TT },
  { id: "uk", matching: "word", words: UK },
  { id: "ur", matching: "word", words: UR },
  { id: "ur-latn", matching: "word", words: UR_LATN },
  { id: "vi", matching: "word", words: VI },
  { id: "zh", matching: "substring", words: ZH },
];
