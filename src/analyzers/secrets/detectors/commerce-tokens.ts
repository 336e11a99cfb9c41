import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";

const { base62, base64, base64url, digits, hex, hexAny, letters, lower, padded, upper } = ALPHABET;
const UUID = [run(hexAny, 8), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 12)];

/** Payments, banks, exchanges, shops and carriers, sorted by id. */
export const COMMERCE_TOKENS: readonly TokenRule[] = [
  {
    id: "adapty-secret-key",
    shape: [["secret_live_", "secret_test_"], run(base62, 24, 64)],
    source: "https://adapty.io/docs/api-adapty",
  },
  {
    id: "adyen-api-key",
    shape: ["AQE", run(base64, 40, 160)],
    entropyMin: 4,
    source: "https://docs.adyen.com/development-resources/api-credentials/",
  },
  {
    id: "amazon-client-secret",
    shape: ["amzn1.oa2-cs.v1.", run(hex, 64)],
    source: "https://developer.amazon.com/docs/login-with-amazon/security-profile.html",
  },
  {
    id: "amazon-mws-token",
    shape: ["amzn.mws.", ...UUID],
    source: "https://developer-docs.amazon.com/sp-api/docs/authorizing-selling-partner-api-applications",
  },
  {
    id: "amazon-refresh-token",
    shape: [["Atzr|", "Atza|"], run(base64url, 80, 1200)],
    source: "https://developer.amazon.com/docs/login-with-amazon/refresh-token.html",
  },
  {
    id: "blockfrost-project-id",
    shape: [["mainnet", "preprod", "preview", "testnet"], run(base62, 32)],
    entropyMin: 3.8,
    source: "https://docs.blockfrost.io/",
  },
  {
    id: "brex-api-token",
    shape: ["bxt_", run(base62, 36)],
    source: "https://developer.brex.com/docs/authentication/",
  },
  {
    id: "cashfree-secret-key",
    shape: [["cfsk_ma_prod_", "cfsk_ma_test_"], run(hex, 32), "_", run(hex, 8)],
    source: "https://www.cashfree.com/docs/api-reference/authentication",
  },
  {
    id: "checkout-legacy-key",
    isWhole: true,
    placeholder: "CHECKOUT_SECRET_KEY",
    shape: [["sk_test_", "sk_"], ...UUID],
    source: "https://www.checkout.com/docs/developer-resources/api/api-authentication",
  },
  {
    id: "checkout-secret-key",
    shape: ["sk_sbox_", run(lower, 26, 27)],
    source: "https://www.checkout.com/docs/developer-resources/api/api-authentication",
  },
  {
    id: "coingecko-api-key",
    shape: ["CG-", run(base62, 24)],
    entropyMin: 3.5,
    source: "https://docs.coingecko.com/reference/authentication",
  },
  {
    id: "courier-api-key",
    shape: [["pk_prod_", "pk_test_"], run(upper, 28)],
    source: "https://www.courier.com/docs/reference/authentication",
  },
  {
    id: "ebay-cert-id",
    shape: [["PRD-", "SBX-"], run(hex, 12), "-", run(hex, 4, 8), "-", run(hex, 4), "-", run(hex, 4), "-", run(hex, 4)],
    source: "https://developer.ebay.com/api-docs/static/creating-edp-key.html",
  },
  {
    id: "flutterwave-encryption-key",
    placeholder: "FLUTTERWAVE_SECRET_KEY",
    shape: [["FLWSECK_TEST-", "FLWSECK_TEST"], run(hex, 12)],
    source: "https://developer.flutterwave.com/docs/authentication",
  },
  {
    id: "gocardless-access-token",
    isWhole: true,
    shape: [["live_", "sandbox_"], run(padded, 40)],
    entropyMin: 4,
    source: "https://developer.gocardless.com/api-reference/#making-requests-authentication",
  },
  {
    id: "klarna-api-key",
    shape: [["klarna_live_api_", "klarna_test_api_"], run(base64url, 40, 260)],
    source: "https://docs.klarna.com/api/authentication/",
  },
  {
    id: "klaviyo-legacy-key",
    placeholder: "KLAVIYO_PRIVATE_KEY",
    shape: ["pk_", run(hex, 34)],
    source: "https://developers.klaviyo.com/en/docs/authenticate_",
  },
  {
    id: "klaviyo-private-key",
    shape: ["pk_", run(lower, 6), "_", run(hex, 34)],
    source: "https://developers.klaviyo.com/en/docs/authenticate_",
  },
  {
    id: "mercadopago-access-token",
    shape: [
      ["APP_USR-", "TEST-"],
      run(digits, 13, 17),
      "-",
      run(digits, 6),
      "-",
      run(hex, 32),
      "-",
      run(digits, 6, 12),
    ],
    source: "https://www.mercadopago.com.ar/developers/en/docs/your-integrations/credentials",
  },
  {
    id: "mercury-api-token",
    shape: [["mercury_production_", "mercury_sandbox_"], run(lower, 3, 5), "_", run(base62, 30, 60), "_yrucrem"],
    source: "https://docs.mercury.com/docs/api-token-security-policies",
  },
  {
    id: "midtrans-server-key",
    shape: [["SB-", ""], "Mid-server-", run(base64url, 16, 32)],
    anchor: 1,
    source: "https://docs.midtrans.com/docs/api-authorization-headers",
  },
  {
    id: "mollie-api-key",
    isWhole: true,
    shape: [["live_", "test_"], run(base62, 30)],
    entropyMin: 3.6,
    source: "https://docs.mollie.com/reference/authentication",
  },
  {
    id: "mollie-organization-token",
    isWhole: true,
    placeholder: "MOLLIE_API_KEY",
    shape: ["access_", run(base62, 30)],
    entropyMin: 3.6,
    source: "https://docs.mollie.com/reference/authentication",
  },
  {
    id: "omise-secret-key",
    isWhole: true,
    shape: [["skey_live_", "skey_test_", "skey_"], run(lower, 19)],
    source: "https://docs.omise.co/api-authentication",
  },
  {
    id: "polar-access-token",
    shape: [
      ["polar_oat_", "polar_pat_", "polar_at_o_", "polar_at_u_", "polar_rt_o_", "polar_cs_"],
      run(base62, 32, 60),
    ],
    source: "https://polar.sh/docs/integrate/oat",
  },
  {
    id: "quicknode-api-key",
    shape: ["QN_", run(hex, 32)],
    source: "https://www.quicknode.com/docs/console-api",
  },
  {
    id: "ramp-client-secret",
    shape: ["ramp_sec_", run(base62, 48)],
    source: "https://docs.ramp.com/developer-api/v1/authorization",
  },
  {
    id: "revenuecat-secret-key",
    isWhole: true,
    shape: ["sk_", run(letters, 28)],
    entropyMin: 3.6,
    source: "https://www.revenuecat.com/docs/projects/authentication",
  },
  {
    id: "stripe-ephemeral-key",
    placeholder: "STRIPE_KEY",
    shape: [["ek_live_", "ek_test_", "sk_dev_"], run(base62, 24, 200)],
    source: "https://docs.stripe.com/keys",
  },
  {
    id: "telnyx-api-key",
    shape: ["KEY0", run(base62, 28, 34), "_", run(base62, 22)],
    source: "https://developers.telnyx.com/docs/development/api-fundamentals/authentication",
  },
  {
    id: "twitch-chat-token",
    shape: ["oauth:", run(lower, 30)],
    source: "https://dev.twitch.tv/docs/chat/authenticating/",
  },
  {
    id: "woocommerce-key",
    shape: [["ck_", "cs_"], run(hex, 40)],
    source: "https://woocommerce.github.io/woocommerce-rest-api-docs/#authentication",
  },
  {
    id: "xendit-secret-key",
    shape: [["xnd_production_", "xnd_development_"], run(base62, 40, 80)],
    source: "https://developers.xendit.co/api-reference/#authentication",
  },
];
