import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";

const { base62, base64, base64url, hex, hexAny, lower, upper } = ALPHABET;
const UUID = [run(hexAny, 8), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 12)];

/** Databases, analytics, feature flags, jobs and monitoring, sorted by id. */
export const DATA_TOKENS: readonly TokenRule[] = [
  {
    id: "adafruit-io-key",
    shape: ["aio_", run(base62, 28)],
    source: "https://io.adafruit.com/api/docs/#authentication",
  },
  {
    id: "aiven-service-password",
    shape: ["AVNS_", run(base64url, 19)],
    source: "https://aiven.io/docs/platform/howto/manage-service-users",
  },
  {
    id: "appwrite-api-key",
    shape: ["standard_", run(hex, 256)],
    source: "https://appwrite.io/docs/advanced/platform/api-keys",
  },
  {
    id: "arcgis-api-key",
    shape: [["AAPK", "AAPT"], run(base64url, 60, 240)],
    source: "https://developers.arcgis.com/documentation/security-and-authentication/api-key-authentication/",
  },
  {
    id: "aws-appsync-key",
    shape: ["da2-", run(lower, 26)],
    source: "https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html",
  },
  { id: "axiom-token", shape: [["xaat-", "xapt-"], ...UUID], source: "https://axiom.co/docs/reference/tokens" },
  {
    id: "cal-api-key",
    shape: [["cal_live_", "cal_"], run(hex, 32)],
    source: "https://cal.com/docs/api-reference/v2/introduction",
  },
  {
    id: "checkly-api-key",
    shape: [["cu_", "act_"], run(hex, 32)],
    source: "https://www.checklyhq.com/docs/accounts-and-users/creating-api-key/",
  },
  {
    id: "chroma-api-key",
    shape: ["ck-", run(base62, 44)],
    source: "https://docs.trychroma.com/cloud/getting-started",
  },
  {
    id: "configcat-sdk-key",
    shape: ["configcat-sdk-1/", run(base64url, 22), "/", run(base64url, 22)],
    source: "https://configcat.com/docs/sdk-reference/overview/",
  },
  {
    id: "confluent-api-secret",
    shape: ["cflt", run(base64, 60)],
    source:
      "https://docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html",
  },
  {
    id: "dbt-cloud-token",
    shape: [["dbtc_", "dbtu_"], run(base64url, 40, 56)],
    source: "https://docs.getdbt.com/docs/dbt-cloud-apis/service-tokens",
  },
  {
    id: "digitalocean-spaces-key",
    shape: [["DO00", "DO801"], run(upper, 16, 17)],
    source: "https://docs.digitalocean.com/products/spaces/how-to/manage-access/",
  },
  {
    id: "dnsimple-token",
    shape: [["dnsimple_a_", "dnsimple_u_"], run(base62, 32)],
    source: "https://support.dnsimple.com/articles/api-access-token/",
  },
  {
    id: "fauna-secret",
    shape: ["fnA", run(base64url, 37)],
    entropyMin: 4.2,
    source: "https://docs.fauna.com/fauna/current/build/",
  },
  {
    id: "flagsmith-server-key",
    shape: ["ser.", run(base62, 22)],
    entropyMin: 3.6,
    source: "https://docs.flagsmith.com/clients/server-side",
  },
  {
    id: "gitbook-api-token",
    shape: ["gb_api_", run(base62, 40)],
    source: "https://gitbook.com/docs/developers/gitbook-api/authentication",
  },
  {
    id: "growthbook-secret-key",
    shape: [["secret_admin_", "secret_user_", "secret_readonly_"], run(base62, 24, 60)],
    source: "https://docs.growthbook.io/api#section/Authentication",
  },
  {
    id: "honeybadger-token",
    shape: [["hbp_", "hbu_"], run(base62, 30, 40)],
    source: "https://docs.honeybadger.io/api/getting-started/",
  },
  {
    id: "honeycomb-ingest-key",
    shape: [["hcaik_", "hcbik_", "hccik_", "hcxik_"], run(lower, 58)],
    source: "https://docs.honeycomb.io/configure/environments/manage-api-keys/",
  },
  {
    id: "inngest-signing-key",
    shape: [["signkey-prod-", "signkey-test-", "signkey-branch-"], run(hex, 32, 64)],
    source: "https://www.inngest.com/docs/platform/signing-keys",
  },
  { id: "kaggle-api-token", shape: ["KGAT_", run(hex, 32)], source: "https://www.kaggle.com/docs/api" },
  { id: "locationiq-token", shape: ["pk.", run(hex, 32)], source: "https://docs.locationiq.com/docs/authentication" },
  {
    id: "logfire-token",
    shape: [["pylf_v1_us_", "pylf_v1_eu_"], run(base62, 43)],
    source: "https://logfire.pydantic.dev/docs/how-to-guides/create-write-tokens/",
  },
  { id: "materialize-app-password", shape: ["mzp_", run(hex, 64)], source: "https://materialize.com/docs/security/" },
  {
    id: "maxmind-license-key",
    shape: [run(base62, 6), "_", run(base62, 29), "_mmk"],
    anchor: 3,
    source: "https://dev.maxmind.com/license-key-rotation",
  },
  {
    id: "metabase-api-key",
    shape: ["mb_", run(base64, 43), "="],
    source: "https://www.metabase.com/docs/latest/people-and-groups/api-keys",
  },
  {
    id: "new-relic-admin-key",
    placeholder: "NEW_RELIC_KEY",
    shape: ["NRRA-", run(hex, 42)],
    source: "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/",
  },
  {
    id: "new-relic-license-key",
    placeholder: "NEW_RELIC_KEY",
    shape: [run(lower, 36), "NRAL"],
    anchor: 1,
    source: "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/",
  },
  { id: "nylas-api-key", shape: ["nyk_v0_", run(base62, 60, 70)], source: "https://developer.nylas.com/docs/v3/auth/" },
  {
    id: "optimizely-access-token",
    shape: ["2:", run(base64url, 43)],
    entropyMin: 4.2,
    source: "https://docs.developers.optimizely.com/web-experimentation/docs/personal-access-token",
  },
  {
    id: "pagerduty-integration-url",
    placeholder: "PAGERDUTY_KEY",
    shape: ["events.pagerduty.com/integration/", run(lower, 32)],
    source: "https://developer.pagerduty.com/docs/events-api-v2-overview",
  },
  {
    id: "pubnub-secret-key",
    shape: ["sec-c-", run(base64, 48)],
    source: "https://www.pubnub.com/docs/general/setup/account-setup",
  },
  {
    id: "radar-secret-key",
    shape: [["prj_live_sk_", "prj_test_sk_"], run(hex, 40)],
    source: "https://docs.radar.com/api#authentication",
  },
  {
    id: "retool-access-token",
    shape: ["retool_01", run(lower, 22, 30)],
    source: "https://docs.retool.com/org-users/guides/retool-api/authentication",
  },
  {
    id: "riot-api-key",
    placeholder: "RIOT_API_KEY",
    shape: ["RGAPI-", ...UUID],
    source: "https://developer.riotgames.com/docs/portal",
  },
  { id: "rootly-api-key", shape: ["rootly_", run(hex, 64)], source: "https://docs.rootly.com/api-reference/overview" },
  {
    id: "segment-public-api-token",
    shape: ["sgp_", run(base62, 64)],
    source: "https://docs.segmentapis.com/tag/Getting-Started",
  },
  {
    id: "statsig-secret",
    isWhole: true,
    shape: [["secret-", "console-"], run(base62, 40, 48)],
    entropyMin: 4,
    source: "https://docs.statsig.com/sdk-keys/api-keys",
  },
  {
    id: "svix-api-key",
    placeholder: "SVIX_KEY",
    shape: ["testsk_", run(base64url, 20, 48)],
    source: "https://api.svix.com/docs#section/Authentication",
  },
  {
    id: "tableau-access-token",
    shape: [run(base64, 22), "==:", run(base62, 32)],
    anchor: 1,
    source: "https://help.tableau.com/current/pro/desktop/en-us/useracct.htm#personal-access-tokens",
  },
  {
    id: "tinybird-token",
    shape: ["p.eyJ", run(base64url, 60, 300), ".", run(base64url, 43)],
    source: "https://www.tinybird.co/docs/get-started/administration/auth-tokens",
  },
  {
    id: "trigger-dev-key",
    shape: [["tr_dev_", "tr_prod_", "tr_stg_", "tr_preview_", "tr_pat_"], run(base62, 20, 44)],
    source: "https://trigger.dev/docs/apikeys",
  },
  { id: "turbopuffer-api-key", shape: ["tpuf_", run(base62, 32, 48)], source: "https://turbopuffer.com/docs/auth" },
  {
    id: "ubidots-token",
    shape: [["BBFF-", "BBUS-"], run(base62, 30)],
    source: "https://docs.ubidots.com/reference/authentication",
  },
  { id: "xata-api-key", shape: ["xau_", run(base62, 40)], source: "https://xata.io/docs/concepts/api-keys" },
  {
    id: "yandex-iam-token",
    shape: ["t1.", run(base64url, 20, 400), [".", "=.", "==."], run(base64url, 86)],
    source: "https://yandex.cloud/en/docs/iam/concepts/authorization/iam-token",
  },
  {
    id: "zoho-oauth-token",
    shape: ["1000.", run(hex, 32), ".", run(hex, 32)],
    source: "https://www.zoho.com/accounts/protocol/oauth/web-apps/access-token.html",
  },
];
