import { z } from "zod";
import { POLICY_NAMES } from "../analyzers/registry.ts";

/** Policies that a request sends along, in a body of the API or in a header of the proxy. Messages never hold a submitted value. */
const OBJECT = { error: "must be an object" } as const;
const LIST = { error: "must be a list" } as const;

type Metadata = string | string[] | [string, string][];

const isString = (value: unknown): boolean => typeof value === "string";
const isPair = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(isString);
const STRINGS = { type: "array", items: { type: "string" } } as const;
const PAIR = {
  type: "array",
  prefixItems: [{ type: "string" }, { type: "string" }],
  items: false,
  minItems: 2,
  maxItems: 2,
} as const;

/** One check: a nested schema would report an issue for each of a hundred thousand wrong items. */
const metadata = z
  .custom<Metadata>(
    (value) => isString(value) || (Array.isArray(value) && (value.every(isString) || value.every(isPair))),
    { error: "must be a string, a list of strings or a list of [name, pattern] pairs" },
  )
  .meta({ anyOf: [{ type: "string" }, STRINGS, { type: "array", items: PAIR }] });

export const inlinePolicy = z
  .object(
    {
      policy_name: z.enum(POLICY_NAMES, { error: "must be the name of a policy" }),
      action: z.enum(["block", "flag", "disabled"], { error: "must be block, flag or disabled" }),
      metadata: metadata.nullish().describe('What the policy needs to know; "", [], null and absent are the same.'),
    },
    OBJECT,
  )
  .describe("An inline policy.");
export type InlinePolicy = z.infer<typeof inlinePolicy>;

/** No name may occur twice. */
const POLICIES_MAX = POLICY_NAMES.length;

/** Refuses a long list before it reads the items. */
const fewPolicies = (value: unknown, context: z.RefinementCtx): unknown => {
  if (Array.isArray(value) && value.length > POLICIES_MAX)
    context.addIssue({ code: "custom", message: `must hold at most ${POLICIES_MAX} policies` });
  return value;
};

export const inlinePolicies = z
  .preprocess(fewPolicies, z.array(inlinePolicy, LIST).nullish())
  .optional()
  .describe("Inline policies, merged by name with the asset's; no name may appear twice.");
