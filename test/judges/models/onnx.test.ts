import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { JudgeAnswer, JudgeSettings, Question } from "../../../src/core/judge-model.ts";
import { openOnnx } from "../../../src/judges/models/onnx.ts";
import { BYTE_PAIRS, UNIGRAM } from "../../support/tokenizers.ts";
import { TINY_VOCABULARY, tinyFolder, tinyModel } from "../../support/tiny-onnx.ts";

const LABELS: JudgeSettings["labels"] = new Map([
  ["toxicity_detection", ["insult", "threat"]],
  ["toxicity_detection.threat", ["threat"]],
]);
const QUESTION: Question = {
  policy: "toxicity_detection",
  about: "",
  parts: [{ name: "threat", text: "" }],
  isWhole: true,
  isFree: false,
};
const open = (folder: string, activation: "none" | "softmax" | "sigmoid" = "sigmoid", labels = LABELS) =>
  openOnnx({ kind: "onnx", folder, activation }, labels);
const { signal } = new AbortController();
const ask = (model: ReturnType<typeof open>, text: string): Promise<JudgeAnswer> =>
  model.ask({ question: QUESTION, text, origin: "user" }, signal);

describe("a judge of kind onnx", () => {
  test("runs a model from its folder", async () => {
    const model = open(tinyFolder());
    await model.load();
    const rounded = async (text: string): Promise<readonly number[]> => {
      const { score, parts } = await ask(model, text);
      return [score, parts[0] ?? 0].map((each) => Math.round(each * 100) / 100);
    };
    assert.deepEqual(await rounded("hello you."), [0, 0]);
    assert.deepEqual(await rounded("Hello, FOOL!"), [1, 0]);
    assert.deepEqual(await rounded("kill"), [1, 1]);
    assert.deepEqual(await rounded(""), [0, 0]);
    await model.close();
  });

  test("reads a long text in windows, to its end", async () => {
    const model = open(tinyFolder());
    const filler = "hello ".repeat(3000);
    assert.ok((await ask(model, filler)).score < 0.1);
    for (const text of [`${filler}fool`, `fool ${filler}`, `${filler}fool ${filler}`])
      assert.ok((await ask(model, text)).score > 0.9);
    await assert.rejects(ask(model, "hello ".repeat(60_000)), { kind: "unreadable" });
    await model.close();
  });

  test("keeps to the length that the tokenizer's configuration names", async () => {
    const model = open(
      tinyFolder({ "tokenizer_config.json": JSON.stringify({ model_max_length: 16, do_lower_case: false }) }),
    );
    assert.ok((await ask(model, `${"hello ".repeat(100)}kill`)).score > 0.9);
    assert.ok((await ask(model, "KILL")).score < 0.1);
    await model.close();
  });

  test("takes a WordPiece tokenizer.json, labels of config.json, and masks and types that a model asks for", async () => {
    const vocab = Object.fromEntries(TINY_VOCABULARY.map((token, id) => [token, id]));
    const rows = TINY_VOCABULARY.map((token) => (token === "fool" ? [0, 4] : [4, 0]));
    const model = open(
      tinyFolder({
        "vocab.txt": null,
        "tokenizer.json": JSON.stringify({
          normalizer: { type: "BertNormalizer", lowercase: true },
          pre_tokenizer: { type: "BertPreTokenizer" },
          post_processor: { type: "BertProcessing", cls: ["[CLS]", 2], sep: ["[SEP]", 3] },
          model: { type: "WordPiece", vocab, unk_token: "[UNK]" },
        }),
        "labels.json": null,
        "config.json": JSON.stringify({ model_type: "bert", id2label: { 0: "fine", 1: "insult" } }),
        "model.onnx": tinyModel(rows, ["input_ids", "attention_mask", "token_type_ids"]),
      }),
      "softmax",
      new Map([["toxicity_detection", ["insult"]]]),
    );
    // The highest of each column: other tokens vote for "fine" beside it.
    assert.equal((await ask(model, "Fool")).score, 0.5);
    assert.ok((await ask(model, "hello")).score < 0.1);
    await model.close();
  });

  for (const [name, file, bad] of [
    ["SentencePiece", UNIGRAM, 5],
    ["byte-level BPE", BYTE_PAIRS, Object.keys(Object(BYTE_PAIRS.model["vocab"])).indexOf("Ġfool")],
  ] as const)
    test(`takes a ${name} tokenizer.json`, async () => {
      const rows = Array.from({ length: 40 }, (_, id) => (id === bad ? [-6, 6, -6] : [-6, -6, -6]));
      const model = open(
        tinyFolder({ "tokenizer.json": JSON.stringify(file), "model.onnx": tinyModel(rows, ["input_ids"]) }),
      );
      assert.ok((await ask(model, "kill fool")).score > 0.9);
      assert.ok((await ask(model, "kill kill")).score < 0.1);
      assert.ok((await ask(model, `${"kill ".repeat(2000)}fool`)).score > 0.9);
      await model.close();
    });

  test("answers questions asked after it is drained", async () => {
    const model = open(tinyFolder());
    const first = ask(model, "kill");
    model.drain();
    assert.ok((await first).score > 0.9);
    assert.ok((await ask(model, "kill")).score > 0.9);
  });

  test("tells at the start what is missing or not understood", () => {
    const oracle = JSON.stringify({ model: { type: "Oracle", vocab: {} } });
    const broken = JSON.stringify({ model: { type: "BPE" } });
    for (const [files, reason] of [
      [{ "model.onnx": null }, /model\.onnx is missing/],
      [{ "labels.json": null }, /labels\.json must be/],
      [{ "labels.json": null, "config.json": "{}" }, /labels\.json must be .* config\.json/],
      [{ "labels.json": "{" }, /labels\.json is not JSON/],
      [{ "labels.json": '{"1":"insult"}' }, /no label for index 0/],
      [{ "vocab.txt": null }, /tokenizer\.json is missing/],
      [{ "tokenizer.json": oracle }, /tokenizer\.json cannot be used: of kind Oracle/],
      [{ "tokenizer.json": broken }, /tokenizer\.json cannot be used/],
      [{ "vocab.txt": "[UNK]" }, /vocabulary lacks \[CLS\]/],
      [{ "labels.json": '["fine","insult"]' }, /threat is none of the labels/],
    ] as const)
      assert.throws(() => open(tinyFolder(files)), reason);
  });

  test("cannot be loaded when its model cannot be run", async () => {
    const model = open(tinyFolder({ "model.onnx": "no model" }));
    await assert.rejects(model.load(), { kind: "unreachable" });
    await assert.rejects(ask(model, "hello"), { kind: "unreachable" });
    await model.close();
  });

  test("fails where labels and output differ, and stops when nobody waits", async () => {
    const model = open(tinyFolder({ "labels.json": '["fine","insult","threat","more"]' }));
    await assert.rejects(ask(model, "hello"), { kind: "unreadable" });
    const aborted = model.ask({ question: QUESTION, text: "hello", origin: "user" }, AbortSignal.abort());
    await assert.rejects(aborted, { kind: "timeout" });
    await model.close();
  });

  test("refuses a vocabulary that is no file of its kind", () => {
    const folder = tinyFolder({ "vocab.txt": null });
    writeFileSync(join(folder, "tokenizer.json"), "[]");
    assert.throws(() => open(folder), /no tokenizer\.json/);
  });
});
