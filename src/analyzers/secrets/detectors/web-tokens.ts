import { tokenRows } from "../token-rows.ts";

/** Keys of people and of programs: vaults, sign-in services, wallets, private networks. */
export const WALLET_TOKENS = tokenRows(`
authress-access-key sc_,ext_,scauth_,authress_ base62{5,30} . lower{4,6} .acc_,.acc- base64url{10,32} . base64{30,120}; anchor 4
  https://authress.io/knowledge-base/docs/authorization/service-clients
bip32-private-key xprv,yprv,zprv,tprv,uprv,vprv base58{107}; https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki
bitwarden-machine-token 0. uuid . base62{30} : base64{22} ==; https://bitwarden.com/help/access-tokens/
defined-networking-key dnkey- base64url{26} - base64url{52}; https://docs.defined.net/guides/api-key/
hcaptcha-secret ES_ hex{32}; https://docs.hcaptcha.com/
infisical-service-token st. hex{24} . hex{32,64} . hex{32}; https://infisical.com/docs/documentation/platform/token
jdcloud-access-key JDC_ upper{28,32}; https://docs.jdcloud.com/en/account-management/accesskey-management
matrix-access-token syt_ base64url{4,120} _ base62{20} _ base62{6}; https://spec.matrix.org/latest/client-server-api/#client-authentication
netbird-access-token nbp_ base62{36}; https://docs.netbird.io/how-to/access-netbird-public-api
nostr-private-key nsec1 bech32Lower{58}; https://github.com/nostr-protocol/nips/blob/master/19.md
onfido-api-token api_live.,api_live_us.,api_live_ca.,api_sandbox.,api_sandbox_us. dotted{30,60}
  https://documentation.onfido.com/api/latest/#api-tokens
paseto v1.local.,v2.local.,v3.local.,v4.local.,v1.public.,v2.public.,v3.public.,v4.public. base64url{60,2000}
  https://github.com/paseto-standard/paseto-spec
persona-api-key persona_production_,persona_sandbox_ base64url{32}; https://docs.withpersona.com/api-keys
phase-service-token pss_service:v1:,pss_service:v2:,pss_user:v1: hex{64} : hex{64} : hex{64}; https://docs.phase.dev/security/tokens
portainer-access-token ptr_ base64{43} =; https://docs.portainer.io/api/access
rancher-api-token token- lower{5} : lower{54}; https://ranchermanager.docs.rancher.com/reference-guides/about-the-api/api-tokens
secret-token-uri secret-token: dotted{16,256}; as SECRET_TOKEN; https://www.rfc-editor.org/rfc/rfc8959
snyk-service-token snyk_uat.,snyk_sat. lower{8} . dotted{60,300}; https://docs.snyk.io/snyk-api/authentication-for-api
socket-api-token sktsec_ base62{40,48} _api,; https://docs.socket.dev/reference/creating-and-managing-api-tokens
stackhawk-api-key hawk. base64url{20} . base64url{20}; https://docs.stackhawk.com/apidocs.html
stytch-secret secret-live-,secret-test- base64url{35} =; https://stytch.com/docs/api/authentication
sumsub-app-token prd:,sbx: base62{16,32} . base62{32}; https://docs.sumsub.com/reference/authentication
tezos-secret-key edsk,edesk,spsk,p2sk base58{50,94}; entropy 4; https://docs.tezos.com/architecture/accounts
trello-api-token ATTA hexAny{72}; https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/
turnstile-secret-key 0x4AAAAAA base64url{26,30}; https://developers.cloudflare.com/turnstile/get-started/
workos-api-key sk_live_,sk_test_ a2V5 base64{40,140}; https://workos.com/docs/reference/api-keys
`);

/** Social networks, media, work tools, and addresses that are secrets themselves. */
export const WEB_TOKENS = tokenRows(`
alchemy-endpoint alchemy.com/v2/ base64url{32}; https://www.alchemy.com/docs/reference/api-overview
dropbox-access-token sl. padded{130,1400}; https://developers.dropbox.com/oauth-guide
dropbox-long-lived-token base62{11} AAAAAAAAAA padded{43}; as DROPBOX_ACCESS_TOKEN; anchor 1; https://developers.dropbox.com/oauth-guide
facebook-app-token digits{15,17} | base64url{27}; as FACEBOOK_ACCESS_TOKEN; anchor 1
  https://developers.facebook.com/docs/facebook-login/guides/access-tokens/
feishu-webhook open.feishu.cn/open-apis/bot/v2/hook/,open.larksuite.com/open-apis/bot/v2/hook/ uuid
  https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
frameio-token fio-u- padded{64}; https://developer.frame.io/docs/getting-started/authentication
gitlab-session-cookie gitlab_session= hex{32}; https://docs.gitlab.com/security/tokens/
imagekit-private-key private_ base64{27} =; https://imagekit.io/docs/api-keys
infura-endpoint infura.io/v3/ hex{32}; https://docs.metamask.io/services/get-started/endpoints/
instagram-access-token IGQV,IGQW,IGAA base62{100,300}; https://developers.facebook.com/docs/instagram-platform/
intercom-access-token dG9rO base64url{54,80} =,; https://developers.intercom.com/docs/build-an-integration/learn-more/authentication
linkedin-client-secret WPL_AP0.,WPL_AP1. base62{16} . base64{6,10} =,==
  https://learn.microsoft.com/en-us/linkedin/shared/authentication/authentication
make-webhook hook.eu1.make.com/,hook.eu2.make.com/,hook.us1.make.com/,hook.us2.make.com/ lower{32}; https://help.make.com/webhooks
mapbox-token pk.eyJ,tk.eyJ base64url{40,200} . base64url{20,24}; https://docs.mapbox.com/accounts/guides/tokens/
modrinth-token mrp_ base62{60}; https://docs.modrinth.com/api/
ntfy-access-token tk_ lower{29}; https://docs.ntfy.sh/config/#access-tokens
pinterest-access-token pina_ base64url{60,200}; https://developers.pinterest.com/docs/getting-started/authentication-and-scopes/
quicknode-endpoint quiknode.pro/ hex{40}; https://www.quicknode.com/docs/welcome
rapidapi-key lower{10} msh lower{15} p1 lower{6} jsn lower{12}; anchor 1; https://docs.rapidapi.com/docs/keys-and-key-rotation
roblox-session-cookie |WARNING:-DO-NOT-SHARE-THIS.--Sharing-this-will-allow-someone-to-log-in-as-you-and-to-steal-your-ROBUX-and-items.|_ dotted{100,2000}
  https://create.roblox.com/docs/cloud/auth/api-keys
salesforce-access-token 00D base62{12,15} ! dotted{80,160}; https://help.salesforce.com/s/articleView?id=sf.remoteaccess_access_tokens.htm
salesforce-refresh-token 5Aep861 dotted{60,120}; https://help.salesforce.com/s/articleView?id=sf.remoteaccess_access_tokens.htm
slack-gov-webhook https://, hooks.slack-gov.com/services/ base64{43,90}; as SLACK_WEBHOOK; anchor 1
  https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/
thunderstore-token tss_ base62{36}; https://thunderstore.io/api/docs/
tiktok-access-token act.,rft. base62{60,120}; https://developers.tiktok.com/doc/oauth-user-access-token-management
twitter-bearer-token AAAAAAAAAAAAAAAAAAAAA percent{60,140}
  https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/application-only
wecom-webhook qyapi.weixin.qq.com/cgi-bin/webhook/send?key= uuid; https://developer.work.weixin.qq.com/document/path/91770
zapier-webhook hooks.zapier.com/hooks/catch/ digits{4,10} / lower{6,10}; entropy 2; https://help.zapier.com/hc/en-us/articles/8496288690317
`);
