import { randomBytes } from "node:crypto";
import type { JudgeSettings, RemoteModel } from "../core/judge-model.ts";
import { JudgeConnection } from "./judge-connection.ts";
import { ConfiguredJudge, judgeId, type JudgeOptions } from "./configured-judge.ts";
import { chatWire } from "./models/chat-completions.ts";
import { classifierWire, kserveWire, moderationsWire } from "./models/classifiers.ts";
import { type Model, remoteModel, type Wire } from "./models/model-contract.ts";
import { openOnnx } from "./models/onnx.ts";

export type OpenJudges = ReadonlyMap<string, ConfiguredJudge>;

/** Bytes of an unguessable boundary. */
const BOUNDARY_BYTES = 16;

/** The judges of the current configuration. A reload keeps judges with unchanged settings, caches included. */
export class JudgeSet {
  readonly #options: JudgeOptions;
  #current: OpenJudges = new Map();

  constructor(options: Omit<JudgeOptions, "random">) {
    this.#options = { ...options, random: Math.random };
  }

  /**
   * The judges of a configuration; unchanged ones are taken over.
   * @throws {Error} with path and reason, when a local model cannot be opened
   */
  open(settings: readonly JudgeSettings[]): OpenJudges {
    const judges = new Map<string, ConfiguredJudge>();
    for (const [index, each] of settings.entries()) {
      const present = this.#current.get(each.name);
      if (present?.id === judgeId(each)) judges.set(each.name, present);
      else judges.set(each.name, this.#create(each, `judges.${index}`));
    }
    return judges;
  }

  /** Switches to opened judges. The others release their resources after their last question. */
  use(judges: OpenJudges): void {
    const kept = new Set(judges.values());
    for (const judge of this.#current.values()) if (!kept.has(judge)) judge.drain();
    this.#current = judges;
  }

  /** Resolves when every current judge is ready. @throws {Error} as a rejection: a local model cannot run */
  async load(): Promise<void> {
    await Promise.all([...this.#current.values()].map((judge) => judge.load()));
  }

  /** Aborts questions under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#current.values()].map((judge) => judge.close()));
  }

  #create(settings: JudgeSettings, path: string): ConfiguredJudge {
    try {
      const model = openModel(settings, () => randomBytes(BOUNDARY_BYTES).toString("hex"));
      return new ConfiguredJudge(settings, model, this.#options);
    } catch (error) {
      throw new Error(`${path}: ${error instanceof Error ? error.message : "cannot be opened"}`, { cause: error });
    }
  }
}

/**
 * The model of a judge; nothing is sent yet.
 * @param draw random letters and digits
 * @throws {Error} with path and reason, where files of a local model are missing or not understood
 */
function openModel(settings: JudgeSettings, draw: () => string): Model {
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
