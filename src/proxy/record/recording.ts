import type { AssetRuntime } from "../../access/runtime.ts";
import type { TextSlot } from "../../codecs/codec.ts";
import type { Conversation } from "../../core/conversation.ts";
import type { Applied, JsonObject, Origin, Side } from "../../core/model.ts";
import { canJudge, runsOn } from "../../engine/evaluate.ts";
import type { Guard } from "../../engine/guard.ts";
import type { StreamSummary } from "../../engine/stream-report.ts";
import type { KnownPlaces } from "../../records/known-places.ts";
import { exchangeReport, keptApplied } from "../../records/report.ts";
import { KeptTexts } from "./kept-texts.ts";
import { reportPlace, type TextPlace } from "./text-place.ts";
import type { CallerNames } from "../upstream/headers.ts";

/** A text that was checked, without the text. */
export interface RecordedText {
  readonly side: Side;
  readonly origin: Origin;
  /** The message that holds it, from 0; absent or `null`: none does, or it is more than one text. */
  readonly turn?: number | null;
  readonly isCall: boolean;
  /** Absent: not known. */
  readonly place?: TextPlace;
}

/** What was said of a text, now or when it came before. */
interface Said {
  readonly policies: readonly string[];
  readonly reported: readonly JsonObject[];
}

interface Remembered {
  readonly item: RecordedText;
  readonly said: Said;
  readonly guards: readonly Guard[];
  readonly conversation: Conversation;
}

/** Violations that one record lists; further ones still count for its verdict and for the outcome of each policy. */
const VIOLATIONS_MAX = 100;

/** What the record of an exchange will say: gathered during the exchange, bounded, without a wait. */
export class Recording {
  readonly #asset: AssetRuntime;
  readonly #applied = new AppliedLog();
  readonly #violated: JsonObject[] = [];
  readonly names: CallerNames;
  readonly prompt = new KeptTexts();
  readonly answer = new KeptTexts();

  constructor(asset: AssetRuntime, names: CallerNames) {
    this.#asset = asset;
    this.names = names;
  }

  /** Listed: block first where one text has several, else in the order of the checks. */
  get violated(): readonly JsonObject[] {
    return this.#violated;
  }

  /** The outcome of each policy of the asset: the worst over all texts, durations added up. */
  get applied(): readonly JsonObject[] {
    const { guards } = this.#asset;
    return guards.map((guard) => {
      // Verdicts are remembered without the scores of policies that passed, so that none is listed of any.
      const { score: _score, ...applied } = this.#applied.of(guard);
      return keptApplied(applied, guards);
    });
  }

  /** Takes a request's texts: what was not sent before, and what is no instruction. */
  addPrompt(slots: readonly TextSlot[], newestTurn: number): void {
    for (const { text, turn, origin } of slots)
      if (origin !== "system" && (turn === null || turn >= newestTurn)) this.prompt.add(text);
  }

  /** Takes an answer's texts; what it repeats of the request is none. */
  addAnswer(slots: readonly Pick<TextSlot, "text" | "origin">[]): void {
    for (const { text, origin } of slots) if (origin === "assistant" || origin === "tool") this.answer.add(text);
  }

  /** Where the matches of a whole text stand. */
  learn(side: Side, text: string, places: KnownPlaces): void {
    (side === "input" ? this.prompt : this.answer).learn(text, places);
  }

  /** A text that policies were asked about. */
  evaluated(item: RecordedText, applied: readonly Applied[], { reported }: Pick<Said, "reported">): void {
    for (const each of applied) this.#applied.note(each);
    this.#list(item, reported);
  }

  /** A text whose result was remembered: policies that are asked about such texts were, and had no failure. */
  remembered({ item, said, guards, conversation }: Remembered): void {
    this.#list(item, said.reported);
    for (const guard of guards) {
      if (guard.state.kind !== "ready" || !runsOn(guard, item.side, item.origin, item.isCall)) continue;
      if (!canJudge(guard, { ...item, conversation })) continue;
      const status = said.policies.includes(guard.policy.name) ? "violated" : "passed";
      this.#applied.note({ status, policy: guard.policy, scope: guard.scope, durationUs: 0 });
    }
  }

  /** A streamed answer, when it is over. */
  streamed({ applied, violations }: Pick<StreamSummary, "applied" | "violations">): void {
    const item = { side: "output", origin: "assistant", isCall: false } as const;
    this.evaluated(item, applied, { reported: [] });
    for (const violation of violations)
      this.#list({ ...item, place: { channel: violation.channel } }, [exchangeReport(violation)]);
  }

  #list({ side, turn = null, place = {} }: RecordedText, reported: readonly JsonObject[]): void {
    const placed = { side, message: turn, ...reportPlace(place) };
    for (const violation of reported)
      if (this.#violated.length < VIOLATIONS_MAX) this.#violated.push({ ...violation, ...placed });
  }
}

const RANK = { skipped: 0, passed: 1, failed: 2, violated: 3 } as const;

/** The outcome of each policy over many texts: the worst, durations added up. */
export class AppliedLog {
  readonly #applied = new Map<string, Applied>();

  /** @returns whether the log reports it for its policy now */
  note(applied: Applied): boolean {
    const { name } = applied.policy;
    const known = this.#applied.get(name);
    const isWorse = known === undefined || RANK[applied.status] > RANK[known.status];
    const durationUs = (known?.durationUs ?? 0) + applied.durationUs;
    this.#applied.set(name, { ...(isWorse ? applied : known), durationUs });
    return isWorse;
  }

  of(guard: Guard): Applied {
    return this.#applied.get(guard.policy.name) ?? unasked(guard);
  }
}

/** No text came that the policy is about. */
function unasked({ policy, scope, state }: Guard): Applied {
  const reason = state.kind === "skipped" ? state.reason : "out_of_scope";
  return { status: "skipped", reason, policy, scope, durationUs: 0 };
}
