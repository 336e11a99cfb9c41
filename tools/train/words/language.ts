/** The words of one language, by the class that they are of. */
export interface WordLanguage<Words> {
  /** ISO 639-1, with `-latn` where the language is written in Latin letters instead of its own. */
  readonly id: string;
  /** Whether entries are words (`*` and `_` as the lists say) or match anywhere, as the script parts no words or glues particles to them. */
  readonly matching: "word" | "substring";
  readonly words: Words;
}
