import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";

const { base32, base62, base64, base64url, bech32, dotted, hex, hexAny, lower, padded, tilde, upper } = ALPHABET;

/** Clouds, hosting, databases and vaults, sorted by id. */
export const CLOUD_TOKENS: readonly TokenRule[] = [
  {
    id: "age-secret-key",
    shape: ["AGE-SECRET-KEY-1", run(bech32, 58)],
    source: "https://github.com/C2SP/C2SP/blob/main/age.md",
  },
  {
    id: "alibaba-access-key",
    shape: ["LTAI", run(base62, 12, 26)],
    source: "https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair",
  },
  {
    id: "alibaba-sts-key",
    placeholder: "ALIBABA_ACCESS_KEY",
    shape: ["STS.", run(base62, 20, 32)],
    source: "https://www.alibabacloud.com/help/en/ram/developer-reference/api-sts-2015-04-01-assumerole",
  },
  {
    id: "alibaba-sts-token",
    shape: [["CAIS", "CAES"], run(base64, 200, 1500)],
    source: "https://www.alibabacloud.com/help/en/ram/developer-reference/api-sts-2015-04-01-assumerole",
  },
  {
    id: "aws-access-key",
    shape: [["AKIA", "ASIA", "ABIA", "ACCA"], run(base32, 16)],
    source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html",
    // The sample of the vendor's own pages.
    misses: [["AKIA", "IOSFODNN7EXAMPLE"].join("")],
  },
  {
    id: "aws-bedrock-session-key",
    placeholder: "AWS_BEDROCK_API_KEY",
    shape: ["bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t", run(base64, 40, 3000)],
    source: "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html",
  },
  {
    id: "aws-session-token",
    shape: [["IQoJb3JpZ2lu", "FwoGZXIvYXdz", "FQoGZXIvYXdz"], run(base64, 100, 2500)],
    source: "https://docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html",
  },
  {
    id: "azure-client-secret",
    shape: [run(tilde, 3), ["0Q~", "1Q~", "2Q~", "3Q~", "4Q~", "5Q~", "6Q~", "7Q~", "8Q~", "9Q~"], run(tilde, 31, 34)],
    source: "https://learn.microsoft.com/en-us/purview/sit-defn-azure-ad-client-secret",
  },
  {
    id: "azure-identifiable-key",
    shape: [run(base62, 52), "JQQJ9", run(base62, 27)],
    source: "https://github.com/microsoft/security-utilities",
  },
  {
    id: "backblaze-application-key",
    shape: [["K000", "K001", "K002", "K003", "K004", "K005"], run(base64, 27)],
    entropyMin: 3.9,
    source: "https://www.backblaze.com/docs/cloud-storage-application-keys",
  },
  {
    id: "baidu-access-key",
    anchor: 1,
    shape: [["bce-v3/", ""], "ALTAK-", run(base62, 21), "/", run(hex, 40)],
    source: "https://cloud.baidu.com/doc/qianfan/s/Hmh4suq26",
  },
  {
    id: "clickhouse-cloud-key",
    shape: ["4b1d", run(base62, 38)],
    source: "https://clickhouse.com/docs/cloud/manage/openapi",
  },
  {
    id: "cloudflare-origin-ca-key",
    shape: ["v1.0-", run(hex, 24), "-", run(hex, 146)],
    source: "https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys/",
  },
  {
    id: "cloudflare-token",
    shape: [["cfut_", "cfat_", "cfk_"], run(base62, 40), run(hex, 8)],
    source: "https://developers.cloudflare.com/fundamentals/api/get-started/create-token/",
  },
  {
    id: "cockroachdb-api-key",
    shape: ["CCDB1_", run(base62, 22), "_", run(base62, 40)],
    source: "https://www.cockroachlabs.com/docs/cockroachcloud/managing-access",
  },
  {
    id: "databricks-oauth-secret",
    shape: ["dose", run(hex, 32)],
    source: "https://docs.databricks.com/aws/en/dev-tools/auth/oauth-m2m",
  },
  {
    id: "databricks-token",
    shape: ["dapi", run(hex, 32), ["-2", "-3", "-4", ""]],
    source: "https://docs.databricks.com/aws/en/dev-tools/auth/pat",
  },
  {
    id: "datastax-astra-token",
    shape: ["AstraCS:", run(base62, 20, 32), ":", run(hex, 60, 70)],
    source: "https://docs.datastax.com/en/astra-db-serverless/administration/manage-application-tokens.html",
  },
  {
    id: "deno-deploy-token",
    shape: [["ddp_", "ddo_", "ddpd_"], run(base62, 36)],
    source: "https://docs.deno.com/deploy/classic/",
  },
  {
    id: "digitalocean-token",
    shape: [["dop_v1_", "doo_v1_", "dor_v1_"], run(hex, 64)],
    source: "https://docs.digitalocean.com/reference/api/create-personal-access-token/",
  },
  {
    id: "doppler-service-token",
    placeholder: "DOPPLER_TOKEN",
    shape: ["dp.st.", run(dotted, 40, 90)],
    source: "https://docs.doppler.com/docs/service-tokens",
  },
  {
    id: "doppler-token",
    shape: [["dp.pt.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."], run(base62, 40, 44)],
    source: "https://docs.doppler.com/docs/service-tokens",
  },
  {
    id: "exoscale-api-key",
    shape: ["EXO", run(base62, 24, 30)],
    entropyMin: 3.6,
    source: "https://community.exoscale.com/product/iam/",
  },
  {
    id: "firebase-server-key",
    shape: ["AAAA", run(base64url, 7), ":APA91b", run(base64url, 128, 145)],
    anchor: 2,
    source: "https://firebase.google.com/docs/cloud-messaging/auth-server",
  },
  {
    id: "flyio-macaroon",
    placeholder: "FLYIO_TOKEN",
    shape: [["fm1r_", "fm1a_", "fm2_"], run(base64, 80, 2500)],
    source: "https://fly.io/docs/security/tokens/",
  },
  { id: "flyio-token", shape: [["fo1_"], run(base64url, 43)], source: "https://fly.io/docs/security/tokens/" },
  {
    id: "google-hmac-key",
    shape: ["GOOG", run(upper, 20, 57)],
    source: "https://cloud.google.com/storage/docs/authentication/hmackeys",
  },
  {
    id: "google-oauth-client-secret",
    shape: ["GOCSPX-", run(base64url, 28)],
    source: "https://support.google.com/cloud/answer/15549257",
  },
  {
    id: "google-oauth-token",
    shape: ["ya29.", run(base64url, 30, 512)],
    source: "https://developers.google.com/identity/protocols/oauth2",
  },
  {
    id: "google-refresh-token",
    shape: [["1//0"], run(base64url, 40, 200)],
    source: "https://developers.google.com/identity/protocols/oauth2",
  },
  {
    id: "heroku-api-key",
    shape: ["HRKU-", run(base64url, 36, 64)],
    source: "https://devcenter.heroku.com/articles/platform-api-quickstart",
  },
  {
    id: "mongodb-atlas-secret",
    shape: ["mdb_sa_sk_", run(base64url, 36, 48)],
    source: "https://www.mongodb.com/docs/atlas/api/service-accounts-overview/",
  },
  { id: "neon-api-key", shape: ["napi_", run(base62, 60, 68)], source: "https://neon.com/docs/manage/api-keys" },
  {
    id: "netlify-token",
    shape: [["nfp_", "nfc_", "nfo_", "nfu_", "nfb_"], run(base62, 36, 40)],
    source: "https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/",
  },
  {
    id: "onepassword-secret-key",
    shape: ["A3-", run(upper, 6), "-", run(upper, 6, 11), "-", run(upper, 5), "-", run(upper, 5), "-", run(upper, 5)],
    source: "https://support.1password.com/secret-key/",
  },
  {
    id: "onepassword-service-token",
    shape: ["ops_eyJ", run(base64url, 200, 1200)],
    source: "https://developer.1password.com/docs/service-accounts/",
  },
  {
    id: "planetscale-token",
    shape: [["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], run(padded, 32, 64)],
    source: "https://planetscale.com/docs/concepts/service-tokens",
  },
  {
    id: "prefect-api-key",
    shape: [["pnu_", "pnb_"], run(lower, 36)],
    source: "https://docs.prefect.io/v3/how-to-guides/cloud/manage-users/api-keys",
  },
  {
    id: "pulumi-access-token",
    shape: ["pul-", run(hex, 40)],
    source: "https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/",
  },
  { id: "render-api-key", shape: ["rnd_", run(base62, 28, 32)], source: "https://render.com/docs/api" },
  {
    id: "scaleway-access-key",
    shape: ["SCW", run(upper, 17)],
    entropyMin: 3,
    source: "https://www.scaleway.com/en/docs/iam/how-to/create-api-keys/",
  },
  {
    id: "scalingo-api-token",
    shape: ["tk-us-", run(base64url, 48)],
    source: "https://developers.scalingo.com/index#authentication",
  },
  {
    id: "supabase-access-token",
    shape: [["sbp_", "sbp_oauth_", "sbp_v0_"], run(hex, 40)],
    source: "https://supabase.com/docs/reference/api/introduction",
  },
  {
    id: "supabase-secret-key",
    shape: ["sb_secret_", run(base64url, 31)],
    source: "https://supabase.com/docs/guides/api/api-keys",
  },
  {
    id: "tencent-secret-id",
    shape: ["AKID", run(base62, 32)],
    source: "https://www.tencentcloud.com/document/product/598/32675",
  },
  {
    id: "terraform-cloud-token",
    shape: [run(base62, 14), ".atlasv1.", run(padded, 60, 70)],
    source: "https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens",
  },
  {
    id: "upcloud-token",
    shape: ["ucat_", run(upper, 26)],
    source: "https://upcloud.com/docs/guides/getting-started-upcloud-api/",
  },
  {
    id: "vault-periodic-token",
    placeholder: "VAULT_TOKEN",
    shape: ["s.", run(base62, 24)],
    entropyMin: 3.8,
    score: 0.8,
    source: "https://developer.hashicorp.com/vault/docs/concepts/tokens",
  },
  {
    id: "vault-token",
    shape: [["hvs.", "hvb.", "hvr."], run(base64url, 24, 300)],
    source: "https://developer.hashicorp.com/vault/docs/concepts/tokens",
  },
  {
    id: "vercel-blob-token",
    shape: ["vercel_blob_rw_", run(base62, 16), "_", run(base62, 28, 34)],
    source: "https://vercel.com/docs/vercel-blob",
  },
  {
    id: "vercel-token",
    shape: [["vcp_", "vci_", "vca_", "vcr_"], run(base64url, 56)],
    source: "https://vercel.com/docs/rest-api/authentication",
  },
  {
    id: "yandex-api-key",
    shape: ["AQVN", run(base64url, 35, 38)],
    source: "https://yandex.cloud/en/docs/iam/concepts/authorization/api-key",
  },
  {
    id: "yandex-static-key",
    shape: [["YCA", "YCM", "YCN", "YCO", "YCP"], run(base64url, 37)],
    source: "https://yandex.cloud/en/docs/iam/concepts/authorization/access-key",
    entropyMin: 3.2,
  },
  {
    id: "zuplo-api-key",
    shape: ["zpka_", run(hexAny, 32), "_", run(hexAny, 8)],
    source: "https://zuplo.com/docs/articles/api-key-leak-detection",
  },
];
