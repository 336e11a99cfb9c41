import type { JudgeSettings, RemoteModel } from "../../core/judge-model.ts";
import { JudgeConnection } from "../http.ts";
import { chatWire } from "./chat.ts";
import { classifierWire } from "./classifier.ts";
import { kserveWire } from "./kserve.ts";
import type { Model } from "./model.ts";
import { moderationsWire } from "./moderations.ts";
import { openOnnx } from "./onnx.ts";
import { remoteModel, type Wire } from "./remote.ts";

/**
 * The model of a judge; nothing is sent yet.
 * @param draw random letters and digits
 * @throws {Error} with path and reason, where files of a local model are missing or not understood
 */
export function openModel(settings: JudgeSettings, draw: () => string): Model {
  const { model, labels } = settings;
  const remote = (at: RemoteModel, wire: Wire): Model => {
    const options = { connections: settings.concurrencyMax, connectTimeoutMs: settings.timeoutMs };
    return remoteModel(new JudgeConnection(at, options), wire);
  };
  switch (model.kind) {
    case "chat":
      return remote(model, chatWire(model, draw));
    case "moderations":
      return remote(model, moderationsWire(model, labels));
    case "classifier":
      return remote(model, classifierWire(labels));
    case "kserve":
      return remote(model, kserveWire(model, labels));
    case "onnx":
      return openOnnx(model, labels);
  }
}
