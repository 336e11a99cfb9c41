/** The vocabulary of sallyport: policies, findings, evaluations. Every layer uses these types. */

/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

declare const brand: unique symbol;
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

export type KeyId = Brand<string, "KeyId">;
export type AssetId = Brand<string, "AssetId">;
export type PolicyId = Brand<string, "PolicyId">;
export type OrganizationId = Brand<string, "OrganizationId">;

/** What a violated policy does. `disabled` switches the policy off. */
export type Action = "block" | "flag" | "disabled";
/** Where a policy runs. */
export type Scope = "input" | "output" | "both";
/** The side being analysed. An event that is neither prompt nor response is analysed as `both`. */
export type Side = Scope;
export type Verdict = "passed" | "flagged" | "blocked";
/** What became of an exchange. `unread`: nothing could read it; `unavailable`: it was refused because a policy could not run. */
export type Outcome = Verdict | "unread" | "unavailable";
/** Who wrote a text. The operator's own `system` text is trusted; `tool` text (results, retrieved documents) never is. */
export type Origin = "user" | "system" | "assistant" | "tool";
/** How a policy decides on a stream: whole answer first, held-back window, or after the fact. */
type StreamMode = "hold" | "window" | "observe";
/** What happens when a policy cannot be evaluated: refuse (fail closed) or go on, visibly. */
type OnError = "block" | "pass";
/** What stands in the place of a masked value: `<TYPE_1>`, its last four letters or digits, `<TYPE_h:…>`, `<TYPE>`. */
export type MaskStyle = "placeholder" | "partial" | "hash" | "redact";

/** Half open, in UTF-16 code units of the submitted text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One thing a detector found. Findings carry offsets, never the matched text. */
export interface Finding {
  /** Entity type, rule id or label; it is public in `details`. */
  readonly kind: string;
  /** 0..1 */
  readonly score: number;
  /** Absent when the finding is about the text as a whole. */
  readonly span?: Span;
  /** The disguise that was undone to see it: `base64`, `unicode_tags`, `homoglyph`, … */
  readonly decoded?: string;
  /** Of a violation: its characters are not what a reader sees; escapes, typography or invisible characters were undone. */
  readonly isFolded?: true;
  /** What was matched by its configured name (a competitor, a topic); never text of the caller. */
  readonly label?: string;
}

/** A policy as configured, or as sent inline, with every default filled in. */
export interface Policy {
  readonly id: PolicyId;
  readonly name: string;
  readonly action: Action;
  /** `null`: the analyzer's own default scope. */
  readonly scope: Scope | null;
  /** `null` when there is none; the forms `""`, `[]` and `null` are all normalised to it. */
  readonly metadata: Json;
  /** 0..1; `null`: the analyzer's shipped default. */
  readonly threshold: number | null;
  /** The proxy forwards the masked text. The API always reports it. */
  readonly mask: boolean;
  /** The list that its `metadata` was made of, with what it says of single types and groups. Absent: it says nothing. */
  readonly entities?: readonly NamedEntity[];
  /** What is masked in a proxied prompt is put back where the answer repeats its placeholder. */
  readonly restores: boolean;
  /** Tools whose arguments get values back that the user has not said, `*` for any run of characters; absent: none. */
  readonly restoreInto?: readonly string[];
  readonly maskStyle: MaskStyle;
  /** What is no finding although it looks like one; `null`: nothing. */
  readonly allow: AllowList | null;
  /** Values that documentation and tests use are no findings. */
  readonly ignoreTestValues: boolean;
  readonly stream: StreamMode;
  readonly onError: OnError;
  readonly timeoutMs: number;
  /** The judge asked in addition to its own detector; absent: none. */
  readonly judge?: PolicyJudge;
  /** It is evaluated and reported, and never acts. Absent: it acts. */
  readonly isShadow?: boolean;
  /** Of an inline policy: what its metadata calls findings and their masks. Absent: nothing, or the configuration says it. */
  readonly callerWords?: ReadonlySet<string>;
}

/** What a policy does about some of its kinds; what is absent is as for the others. */
export interface EntitySettings {
  readonly action?: "block" | "flag";
  /** 0..1 */
  readonly threshold?: number;
  readonly mask?: boolean;
  readonly maskStyle?: MaskStyle;
}

/** … of one type or group. */
export interface NamedEntity extends EntitySettings {
  readonly name: string;
}

/** When a policy asks a judge. */
export interface PolicyJudge {
  /** Of the configured judge. */
  readonly name: string;
  /** In place of the policy's own detector, or after it when its score is uncertain; `null`: after it, where it has one. */
  readonly mode: "alone" | "after" | null;
  /** Scores of the detector that are uncertain, both ends included; `null`: around the threshold. */
  readonly band: ScoreBand | null;
}

export interface ScoreBand {
  readonly low: number;
  readonly high: number;
}

/** What a policy's configuration allows. Values may be personal: never log them. */
export interface AllowList {
  /** Whole values, compared without case. */
  readonly values: readonly string[];
  /** RE2 syntax; each must match a whole value. */
  readonly patterns: readonly string[];
  /** Finding kinds. */
  readonly types: readonly string[];
}

/** A span to be replaced by a mask. */
export interface Mask extends Span {
  /** Placeholder type: `EMAIL_ADDRESS` becomes `<EMAIL_ADDRESS_1>`. */
  readonly type: string;
  readonly score: number;
  readonly style: MaskStyle;
  /** Whether the proxy writes it into the text; absent: as `Policy.mask` says. */
  readonly isWritten?: boolean;
  /** Absent: the value never comes back. */
  readonly restores?: boolean;
  /** As of `Policy.restoreInto`. */
  readonly into?: readonly string[];
}

/** What was read as one text. */
export type JoinedTexts = "parts" | "turns";

export interface Violation {
  readonly policy: Policy;
  readonly action: "block" | "flag";
  readonly scope: Scope;
  /** That the scores of its findings reach. */
  readonly threshold: number;
  readonly findings: readonly Finding[];
  /** Those that make it block; absent: all of them, where it blocks. */
  readonly blocking?: readonly Finding[];
  /** It shows only where texts are read as one: parts of a message, or messages of a user. Absent: in one text. */
  readonly joined?: JoinedTexts;
  /** The public `details` value of the policy. It may hold matched text (secrets): never log it. */
  readonly details: Json;
  /** Empty when the policy does not mask. Unmerged, in order of `start`. */
  readonly masks: readonly Mask[];
}

/** `not_awaited`: a shadow policy that asks a judge, where the answer did not wait for it. */
export type SkipReason = "disabled" | "out_of_scope" | "no_configuration" | "not_available" | "not_awaited";
export type FailReason = "timeout" | "error" | "unavailable";
export type AppliedStatus =
  | { readonly status: "violated" | "passed" }
  | { readonly status: "skipped"; readonly reason: SkipReason }
  | { readonly status: "failed"; readonly reason: FailReason };

/** What became of one effective policy. Every effective policy has one, whether it ran or not. */
export type Applied = AppliedStatus & {
  readonly policy: Policy;
  readonly scope: Scope;
  /** The highest score, be it below the threshold; absent: there was none, or it is not known. */
  readonly score?: number;
  /** Microseconds spent in the policy's analyzer. */
  readonly durationUs: number;
};

/** The outcome of all effective policies on one text. */
export interface Evaluation {
  readonly verdict: Verdict;
  /** Block first, then by policy name. */
  readonly violations: readonly Violation[];
  readonly applied: readonly Applied[];
  /** Names of fail-closed policies that could not run: the text must not pass. */
  readonly failedClosed: readonly string[];
  /** Names of fail-open policies that could not run: the text may pass, and the caller must learn of it. */
  readonly degraded: readonly string[];
  /** Every policy could run, and by itself: the same text would be judged the same. */
  readonly isRepeatable: boolean;
}

// The only casts of the branded ids. A brand says where an id came from; any string may become one, here and knowingly.
/* oxlint-disable typescript/no-unsafe-type-assertion -- branding is a cast by nature */
export const keyId = (id: string): KeyId => id as KeyId;
export const assetId = (id: string): AssetId => id as AssetId;
export const policyId = (id: string): PolicyId => id as PolicyId;
export const organizationId = (id: string): OrganizationId => id as OrganizationId;
/* oxlint-enable typescript/no-unsafe-type-assertion */

/** Defaults for masking and allow lists; inline policies cannot change them. */
export const PLAIN_MASKING = {
  restores: false,
  maskStyle: "placeholder",
  allow: null,
  ignoreTestValues: false,
} as const satisfies Partial<Policy>;
