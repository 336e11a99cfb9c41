import { randomBytes } from "node:crypto";
import type { JudgeSettings, RemoteModel } from "../core/judge-model.ts";
import { JudgeConnection } from "./judge-connection.ts";
import { ConfiguredJudge, judgeId, type JudgeOptions } from "./configured-judge.ts";
import { chatWire } from "./models/chat.ts";
import { classifierWire, kserveWire, moderationsWire } from "./models/classifiers.ts";
import { type Model, remoteModel, type Wire } from "./models/model-contract.ts";
import { openOnnx } from "./models/onnx.ts";

export type OpenJudges = ReadonlyMap<string, ConfiguredJudge>;

/** Bits of an unguessable boundary. */
const BOUNDARY_BYTES = 16;

/** The judges of the configuration in force. Those whose settings a reload does not change stay, with what they know. */
export class JudgeSet {
  readonly #options: JudgeOptions;
  #current: OpenJudges = new Map();

  constructor(options: Omit<JudgeOptions, "random">) {
    this.#options = { ...options, random: Math.random };
  }

  /**
   * The judges of a configuration, those of the one in force among them where they are the same.
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

  /** Puts opened judges in force. The others let go of what they hold once the exchanges that still ask them have ended. */
  use(judges: OpenJudges): void {
    const kept = new Set(judges.values());
    for (const judge of this.#current.values()) if (!kept.has(judge)) judge.drain();
    this.#current = judges;
  }

  /** Resolves when every judge in force can be asked. @throws {Error} as a rejection: a local model that cannot be run */
  async load(): Promise<void> {
    await Promise.all([...this.#current.values()].map((judge) => judge.load()));
  }

  /** Cuts what is under way. */
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
