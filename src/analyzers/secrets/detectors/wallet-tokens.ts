import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";

const { base58, base62, base64, base64url, bech32Lower, dotted, hex, hexAny, lower, upper } = ALPHABET;
const UUID = [run(hexAny, 8), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 12)];

/** Keys of people and of programs: vaults, sign-in services, wallets, private networks. Sorted by id. */
export const WALLET_TOKENS: readonly TokenRule[] = [
  {
    id: "authress-access-key",
    shape: [
      ["sc_", "ext_", "scauth_", "authress_"],
      run(base62, 5, 30),
      ".",
      run(lower, 4, 6),
      [".acc_", ".acc-"],
      run(base64url, 10, 32),
      ".",
      run(base64, 30, 120),
    ],
    anchor: 4,
    source: "https://authress.io/knowledge-base/docs/authorization/service-clients",
  },
  {
    id: "bip32-private-key",
    shape: [["xprv", "yprv", "zprv", "tprv", "uprv", "vprv"], run(base58, 107)],
    source: "https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki",
  },
  {
    id: "bitwarden-machine-token",
    shape: ["0.", ...UUID, ".", run(base62, 30), ":", run(base64, 22), "=="],
    source: "https://bitwarden.com/help/access-tokens/",
  },
  {
    id: "defined-networking-key",
    shape: ["dnkey-", run(base64url, 26), "-", run(base64url, 52)],
    source: "https://docs.defined.net/guides/api-key/",
  },
  {
    id: "hcaptcha-secret",
    shape: ["ES_", run(hex, 32)],
    source: "https://docs.hcaptcha.com/",
  },
  {
    id: "infisical-service-token",
    shape: ["st.", run(hex, 24), ".", run(hex, 32, 64), ".", run(hex, 32)],
    source: "https://infisical.com/docs/documentation/platform/token",
  },
  {
    id: "jdcloud-access-key",
    shape: ["JDC_", run(upper, 28, 32)],
    source: "https://docs.jdcloud.com/en/account-management/accesskey-management",
  },
  {
    id: "matrix-access-token",
    shape: ["syt_", run(base64url, 4, 120), "_", run(base62, 20), "_", run(base62, 6)],
    source: "https://spec.matrix.org/latest/client-server-api/#client-authentication",
  },
  {
    id: "netbird-access-token",
    shape: ["nbp_", run(base62, 36)],
    source: "https://docs.netbird.io/how-to/access-netbird-public-api",
  },
  {
    id: "nostr-private-key",
    shape: ["nsec1", run(bech32Lower, 58)],
    source: "https://github.com/nostr-protocol/nips/blob/master/19.md",
  },
  {
    id: "onfido-api-token",
    shape: [["api_live.", "api_live_us.", "api_live_ca.", "api_sandbox.", "api_sandbox_us."], run(dotted, 30, 60)],
    source: "https://documentation.onfido.com/api/latest/#api-tokens",
  },
  {
    id: "paseto",
    shape: [
      ["v1.local.", "v2.local.", "v3.local.", "v4.local.", "v1.public.", "v2.public.", "v3.public.", "v4.public."],
      run(base64url, 60, 2000),
    ],
    source: "https://github.com/paseto-standard/paseto-spec",
  },
  {
    id: "persona-api-key",
    shape: [["persona_production_", "persona_sandbox_"], run(base64url, 32)],
    source: "https://docs.withpersona.com/api-keys",
  },
  {
    id: "phase-service-token",
    shape: [["pss_service:v1:", "pss_service:v2:", "pss_user:v1:"], run(hex, 64), ":", run(hex, 64), ":", run(hex, 64)],
    source: "https://docs.phase.dev/security/tokens",
  },
  {
    id: "portainer-access-token",
    shape: ["ptr_", run(base64, 43), "="],
    source: "https://docs.portainer.io/api/access",
  },
  {
    id: "rancher-api-token",
    shape: ["token-", run(lower, 5), ":", run(lower, 54)],
    source: "https://ranchermanager.docs.rancher.com/reference-guides/about-the-api/api-tokens",
  },
  {
    id: "secret-token-uri",
    placeholder: "SECRET_TOKEN",
    shape: ["secret-token:", run(dotted, 16, 256)],
    source: "https://www.rfc-editor.org/rfc/rfc8959",
  },
  {
    id: "snyk-service-token",
    shape: [["snyk_uat.", "snyk_sat."], run(lower, 8), ".", run(dotted, 60, 300)],
    source: "https://docs.snyk.io/snyk-api/authentication-for-api",
  },
  {
    id: "socket-api-token",
    shape: ["sktsec_", run(base62, 40, 48), ["_api", ""]],
    source: "https://docs.socket.dev/reference/creating-and-managing-api-tokens",
  },
  {
    id: "stackhawk-api-key",
    shape: ["hawk.", run(base64url, 20), ".", run(base64url, 20)],
    source: "https://docs.stackhawk.com/apidocs.html",
  },
  {
    id: "stytch-secret",
    shape: [["secret-live-", "secret-test-"], run(base64url, 35), "="],
    source: "https://stytch.com/docs/api/authentication",
  },
  {
    id: "sumsub-app-token",
    shape: [["prd:", "sbx:"], run(base62, 16, 32), ".", run(base62, 32)],
    source: "https://docs.sumsub.com/reference/authentication",
  },
  {
    id: "tezos-secret-key",
    shape: [["edsk", "edesk", "spsk", "p2sk"], run(base58, 50, 94)],
    entropyMin: 4,
    source: "https://docs.tezos.com/architecture/accounts",
  },
  {
    id: "trello-api-token",
    shape: ["ATTA", run(hexAny, 72)],
    source: "https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/",
  },
  {
    id: "turnstile-secret-key",
    shape: ["0x4AAAAAA", run(base64url, 26, 30)],
    source: "https://developers.cloudflare.com/turnstile/get-started/",
  },
  {
    id: "workos-api-key",
    shape: [["sk_live_", "sk_test_"], "a2V5", run(base64, 40, 140)],
    source: "https://workos.com/docs/reference/api-keys",
  },
];
