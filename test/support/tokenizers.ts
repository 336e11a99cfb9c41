import type { TokenizerFile } from "../../src/judges/models/tokenizer.ts";

const token = (id: number, content: string) => ({ id, content, special: true });

/** As DeBERTa's: pieces with the logarithm of how frequent they are, `▁` for a space. Its vocabulary holds the special tokens, too. */
export const UNIGRAM: TokenizerFile = {
  added_tokens: [token(0, "[PAD]"), token(1, "[CLS]"), token(2, "[SEP]"), token(3, "[UNK]")],
  normalizer: { type: "Sequence", normalizers: [{ type: "Strip" }, { type: "NFKC" }] },
  pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "always" },
  post_processor: {
    type: "TemplateProcessing",
    single: [
      { SpecialToken: { id: "[CLS]", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "[SEP]", type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      "[CLS]": { id: "[CLS]", ids: [1], tokens: ["[CLS]"] },
      "[SEP]": { id: "[SEP]", ids: [2], tokens: ["[SEP]"] },
    },
  },
  model: {
    type: "Unigram",
    unk_id: 3,
    vocab: [
      ["[PAD]", 0],
      ["[CLS]", 0],
      ["[SEP]", 0],
      ["[UNK]", 0],
      ["▁", -3],
      ["▁fool", -6],
      ["▁foo", -5],
      ["l", -5],
      ["s", -4],
      ["▁kill", -6],
      ["a", -4],
      ["aa", -5],
      ["[", -7],
      ["]", -7],
      ["SEP", -9],
    ],
  },
};

/** As RoBERTa's: bytes as printable characters (`Ġ` for a space), joined pair by pair. */
export const BYTE_PAIRS: TokenizerFile = {
  added_tokens: [token(0, "<s>"), token(1, "<pad>"), token(2, "</s>"), token(3, "<unk>")],
  normalizer: null,
  pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true },
  post_processor: {
    type: "RobertaProcessing",
    sep: ["</s>", 2],
    cls: ["<s>", 0],
    trim_offsets: true,
    add_prefix_space: false,
  },
  model: {
    type: "BPE",
    unk_token: "<unk>",
    vocab: Object.fromEntries(
      [
        "<s>",
        "<pad>",
        "</s>",
        "<unk>",
        ...Array.from("folkias<>/Ġ"),
        "Ã",
        "©",
        "fo",
        "ol",
        "fool",
        "Ġfool",
        "ki",
        "ll",
        "kill",
        "aa",
        "aaaa",
      ].map((piece, id) => [piece, id]),
    ),
    merges: ["f o", "o l", "fo ol", "Ġ fool", "k i", "l l", "ki ll", "a a", "aa aa"],
  },
};
