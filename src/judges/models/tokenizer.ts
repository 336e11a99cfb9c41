// oxlint-disable-next-line sallyport/layers -- models are opened synchronously, and most processes have none to load it for
import { createRequire } from "node:module";
import { z } from "zod";
import { whole } from "../pieces.ts";

/** A `tokenizer.json` of Hugging Face, as far as it is looked into here. @see https://huggingface.co/docs/tokenizers/components */
const tokenizerFile = z.looseObject({
  added_tokens: z
    .array(z.looseObject({ id: z.int().min(0), content: z.string(), special: z.boolean().optional() }))
    .default([]),
  normalizer: z.looseObject({}).nullish(),
  pre_tokenizer: z.looseObject({}).nullish(),
  post_processor: z.looseObject({}).nullish(),
  decoder: z.looseObject({}).nullish(),
  model: z.looseObject({
    type: z.string().optional(),
    unk_token: z.string().nullish(),
    unk_id: z.int().nullish(),
  }),
});
export type TokenizerFile = z.input<typeof tokenizerFile>;

/** What of the package is used; its own declarations name each other without extensions, which nothing but a bundler resolves. */
interface Reader {
  encode(text: string, options: { readonly add_special_tokens: boolean }): { readonly ids: readonly number[] };
  token_to_id(token: string): number | undefined;
  readonly post_processor:
    | ((tokens: readonly string[], pair: null, addsSpecial: boolean) => { readonly tokens: readonly string[] })
    | null;
}
interface Package {
  readonly Tokenizer: new (file: object, config: object) => Reader;
}

const require = createRequire(import.meta.url);

function openReader(file: object, config: object): Reader {
  const { Tokenizer }: Package = require("@huggingface/tokenizers");
  return new Tokenizer(file, config);
}

/** Supported kinds of models; the others know whole words only. */
const KINDS: ReadonlySet<string> = new Set(["WordPiece", "Unigram", "BPE"]);

/** Text that is tokenized at once, UTF-16 units: a run of unknown characters costs the square of its length. */
const STRETCH_MAX = 1000;

/** Placeholder for a text when only its surrounding tokens matter. */
const ANY_TEXT = "\0";

/** Makes token ids of texts, as the model was trained to read them. */
export class TextTokenizer {
  /** What stands before and after every text, as `[CLS]` and `[SEP]` do. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly #reader: Reader;
  /** Tokens that only the two lists above may hold. */
  readonly #special: ReadonlySet<number>;

  /**
   * @param file parsed `tokenizer.json`
   * @param config parsed `tokenizer_config.json`
   * @throws {Error} saying what is not understood
   */
  constructor(file: unknown, config: object) {
    const read = tokenizerFile.safeParse(file);
    if (!read.success) throw new Error("it is no tokenizer.json");
    const { added_tokens: added, ...rest } = read.data;
    const { type = "WordPiece", unk_token: unknown, unk_id: unknownId } = rest.model;
    if (!KINDS.has(type)) throw new Error(`of kind ${type}, not WordPiece, Unigram or BPE`);
    const special = added.filter(({ special: isSpecial }) => isSpecial === true);
    const parts = { normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null };
    // Without its special tokens it reads one that a text writes as the text it is.
    this.#reader = openReader(
      { ...parts, ...rest, added_tokens: added.filter((token) => !special.includes(token)) },
      config,
    );
    const ids = new Map(special.map(({ content, id }) => [content, id]));
    const idOf = (token: string): number => {
      const id = ids.get(token) ?? this.#reader.token_to_id(token);
      if (id === undefined) throw new Error(`its vocabulary lacks ${token}`);
      return id;
    };
    const around = this.#reader.post_processor?.([ANY_TEXT], null, true).tokens ?? [ANY_TEXT];
    const at = around.indexOf(ANY_TEXT);
    this.before = around.slice(0, at).map(idOf);
    this.after = around.slice(at + 1).map(idOf);
    this.#special = new Set([
      ...special.filter(({ id, content }) => content !== unknown && id !== unknownId).map(({ id }) => id),
      ...this.before,
      ...this.after,
    ]);
  }

  /** Ids of the text's tokens. A special one never is among them: some vocabularies would match it in the text. */
  encode(text: string): readonly number[] {
    return stretchesOf(text).flatMap((stretch) =>
      this.#reader.encode(stretch, { add_special_tokens: false }).ids.filter((id) => !this.#special.has(id)),
    );
  }
}

/** The text in stretches that begin with white space, where there is some. */
function stretchesOf(text: string): readonly string[] {
  const stretches: string[] = [];
  let start = 0;
  while (text.length - start > STRETCH_MAX) {
    const end = start + STRETCH_MAX;
    const space = /\s\S*$/.exec(text.slice(start + 1, end))?.index;
    const next = space === undefined ? whole(text, end) : start + 1 + space;
    stretches.push(text.slice(start, next));
    start = next;
  }
  stretches.push(text.slice(start));
  return stretches;
}

/** The tokenizer of BERT, of which often only the vocabulary is at hand. */
export function bertTokenizer(tokens: readonly string[], isLowerCased: boolean): TokenizerFile {
  const vocab = Object.fromEntries(tokens.map((token, id) => [token, id]));
  const special = (token: string): readonly [string, number] => {
    const id = vocab[token];
    if (id === undefined) throw new Error(`its vocabulary lacks ${token}`);
    return [token, id];
  };
  special("[UNK]");
  return {
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: isLowerCased },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: { type: "BertProcessing", cls: special("[CLS]"), sep: special("[SEP]") },
    model: {
      type: "WordPiece",
      vocab,
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
    },
  };
}
