import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";

const { base32, base62, base64, base64url, hex, hexAny, upper } = ALPHABET;
const UUID = [run(hexAny, 8), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 12)];

/** Monitoring, networks, maps and feature flags, sorted by id. */
export const OBSERVABILITY_TOKENS: readonly TokenRule[] = [
  {
    id: "devcycle-key",
    shape: [["dvc_mobile_", "dvc_server_", "dvc_client_"], run(base64url, 16, 60)],
    source: "https://docs.devcycle.com/platform/account-management/keys/",
  },
  {
    id: "dynatrace-token",
    shape: [["dt0c01.", "dt0s01.", "dt0s16."], run(base32, 24), ".", run(base32, 64)],
    source: "https://docs.dynatrace.com/docs/dynatrace-api/basics/dynatrace-api-authentication",
  },
  {
    id: "elastic-api-key",
    shape: ["essu_", run(base64, 40, 120)],
    source: "https://www.elastic.co/docs/deploy-manage/api-keys",
  },
  {
    id: "grafana-cloud-token",
    shape: ["glc_", run(base64, 32, 400)],
    source:
      "https://grafana.com/docs/grafana-cloud/security-and-account-management/authentication-and-permissions/access-policies/",
  },
  {
    id: "grafana-legacy-key",
    placeholder: "GRAFANA_KEY",
    shape: ["eyJrIjoi", run(base64, 60, 400)],
    source: "https://grafana.com/docs/grafana/latest/administration/service-accounts/",
  },
  {
    id: "grafana-service-token",
    shape: ["glsa_", run(base62, 32), "_", run(hexAny, 8)],
    source: "https://grafana.com/docs/grafana/latest/administration/service-accounts/",
  },
  {
    id: "infracost-api-key",
    shape: ["ico-", run(base62, 32)],
    entropyMin: 4.05,
    source: "https://www.infracost.io/docs/integrations/environment_variables/",
  },
  {
    id: "launchdarkly-key",
    shape: [["sdk-", "mob-", "api-"], ...UUID],
    source: "https://launchdarkly.com/docs/home/account/api",
  },
  {
    id: "mapbox-secret-token",
    shape: ["sk.eyJ", run(base64url, 40, 120), ".", run(base64url, 20, 24)],
    source: "https://docs.mapbox.com/accounts/guides/tokens/",
  },
  {
    id: "new-relic-browser-key",
    placeholder: "NEW_RELIC_KEY",
    shape: ["NRJS-", run(hex, 19)],
    source: "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/",
  },
  {
    id: "new-relic-insert-key",
    placeholder: "NEW_RELIC_KEY",
    shape: ["NRII-", run(base64url, 32)],
    source: "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/",
  },
  {
    id: "new-relic-user-key",
    placeholder: "NEW_RELIC_KEY",
    shape: ["NRAK-", run(upper, 27)],
    source: "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/",
  },
  {
    id: "openshift-user-token",
    shape: ["sha256~", run(base64url, 43)],
    source:
      "https://docs.redhat.com/en/documentation/openshift_container_platform/4.17/html/authentication_and_authorization/managing-oauth-access-tokens",
  },
  {
    id: "pagerduty-user-key",
    isWhole: true,
    shape: ["u+", run(base64url, 18)],
    entropyMin: 3.6,
    source: "https://support.pagerduty.com/main/docs/api-access-keys",
  },
  {
    id: "posthog-key",
    shape: [["phx_", "phc_", "phs_"], run(base64url, 41, 49)],
    source: "https://posthog.com/docs/api",
  },
  {
    id: "settlemint-token",
    shape: [["sm_pat_", "sm_aat_", "sm_sat_"], run(base62, 16)],
    source: "https://console.settlemint.com/documentation/platform-components/security-and-authentication/",
  },
  {
    id: "tailscale-key",
    shape: [
      ["tskey-auth-", "tskey-api-", "tskey-client-", "tskey-scim-", "tskey-webhook-"],
      run(base62, 10, 20),
      "-",
      run(base62, 16, 40),
    ],
    source: "https://tailscale.com/kb/1085/auth-keys",
  },
  { id: "wakatime-api-key", shape: [["waka_"], ...UUID], source: "https://wakatime.com/developers#authentication" },
];
