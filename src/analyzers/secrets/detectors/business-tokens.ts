import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";

const { base62, base64url, digits, hex, hexAny, lower, padded, upper } = ALPHABET;
const UUID = [run(hexAny, 8), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 12)];

/** Payments, shops, and the services that companies run on, sorted by id. */
export const BUSINESS_TOKENS: readonly TokenRule[] = [
  {
    id: "adobe-client-secret",
    shape: ["p8e-", run(base64url, 32)],
    source: "https://developer.adobe.com/developer-console/docs/guides/authentication/",
  },
  {
    id: "airtable-token",
    shape: ["pat", run(base62, 14), ".", run(hex, 64)],
    source: "https://support.airtable.com/docs/creating-personal-access-tokens",
  },
  {
    id: "apify-token",
    shape: ["apify_api_", run(base62, 34, 42)],
    source: "https://docs.apify.com/platform/integrations/api",
  },
  {
    id: "asaas-api-key",
    shape: [["$aact_prod_", "$aact_hmlg_", "$aact_"], run(base62, 80, 220)],
    source: "https://docs.asaas.com/docs/authentication-2",
    entropyMin: 2.5,
  },
  {
    id: "braintree-access-token",
    shape: ["access_token$", ["production", "sandbox"], "$", run(lower, 16), "$", run(hex, 32)],
    source: "https://developer.paypal.com/braintree/docs/guides/extend/oauth/access-tokens",
  },
  {
    id: "clickup-token",
    shape: ["pk_", run(digits, 6, 10), "_", run(upper, 32)],
    source: "https://developer.clickup.com/docs/authentication",
  },
  {
    id: "contentful-token",
    shape: ["CFPAT-", run(base64url, 43)],
    source: "https://www.contentful.com/developers/docs/references/authentication/",
  },
  {
    id: "devin-api-key",
    shape: [["apk_user_", "apk_"], run(ALPHABET.base64, 80, 200)],
    source: "https://docs.devin.ai/api-reference/overview",
  },
  {
    id: "devin-service-token",
    placeholder: "DEVIN_API_KEY",
    shape: ["cog_", run(lower, 48, 56)],
    source: "https://docs.devin.ai/api-reference/overview",
  },
  {
    id: "duffel-token",
    shape: [["duffel_live_", "duffel_test_"], run(padded, 43)],
    source: "https://duffel.com/docs/api/overview/making-requests/authentication",
  },
  {
    id: "easypost-api-key",
    shape: [["EZAK", "EZTK"], run(base62, 54)],
    source: "https://docs.easypost.com/docs/authentication",
  },
  {
    id: "figma-token",
    shape: [["figd_", "figo_", "figor_", "figoh_"], run(base64url, 38, 44)],
    source: "https://developers.figma.com/docs/rest-api/authentication/",
  },
  {
    id: "flutterwave-secret-key",
    shape: [["FLWSECK_TEST-", "FLWSECK-"], run(base62, 12, 40), "-X"],
    source: "https://developer.flutterwave.com/docs/authentication",
  },
  {
    id: "harness-token",
    shape: [["pat.", "sat."], run(base64url, 22), ".", run(hex, 24), ".", run(base62, 20)],
    source: "https://developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys/",
  },
  {
    id: "hubspot-token",
    shape: [["pat-na1-", "pat-na2-", "pat-eu1-", "pat-ap1-"], ...UUID],
    source: "https://developers.hubspot.com/docs/apps/legacy-apps/private-apps/overview",
  },
  {
    id: "intra42-client-secret",
    shape: [["s-s4t2ud-", "s-s4t2af-"], run(hex, 64)],
    source: "https://api.intra.42.fr/apidoc",
  },
  {
    id: "linear-api-key",
    shape: [["lin_api_", "lin_oauth_"], run(base62, 40, 64)],
    source: "https://linear.app/developers/graphql",
  },
  {
    id: "lob-api-key",
    shape: [["live_pub_", "test_pub_", "live_", "test_"], run(hex, 31, 35)],
    source: "https://docs.lob.com/#tag/Authentication",
  },
  {
    id: "notion-legacy-token",
    placeholder: "NOTION_TOKEN",
    shape: ["secret_", run(base62, 43)],
    source: "https://developers.notion.com/reference/authentication",
  },
  {
    id: "notion-token",
    shape: ["ntn_", run(digits, 11), run(base62, 35)],
    source: "https://developers.notion.com/reference/authentication",
  },
  {
    id: "paddle-api-key",
    shape: [["pdl_live_apikey_", "pdl_sdbx_apikey_"], run(lower, 26), "_", run(base62, 22), "_", run(base62, 3)],
    source: "https://developer.paddle.com/api-reference/about/authentication",
  },
  {
    id: "plaid-access-token",
    shape: [["access-production-", "access-development-", "access-sandbox-"], ...UUID],
    source: "https://plaid.com/docs/api/tokens/",
  },
  {
    id: "razorpay-key",
    shape: [["rzp_live_", "rzp_test_"], run(base62, 14)],
    source: "https://razorpay.com/docs/payments/dashboard/account-settings/api-keys/",
  },
  {
    id: "shippo-token",
    shape: [["shippo_live_", "shippo_test_"], run(hex, 40)],
    source: "https://docs.goshippo.com/docs/guides_general/authentication/",
  },
  {
    id: "shopify-token",
    shape: [["shpat_", "shpca_", "shppa_", "shpss_", "shptka_", "shpua_"], run(base62, 32, 38)],
    source: "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens",
  },
  {
    id: "square-access-token",
    shape: [["EAAA", "sq0atp-", "sq0csp-"], run(base64url, 22, 60)],
    entropyMin: 3.5,
    source: "https://developer.squareup.com/docs/build-basics/access-tokens",
  },
  {
    id: "stripe-key",
    shape: [["sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"], run(base62, 10, 247)],
    source: "https://docs.stripe.com/keys",
  },
  {
    id: "stripe-webhook-secret",
    shape: ["whsec_", run(ALPHABET.base64, 32, 80)],
    source: "https://docs.stripe.com/webhooks/signature",
  },
  {
    id: "typeform-token",
    shape: ["tfp_", run(padded, 40, 62)],
    source: "https://www.typeform.com/developers/get-started/personal-access-token/",
  },
  { id: "unkey-key", shape: ["unkey_", run(base62, 20, 48)], source: "https://www.unkey.com/docs/security/root-keys" },
];
