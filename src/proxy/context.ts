import type { UpstreamPort, UpstreamAnswer } from "../core/upstream-port.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { InlineGuards } from "../access/inline-guards.ts";
import type { AssetRuntime, Runtime } from "../access/runtime.ts";
import type { CompletionCodec, CompletionRequest } from "../codecs/codec.ts";
import type { ApiKey, Upstream } from "../config/config-model.ts";
import type { Clock } from "../core/clock.ts";
import type { Permit, Load } from "../core/overload.ts";
import { WorkBudget, type WorkLimits } from "../core/work-budget.ts";
import { PlaceholderBook } from "../core/masks.ts";
import { ALL_HERE, type LongTexts } from "../engine/offload.ts";
import { readsConversation } from "../engine/guard.ts";
import { mayReturnTest } from "../engine/may-return.ts";
import type { Notes } from "../http/exchange.ts";
import type { RecordGuards } from "../records/content.ts";
import type { RecordStore } from "../store/record-store.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Limiter } from "../state/limiter.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { RequestTrace } from "../telemetry/tracing.ts";
import { isWatched } from "./checks/canary-line.ts";
import { ConversationLog } from "./checks/conversation-log.ts";
import { namesInHeaders } from "./upstream/headers.ts";
import { takeQueryCredentials } from "./upstream/credentials.ts";
import { Recording } from "./record/recording.ts";
import { ShadowWatch } from "./checks/shadow-checks.ts";
import type { Scheduling } from "./scheduling.ts";
import { ExchangeTally } from "./record/tally.ts";
import type { VerdictMemo } from "./checks/verdict-memo.ts";

export interface ProxyDeps {
  readonly clock: Clock;
  readonly load: Load;
  readonly logger: Logger;
  readonly limiter: Limiter;
  /** Where long texts are read; absent: here. */
  readonly longTexts?: LongTexts;
  /** What this process shares of its event loop. */
  readonly scheduling: Scheduling;
  readonly metrics: Metrics;
  /** What answers where an upstream is `builtin:mock`. */
  readonly mock: UpstreamPort;
  /** Where exchanges are recorded; `null`: nowhere. */
  readonly store: RecordStore | null;
  readonly recordGuards: RecordGuards;
  /** Compiles policies that requests send along. */
  readonly inlineGuards: InlineGuards;
}

/** What the server already knows of a request: its id and its log line. An `Exchange` of the http layer is one. */
export interface ProxyCaller {
  readonly id: string;
  readonly notes: Notes;
  /** Called when a long answer begins. */
  readonly onBegin?: () => void;
  readonly place?: Permit;
}

/** The place a request goes to. */
export interface ProxyRoute {
  readonly upstream: Upstream;
  readonly asset: AssetRuntime;
  /** After the upstream's prefix, without query. */
  readonly path: string;
  /** With its `?`, or `""`. */
  readonly query: string;
  /** Reads the path's wire format; `null` when none does. */
  readonly codec: CompletionCodec | null;
}

/** A proxied request, upgrades included. */
export interface ProxyIngress extends ProxyRoute {
  readonly request: IncomingMessage;
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly load: Load;
  readonly longTexts: LongTexts;
  readonly scheduling: Scheduling;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly recordGuards: RecordGuards;
  readonly id: string;
  readonly notes: Notes;
  /** `null`: nothing is traced. */
  readonly trace: RequestTrace | null;
  /** Called when a long answer begins. */
  readonly onBegin: () => void;
  /** Called when the outcome of an upgrade is known. */
  readonly onOver: () => void;
  /** Among the requests under way; absent: nothing bounds them. */
  readonly place: Permit | undefined;
  readonly tally: ExchangeTally;
  /** `clock.now()` at the beginning. */
  readonly startedMs: number;
  /** Gathers what the exchange's record will say; `null`: there will be none. */
  readonly recording: Recording | null;
  /** Our own headers on the answer, beside the verdict. */
  readonly headers: Record<string, string>;
  /** Names of request headers that carried a service key: they go no further. */
  readonly keyHeaders: Set<string>;
  /** The service key that stood in the query; `query` is without it. */
  readonly queryKey: ServiceKey | null;
}

/** A service key that counts, and which of its secrets was sent. */
export interface ServiceKey {
  readonly key: ApiKey;
  readonly secretIndex: string;
}

/** What is checked as one: a request and its answer, or everything that is said over a WebSocket. */
export interface CheckingExchange extends ProxyIngress {
  /** Numbers placeholders alike in the prompt and in the answer. */
  readonly book: PlaceholderBook;
  /** The process's: what was checked before. */
  readonly memo: VerdictMemo;
  /** What was said to the model. */
  readonly conversation: ConversationLog;
  /** The asset's shadow policies; `null`: there are none. */
  readonly shadow: ShadowWatch | null;
  /** What the request may still cost, and its answer. */
  readonly work: WorkBudget;
  readonly answerWork: WorkBudget;
  /** Aborted when the client is gone, and when the answer is over before the upstream is. */
  readonly abort: AbortController;
}

/** One proxied request and its answer. */
export interface ProxyExchange extends CheckingExchange {
  readonly response: ServerResponse;
  /** Through it whole answers go. */
  readonly deferred: DeferredAnswer;
}

interface IngressParts {
  readonly onOver?: () => void;
  readonly request: IncomingMessage;
  readonly runtime: Runtime;
  readonly deps: ProxyDeps;
  readonly caller: ProxyCaller;
}

export function openIngress(
  route: ProxyRoute,
  { request, runtime, deps, caller, onOver = IGNORED }: IngressParts,
): ProxyIngress {
  // A key that the request has says later whose it is.
  const { id: assetId, organization } = route.asset.asset;
  Object.assign(caller.notes, { assetId, organization });
  if (route.codec !== null) caller.notes.format = route.codec.format;
  const { query, key: queryKey } = takeQueryCredentials(route, runtime, deps.clock.epochMs());
  const trace = caller.notes.trace ?? null;
  trace?.routed(`${route.upstream.prefix.replace(/\/$/, "")}/*`);
  return {
    ...route,
    query,
    queryKey,
    request,
    runtime,
    clock: deps.clock,
    load: deps.load,
    longTexts: deps.longTexts ?? ALL_HERE,
    scheduling: deps.scheduling,
    logger: deps.logger,
    metrics: deps.metrics,
    recordGuards: deps.recordGuards,
    id: caller.id,
    notes: caller.notes,
    trace,
    onBegin: caller.onBegin ?? IGNORED,
    onOver,
    place: caller.place,
    tally: new ExchangeTally(),
    startedMs: deps.clock.now(),
    recording: deps.store === null ? null : new Recording(route.asset, namesInHeaders(request)),
    headers: {},
    keyHeaders: new Set(),
  };
}

/** Log probabilities are many short values, and a provider that writes them was asked to. */
const ANSWER_VALUES = 10;

/** What an answer may cost. */
export const openAnswerWork = (limits: WorkLimits): WorkBudget =>
  new WorkBudget({ ...limits, values: limits.values * ANSWER_VALUES });

/** Ignores the notification. */
const IGNORED = (): void => {};

export function openProxyExchange(
  ingress: ProxyIngress,
  { response, memo }: Pick<ProxyExchange, "response" | "memo">,
): ProxyExchange {
  return { ...openCheckingExchange(ingress, memo, new ConversationLog()), response, deferred: new DeferredAnswer() };
}

/** What is said over a connection. */
export function openConnectionExchange(ingress: ProxyIngress, memo: VerdictMemo): CheckingExchange {
  const { guards, shadows } = ingress.asset;
  const isAsked = guards.some(readsConversation) || shadows.some(readsConversation);
  const log = new ConversationLog({ maxBytes: ingress.upstream.conversationMaxBytes, isAsked });
  return openCheckingExchange(ingress, memo, log);
}

/** The exchange with other policies, before anything of it is checked. What it has come to, and who waits for it, stay the same. */
export function withAsset(exchange: ProxyExchange, asset: AssetRuntime): ProxyExchange {
  const { memo, abort, response, deferred } = exchange;
  const ingress = ingressWithAsset(exchange, asset);
  return { ...openChecks(ingress, memo, new ConversationLog()), abort, response, deferred };
}

/** The same of an upgrade. */
export function ingressWithAsset(ingress: ProxyIngress, asset: AssetRuntime): ProxyIngress {
  const { recording } = ingress;
  return { ...ingress, asset, recording: recording === null ? null : new Recording(asset, recording.names) };
}

/** What a check has of its own. */
function openCheckingExchange(
  ingress: ProxyIngress,
  memo: VerdictMemo,
  conversation: ConversationLog,
): CheckingExchange {
  const abort = new AbortController();
  ingress.trace?.follow(abort.signal);
  return { ...openChecks(ingress, memo, conversation), abort };
}

function openChecks(
  ingress: ProxyIngress,
  memo: VerdictMemo,
  conversation: ConversationLog,
): Omit<CheckingExchange, "abort"> {
  const { runtime, asset, clock, metrics, longTexts } = ingress;
  if (isWatched(ingress)) conversation.plant(runtime.canary);
  const hasShadows = asset.shadows.length > 0;
  const mayReturn = mayReturnTest(asset.guards, { clock });
  const { requestWork } = runtime.config.server;
  return {
    ...ingress,
    memo,
    work: new WorkBudget(requestWork),
    answerWork: openAnswerWork(requestWork),
    book: new PlaceholderBook(runtime.maskHash, mayReturn),
    conversation,
    shadow: hasShadows ? new ShadowWatch({ asset, clock, metrics, memo, conversation, longTexts }) : null,
  };
}

/** The inspected exchange once the upstream has answered. */
export interface Answering {
  readonly exchange: ProxyExchange;
  readonly answer: UpstreamAnswer;
  readonly codec: CompletionCodec;
  readonly completion: CompletionRequest;
}

/**
 * The whole answer of an exchange while it waits for its record: under `store.on_error: reject` no answer goes out whose record
 * is not written. A stream cannot wait, and does not come here.
 */
class DeferredAnswer {
  #isBuffering = false;
  #send: (() => void) | null = null;

  get isWaiting(): boolean {
    return this.#send !== null;
  }

  /** From here on an answer waits. */
  defer(): void {
    this.#isBuffering = true;
  }

  /** Sends an answer, or keeps it until `release`. */
  send(send: () => void): void {
    if (this.#isBuffering) this.#send = send;
    else send();
  }

  /** Sends what waits, and from here on everything at once. */
  release(): void {
    const send = this.#send;
    this.drop();
    send?.();
  }

  /** Forgets what waits: another answer comes in its place, at once. */
  drop(): void {
    this.#isBuffering = false;
    this.#send = null;
  }
}
