import { tokenRows } from "../token-rows.ts";

/** Code hosts, package registries, build services and developer tools. */
export const CODE_TOKENS = tokenRows(`
appveyor-token v2. lower{20}; entropy 3.4; https://www.appveyor.com/docs/api/
artifactory-api-key AKCp base62{69}; https://jfrog.com/help/r/jfrog-platform-administration-documentation/api-key
artifactory-reference-token cmVmd base62{59}; https://jfrog.com/help/r/jfrog-platform-administration-documentation/access-tokens
atlassian-api-token ATATT3 base64url{170,220} = hexAny{8}
  https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/
bitbucket-app-password ATBB base62{32}; https://support.atlassian.com/bitbucket-cloud/docs/app-passwords/
bitbucket-repository-token ATCTT3 base64url{150,220} = hexAny{8}
  https://support.atlassian.com/bitbucket-cloud/docs/repository-access-tokens/
buildkite-token bkua_,bkaj_,bkct_ base62{40}; https://buildkite.com/docs/platform/security/tokens
circleci-token CCIPAT_,CCIPRJ_ base62{22} _ hex{40}; https://circleci.com/docs/managing-api-tokens/
clojars-token CLOJARS_ lower{60}; https://github.com/clojars/clojars-web/wiki/Deploy-Tokens
crates-io-token cio base62{32}; entropy 3.2; https://doc.rust-lang.org/cargo/reference/publishing.html
docker-access-token dckr_pat_,dckr_oat_ base64url{27,36}; https://docs.docker.com/security/access-tokens/
docker-swarm-key SWMKEY-1- base64{43}; https://docs.docker.com/engine/swarm/swarm_manager_locking/
docker-swarm-token SWMTKN-1- lower{48,52} - lower{24,26}; https://docs.docker.com/engine/swarm/join-nodes/
endor-labs-key endr+ base62{16}; https://docs.endorlabs.com/administration/api-keys/
github-app-jwt-token ghs_ base62{1,20} _eyJ dotted{60,900}; as GITHUB_TOKEN; https://github.blog/changelog/
github-fine-grained-token github_pat_ base62{22} _ base62{59}; as GITHUB_TOKEN
  https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
github-token ghp_,gho_,ghu_,ghs_,ghr_ base62{36}; checksum
  https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
gitlab-ci-job-token glcbt- base62{1,5} _ base64url{20}; as GITLAB_TOKEN; https://docs.gitlab.com/security/tokens/
gitlab-oauth-secret gloas- base64url{64}; as GITLAB_TOKEN; https://docs.gitlab.com/security/tokens/
gitlab-routable-token glpat-,glrt-t1_,glrt-t2_,glrt-t3_ base64url{27,300} . lower{2} lower{7}; as GITLAB_TOKEN
  https://docs.gitlab.com/security/tokens/
gitlab-runner-registration GR1348941 base64url{20}; as GITLAB_TOKEN; https://docs.gitlab.com/security/tokens/
gitlab-token glpat-,gldt-,glrt-,glptt-,glft-,glsoat-,glimt-,glagent-,glffct-,glwt- base64url{20,50}
  https://docs.gitlab.com/security/tokens/
mergify-application-key mka_ base64url{40,60}; whole; https://docs.mergify.com/api-usage/
npm-token npm_ base62{36}; checksum; https://docs.npmjs.com/about-access-tokens
nuget-api-key oy2 lower{43}; https://learn.microsoft.com/en-us/nuget/nuget-org/scoped-api-keys
octopus-api-key API- upper{26}; entropy 3; https://octopus.com/docs/octopus-rest-api/how-to-create-an-api-key
openvsx-token ovsxp_,ovsxat_ hex{8} - hex{4} - hex{4} - hex{4} - hex{12}; https://github.com/eclipse/openvsx/wiki/Publishing-Extensions
packagist-token packagist_uut_,packagist_ort_,packagist_out_,packagist_urt_ hex{68}; https://packagist.com/docs/api
postman-api-key PMAK- hexAny{24} - hexAny{34}; https://learning.postman.com/docs/developer/postman-api/authentication/
pypi-token pypi-AgEIcHlwaS5vcmc,pypi-AgENdGVzdC5weXBpLm9yZw base64url{50,1000}; https://pypi.org/help/#apitoken
readme-api-key rdme_ lower{70}; https://docs.readme.com/main/reference/authentication
rubygems-api-key rubygems_ hex{48}; https://guides.rubygems.org/api-key-scopes/
sentry-org-token sntrys_eyJ base64{80,300} =_,==_,_ base64{43}; https://docs.sentry.io/account/auth-tokens/
sentry-user-token sntryu_ hex{64}; https://docs.sentry.io/account/auth-tokens/
sonar-token squ_,sqp_,sqa_ hexAny{40}; https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/
sourcegraph-instance-token sgp_ hexAny{16} _ hexAny{40}; as SOURCEGRAPH_TOKEN
  https://sourcegraph.com/docs/cli/how-tos/creating-an-access-token
sourcegraph-license-key slk_ hex{64}; as SOURCEGRAPH_TOKEN; https://sourcegraph.com/docs/cody
sourcegraph-token sgp_local_,sgp_ hexAny{40}; https://sourcegraph.com/docs/cli/how-tos/creating-an-access-token
svix-signing-secret whsk_ base64{32,80}; https://docs.svix.com/receiving/verifying-payloads/how
teamcity-token eyJ0eXAiOiAiVENWMiJ9. base64url{30,60} . base64url{40,60}
  https://www.jetbrains.com/help/teamcity/configuring-your-user-profile.html
valtown-token vtwn_ base62{24,48}; https://docs.val.town/api/authentication/
`);

/** Databases, analytics, feature flags, jobs and monitoring. */
export const DATA_TOKENS = tokenRows(`
adafruit-io-key aio_ base62{28}; https://io.adafruit.com/api/docs/#authentication
aiven-service-password AVNS_ base64url{19}; https://aiven.io/docs/platform/howto/manage-service-users
appwrite-api-key standard_ hex{256}; https://appwrite.io/docs/advanced/platform/api-keys
arcgis-api-key AAPK,AAPT base64url{60,240}; https://developers.arcgis.com/documentation/security-and-authentication/api-key-authentication/
aws-appsync-key da2- lower{26}; https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html
axiom-token xaat-,xapt- uuid; https://axiom.co/docs/reference/tokens
cal-api-key cal_live_,cal_ hex{32}; https://cal.com/docs/api-reference/v2/introduction
checkly-api-key cu_,act_ hex{32}; https://www.checklyhq.com/docs/accounts-and-users/creating-api-key/
chroma-api-key ck- base62{44}; https://docs.trychroma.com/cloud/getting-started
configcat-sdk-key configcat-sdk-1/ base64url{22} / base64url{22}; https://configcat.com/docs/sdk-reference/overview/
confluent-api-secret cflt base64{60}
  https://docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html
dbt-cloud-token dbtc_,dbtu_ base64url{40,56}; https://docs.getdbt.com/docs/dbt-cloud-apis/service-tokens
digitalocean-spaces-key DO00,DO801 upper{16,17}; https://docs.digitalocean.com/products/spaces/how-to/manage-access/
dnsimple-token dnsimple_a_,dnsimple_u_ base62{32}; https://support.dnsimple.com/articles/api-access-token/
fauna-secret fnA base64url{37}; entropy 4.2; https://docs.fauna.com/fauna/current/build/
flagsmith-server-key ser. base62{22}; entropy 3.6; https://docs.flagsmith.com/clients/server-side
gitbook-api-token gb_api_ base62{40}; https://gitbook.com/docs/developers/gitbook-api/authentication
growthbook-secret-key secret_admin_,secret_user_,secret_readonly_ base62{24,60}; https://docs.growthbook.io/api#section/Authentication
honeybadger-token hbp_,hbu_ base62{30,40}; https://docs.honeybadger.io/api/getting-started/
honeycomb-ingest-key hcaik_,hcbik_,hccik_,hcxik_ lower{58}; https://docs.honeycomb.io/configure/environments/manage-api-keys/
inngest-signing-key signkey-prod-,signkey-test-,signkey-branch- hex{32,64}; https://www.inngest.com/docs/platform/signing-keys
kaggle-api-token KGAT_ hex{32}; https://www.kaggle.com/docs/api
locationiq-token pk. hex{32}; https://docs.locationiq.com/docs/authentication
logfire-token pylf_v1_us_,pylf_v1_eu_ base62{43}; https://logfire.pydantic.dev/docs/how-to-guides/create-write-tokens/
materialize-app-password mzp_ hex{64}; https://materialize.com/docs/security/
maxmind-license-key base62{6} _ base62{29} _mmk; anchor 3; https://dev.maxmind.com/license-key-rotation
metabase-api-key mb_ base64{43} =; https://www.metabase.com/docs/latest/people-and-groups/api-keys
new-relic-admin-key NRRA- hex{42}; as NEW_RELIC_KEY; https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
new-relic-license-key lower{36} NRAL; as NEW_RELIC_KEY; anchor 1; https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
nylas-api-key nyk_v0_ base62{60,70}; https://developer.nylas.com/docs/v3/auth/
optimizely-access-token 2: base64url{43}; entropy 4.2; https://docs.developers.optimizely.com/web-experimentation/docs/personal-access-token
pagerduty-integration-url events.pagerduty.com/integration/ lower{32}; as PAGERDUTY_KEY
  https://developer.pagerduty.com/docs/events-api-v2-overview
pubnub-secret-key sec-c- base64{48}; https://www.pubnub.com/docs/general/setup/account-setup
radar-secret-key prj_live_sk_,prj_test_sk_ hex{40}; https://docs.radar.com/api#authentication
retool-access-token retool_01 lower{22,30}; https://docs.retool.com/org-users/guides/retool-api/authentication
riot-api-key RGAPI- uuid; https://developer.riotgames.com/docs/portal
rootly-api-key rootly_ hex{64}; https://docs.rootly.com/api-reference/overview
segment-public-api-token sgp_ base62{64}; https://docs.segmentapis.com/tag/Getting-Started
statsig-secret secret-,console- base62{40,48}; entropy 4; whole; https://docs.statsig.com/sdk-keys/api-keys
svix-api-key testsk_ base64url{20,48}; as SVIX_KEY; https://api.svix.com/docs#section/Authentication
tableau-access-token base64{22} ==: base62{32}; anchor 1
  https://help.tableau.com/current/pro/desktop/en-us/useracct.htm#personal-access-tokens
tinybird-token p.eyJ base64url{60,300} . base64url{43}; https://www.tinybird.co/docs/get-started/administration/auth-tokens
trigger-dev-key tr_dev_,tr_prod_,tr_stg_,tr_preview_,tr_pat_ base62{20,44}; https://trigger.dev/docs/apikeys
turbopuffer-api-key tpuf_ base62{32,48}; https://turbopuffer.com/docs/auth
ubidots-token BBFF-,BBUS- base62{30}; https://docs.ubidots.com/reference/authentication
xata-api-key xau_ base62{40}; https://xata.io/docs/concepts/api-keys
yandex-iam-token t1. base64url{20,400} .,=.,==. base64url{86}; https://yandex.cloud/en/docs/iam/concepts/authorization/iam-token
zoho-oauth-token 1000. hex{32} . hex{32}; https://www.zoho.com/accounts/protocol/oauth/web-apps/access-token.html
`);

/** Monitoring, networks, maps and feature flags. */
export const OBSERVABILITY_TOKENS = tokenRows(`
devcycle-key dvc_mobile_,dvc_server_,dvc_client_ base64url{16,60}; https://docs.devcycle.com/platform/account-management/keys/
dynatrace-token dt0c01.,dt0s01.,dt0s16. base32{24} . base32{64}
  https://docs.dynatrace.com/docs/dynatrace-api/basics/dynatrace-api-authentication
elastic-api-key essu_ base64{40,120}; https://www.elastic.co/docs/deploy-manage/api-keys
grafana-cloud-token glc_ base64{32,400}
  https://grafana.com/docs/grafana-cloud/security-and-account-management/authentication-and-permissions/access-policies/
grafana-legacy-key eyJrIjoi base64{60,400}; as GRAFANA_KEY; https://grafana.com/docs/grafana/latest/administration/service-accounts/
grafana-service-token glsa_ base62{32} _ hexAny{8}; https://grafana.com/docs/grafana/latest/administration/service-accounts/
infracost-api-key ico- base62{32}; entropy 4.05; https://www.infracost.io/docs/integrations/environment_variables/
launchdarkly-key sdk-,mob-,api- uuid; https://launchdarkly.com/docs/home/account/api
mapbox-secret-token sk.eyJ base64url{40,120} . base64url{20,24}; https://docs.mapbox.com/accounts/guides/tokens/
new-relic-browser-key NRJS- hex{19}; as NEW_RELIC_KEY; https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
new-relic-insert-key NRII- base64url{32}; as NEW_RELIC_KEY; https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
new-relic-user-key NRAK- upper{27}; as NEW_RELIC_KEY; https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
openshift-user-token sha256~ base64url{43}
  https://docs.redhat.com/en/documentation/openshift_container_platform/4.17/html/authentication_and_authorization/managing-oauth-access-tokens
pagerduty-user-key u+ base64url{18}; entropy 3.6; whole; https://support.pagerduty.com/main/docs/api-access-keys
posthog-key phx_,phc_,phs_ base64url{41,49}; https://posthog.com/docs/api
settlemint-token sm_pat_,sm_aat_,sm_sat_ base62{16}
  https://console.settlemint.com/documentation/platform-components/security-and-authentication/
tailscale-key tskey-auth-,tskey-api-,tskey-client-,tskey-scim-,tskey-webhook- base62{10,20} - base62{16,40}
  https://tailscale.com/kb/1085/auth-keys
wakatime-api-key waka_ uuid; https://wakatime.com/developers#authentication
`);
