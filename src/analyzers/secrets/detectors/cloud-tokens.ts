import { tokenRows } from "../token-rows.ts";

/**
 * Keys of Azure services that carry the service's signature near their end, so that scanners know them: random part, signature,
 * checksum.
 */
export const AZURE_TOKENS = tokenRows(`
azure-apim-key base64{76} APIM base64{6} ==; anchor 1; https://github.com/microsoft/security-utilities
# The whole connection string: each of its parts is of use only with the others.
azure-app-configuration Endpoint=, https:// base64url{1,60} .azconfig.io;Id= base64url{1,16} : base64{1,40} ;Secret= base64{40,100}; anchor 3
  https://learn.microsoft.com/en-us/azure/azure-app-configuration/howto-best-practices
azure-batch-key base64{76} +ABa base64{6} ==; anchor 1; https://github.com/microsoft/security-utilities
azure-cosmos-key base64{76} ACDb base64{6} ==; anchor 1; https://github.com/microsoft/security-utilities
azure-devops-token base62{76} AZDO base62{4}; anchor 1; https://github.com/microsoft/security-utilities
azure-event-hub-key base64{33} +AEh base64{6} =; anchor 1; https://github.com/microsoft/security-utilities
azure-function-key base64url{44} AzFu base64url{6} ==; anchor 1; https://github.com/microsoft/security-utilities
azure-iot-key base64{33} AIoT base64{6} =; anchor 1; https://github.com/microsoft/security-utilities
azure-redis-key base62{33} AzCa base62{6} =; anchor 1; https://github.com/microsoft/security-utilities
azure-registry-password base64{42} +ACR base64{6}; anchor 1; https://github.com/microsoft/security-utilities
azure-relay-key base64{33} +ARm base64{6} =; anchor 1; https://github.com/microsoft/security-utilities
azure-search-key base62{42} AzSe base62{6}; anchor 1; https://github.com/microsoft/security-utilities
azure-service-bus-key base64{33} +ASb base64{6} =; anchor 1; https://github.com/microsoft/security-utilities
azure-storage-account-key base64{76} +ASt base64{6} ==; anchor 1; https://github.com/microsoft/security-utilities
`);

/** Clouds, hosting, databases and vaults. */
export const CLOUD_TOKENS = tokenRows(`
age-secret-key AGE-SECRET-KEY-1 bech32{58}; https://github.com/C2SP/C2SP/blob/main/age.md
alibaba-access-key LTAI base62{12,26}; https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair
alibaba-sts-key STS. base62{20,32}; as ALIBABA_ACCESS_KEY
  https://www.alibabacloud.com/help/en/ram/developer-reference/api-sts-2015-04-01-assumerole
alibaba-sts-token CAIS,CAES base64{200,1500}; https://www.alibabacloud.com/help/en/ram/developer-reference/api-sts-2015-04-01-assumerole
# The sample of the vendor's own pages.
aws-access-key AKIA,ASIA,ABIA,ACCA base32{16}; misses AKIA IOSFODNN7EXAMPLE
  https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
aws-bedrock-session-key bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t base64{40,3000}; as AWS_BEDROCK_API_KEY
  https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html
aws-session-token IQoJb3JpZ2lu,FwoGZXIvYXdz,FQoGZXIvYXdz base64{100,2500}
  https://docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html
azure-client-secret tilde{3} 0Q~,1Q~,2Q~,3Q~,4Q~,5Q~,6Q~,7Q~,8Q~,9Q~ tilde{31,34}
  https://learn.microsoft.com/en-us/purview/sit-defn-azure-ad-client-secret
azure-identifiable-key base62{52} JQQJ9 base62{27}; https://github.com/microsoft/security-utilities
backblaze-application-key K000,K001,K002,K003,K004,K005 base64{27}; entropy 3.9
  https://www.backblaze.com/docs/cloud-storage-application-keys
baidu-access-key bce-v3/, ALTAK- base62{21} / hex{40}; anchor 1; https://cloud.baidu.com/doc/qianfan/s/Hmh4suq26
clickhouse-cloud-key 4b1d base62{38}; https://clickhouse.com/docs/cloud/manage/openapi
cloudflare-origin-ca-key v1.0- hex{24} - hex{146}; https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys/
cloudflare-token cfut_,cfat_,cfk_ base62{40} hex{8}; https://developers.cloudflare.com/fundamentals/api/get-started/create-token/
cockroachdb-api-key CCDB1_ base62{22} _ base62{40}; https://www.cockroachlabs.com/docs/cockroachcloud/managing-access
databricks-oauth-secret dose hex{32}; https://docs.databricks.com/aws/en/dev-tools/auth/oauth-m2m
databricks-token dapi hex{32} -2,-3,-4,; https://docs.databricks.com/aws/en/dev-tools/auth/pat
datastax-astra-token AstraCS: base62{20,32} : hex{60,70}
  https://docs.datastax.com/en/astra-db-serverless/administration/manage-application-tokens.html
deno-deploy-token ddp_,ddo_,ddpd_ base62{36}; https://docs.deno.com/deploy/classic/
digitalocean-token dop_v1_,doo_v1_,dor_v1_ hex{64}; https://docs.digitalocean.com/reference/api/create-personal-access-token/
doppler-service-token dp.st. dotted{40,90}; as DOPPLER_TOKEN; https://docs.doppler.com/docs/service-tokens
doppler-token dp.pt.,dp.ct.,dp.sa.,dp.scim.,dp.audit. base62{40,44}; https://docs.doppler.com/docs/service-tokens
exoscale-api-key EXO base62{24,30}; entropy 3.6; https://community.exoscale.com/product/iam/
firebase-server-key AAAA base64url{7} :APA91b base64url{128,145}; anchor 2; https://firebase.google.com/docs/cloud-messaging/auth-server
flyio-macaroon fm1r_,fm1a_,fm2_ base64{80,2500}; as FLYIO_TOKEN; https://fly.io/docs/security/tokens/
flyio-token fo1_ base64url{43}; https://fly.io/docs/security/tokens/
google-hmac-key GOOG upper{20,57}; https://cloud.google.com/storage/docs/authentication/hmackeys
google-oauth-client-secret GOCSPX- base64url{28}; https://support.google.com/cloud/answer/15549257
google-oauth-token ya29. base64url{30,512}; https://developers.google.com/identity/protocols/oauth2
google-refresh-token 1//0 base64url{40,200}; https://developers.google.com/identity/protocols/oauth2
heroku-api-key HRKU- base64url{36,64}; https://devcenter.heroku.com/articles/platform-api-quickstart
mongodb-atlas-secret mdb_sa_sk_ base64url{36,48}; https://www.mongodb.com/docs/atlas/api/service-accounts-overview/
neon-api-key napi_ base62{60,68}; https://neon.com/docs/manage/api-keys
netlify-token nfp_,nfc_,nfo_,nfu_,nfb_ base62{36,40}; https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/
onepassword-secret-key A3- upper{6} - upper{6,11} - upper{5} - upper{5} - upper{5}; https://support.1password.com/secret-key/
onepassword-service-token ops_eyJ base64url{200,1200}; https://developer.1password.com/docs/service-accounts/
planetscale-token pscale_tkn_,pscale_pw_,pscale_oauth_ padded{32,64}; https://planetscale.com/docs/concepts/service-tokens
prefect-api-key pnu_,pnb_ lower{36}; https://docs.prefect.io/v3/how-to-guides/cloud/manage-users/api-keys
pulumi-access-token pul- hex{40}; https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/
render-api-key rnd_ base62{28,32}; https://render.com/docs/api
scaleway-access-key SCW upper{17}; entropy 3; https://www.scaleway.com/en/docs/iam/how-to/create-api-keys/
scalingo-api-token tk-us- base64url{48}; https://developers.scalingo.com/index#authentication
supabase-access-token sbp_,sbp_oauth_,sbp_v0_ hex{40}; https://supabase.com/docs/reference/api/introduction
supabase-secret-key sb_secret_ base64url{31}; https://supabase.com/docs/guides/api/api-keys
tencent-secret-id AKID base62{32}; https://www.tencentcloud.com/document/product/598/32675
terraform-cloud-token base62{14} .atlasv1. padded{60,70}
  https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens
upcloud-token ucat_ upper{26}; https://upcloud.com/docs/guides/getting-started-upcloud-api/
vault-periodic-token s. base62{24}; as VAULT_TOKEN; entropy 3.8; score 0.8; https://developer.hashicorp.com/vault/docs/concepts/tokens
vault-token hvs.,hvb.,hvr. base64url{24,300}; https://developer.hashicorp.com/vault/docs/concepts/tokens
vercel-blob-token vercel_blob_rw_ base62{16} _ base62{28,34}; https://vercel.com/docs/vercel-blob
vercel-token vcp_,vci_,vca_,vcr_ base64url{56}; https://vercel.com/docs/rest-api/authentication
yandex-api-key AQVN base64url{35,38}; https://yandex.cloud/en/docs/iam/concepts/authorization/api-key
yandex-static-key YCA,YCM,YCN,YCO,YCP base64url{37}; entropy 3.2; https://yandex.cloud/en/docs/iam/concepts/authorization/access-key
zuplo-api-key zpka_ hexAny{32} _ hexAny{8}; https://zuplo.com/docs/articles/api-key-leak-detection
`);
