import type { JudgeModel, JudgeSettings, RemoteModel } from "../core/judge-model.ts";
import type { JudgeWire } from "./schema-judge.ts";

/** By kind: a chat model reads pages, a classifier reads some 512 tokens. UTF-16 units. */
const PIECE_CHARS: Readonly<Record<JudgeWire["kind"], number>> = {
  chat: 16_000,
  moderations: 8000,
  classifier: 1200,
  kserve: 1200,
  onnx: 1200,
};

/** The wire form must have been checked. */
export function toJudge(wire: JudgeWire): JudgeSettings {
  return {
    name: wire.name,
    model: toModel(wire),
    timeoutMs: wire.timeout_ms,
    concurrencyMax: wire.concurrency_max,
    queueMax: wire.queue_max,
    retries: wire.retries,
    breaker: { failures: wire.breaker.failures, openMs: wire.breaker.open_ms },
    memoEntries: wire.memo_entries,
    pieceChars: wire.piece_chars ?? PIECE_CHARS[wire.kind],
    labels: new Map(
      Object.entries(wire.labels).map(([name, labels]) => [name, typeof labels === "string" ? [labels] : labels]),
    ),
  };
}

function toModel(wire: JudgeWire): JudgeModel {
  const { kind, model = "", input, output, classes = [], temperature, folder = "" } = wire;
  switch (kind) {
    case "chat":
      return { kind, model, temperature, ...toRemote(wire) };
    case "moderations":
      return { kind, model: wire.model ?? null, ...toRemote(wire) };
    case "classifier":
      return { kind, ...toRemote(wire) };
    case "kserve":
      return { kind, model, input, output, classes, activation: wire.activation ?? "none", ...toRemote(wire) };
    case "onnx":
      return { kind, folder, activation: wire.activation ?? "softmax" };
  }
}

function toRemote(wire: JudgeWire): RemoteModel {
  const apiKey = wire.api_key ?? "";
  return {
    url: (wire.url ?? "").replace(/\/+$/, ""),
    apiKey: apiKey === "" ? null : apiKey,
    apiKeyHeader: wire.api_key_header ?? null,
    responseMaxBytes: wire.response_max_bytes,
  };
}
