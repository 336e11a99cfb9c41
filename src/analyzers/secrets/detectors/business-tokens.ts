import { tokenRows } from "../token-rows.ts";

/** Payments, shops, and the services that companies run on. */
export const BUSINESS_TOKENS = tokenRows(`
adobe-client-secret p8e- base64url{32}; https://developer.adobe.com/developer-console/docs/guides/authentication/
airtable-token pat base62{14} . hex{64}; https://support.airtable.com/docs/creating-personal-access-tokens
apify-token apify_api_ base62{34,42}; https://docs.apify.com/platform/integrations/api
asaas-api-key $aact_prod_,$aact_hmlg_,$aact_ base62{80,220}; entropy 2.5; https://docs.asaas.com/docs/authentication-2
braintree-access-token access_token$ production,sandbox $ lower{16} $ hex{32}
  https://developer.paypal.com/braintree/docs/guides/extend/oauth/access-tokens
clickup-token pk_ digits{6,10} _ upper{32}; https://developer.clickup.com/docs/authentication
contentful-token CFPAT- base64url{43}; https://www.contentful.com/developers/docs/references/authentication/
devin-api-key apk_user_,apk_ base64{80,200}; https://docs.devin.ai/api-reference/overview
devin-service-token cog_ lower{48,56}; as DEVIN_API_KEY; https://docs.devin.ai/api-reference/overview
duffel-token duffel_live_,duffel_test_ padded{43}; https://duffel.com/docs/api/overview/making-requests/authentication
easypost-api-key EZAK,EZTK base62{54}; https://docs.easypost.com/docs/authentication
figma-token figd_,figo_,figor_,figoh_ base64url{38,44}; https://developers.figma.com/docs/rest-api/authentication/
flutterwave-secret-key FLWSECK_TEST-,FLWSECK- base62{12,40} -X; https://developer.flutterwave.com/docs/authentication
harness-token pat.,sat. base64url{22} . hex{24} . base62{20}
  https://developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys/
hubspot-token pat-na1-,pat-na2-,pat-eu1-,pat-ap1- uuid; https://developers.hubspot.com/docs/apps/legacy-apps/private-apps/overview
intra42-client-secret s-s4t2ud-,s-s4t2af- hex{64}; https://api.intra.42.fr/apidoc
linear-api-key lin_api_,lin_oauth_ base62{40,64}; https://linear.app/developers/graphql
lob-api-key live_pub_,test_pub_,live_,test_ hex{31,35}; https://docs.lob.com/#tag/Authentication
notion-legacy-token secret_ base62{43}; as NOTION_TOKEN; https://developers.notion.com/reference/authentication
notion-token ntn_ digits{11} base62{35}; https://developers.notion.com/reference/authentication
paddle-api-key pdl_live_apikey_,pdl_sdbx_apikey_ lower{26} _ base62{22} _ base62{3}
  https://developer.paddle.com/api-reference/about/authentication
plaid-access-token access-production-,access-development-,access-sandbox- uuid; https://plaid.com/docs/api/tokens/
razorpay-key rzp_live_,rzp_test_ base62{14}; https://razorpay.com/docs/payments/dashboard/account-settings/api-keys/
shippo-token shippo_live_,shippo_test_ hex{40}; https://docs.goshippo.com/docs/guides_general/authentication/
shopify-token shpat_,shpca_,shppa_,shpss_,shptka_,shpua_ base62{32,38}
  https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens
square-access-token EAAA,sq0atp-,sq0csp- base64url{22,60}; entropy 3.5; https://developer.squareup.com/docs/build-basics/access-tokens
stripe-key sk_live_,sk_test_,sk_prod_,rk_live_,rk_test_,rk_prod_ base62{10,247}; https://docs.stripe.com/keys
stripe-webhook-secret whsec_ base64{32,80}; https://docs.stripe.com/webhooks/signature
typeform-token tfp_ padded{40,62}; https://www.typeform.com/developers/get-started/personal-access-token/
unkey-key unkey_ base62{20,48}; https://www.unkey.com/docs/security/root-keys
`);

/** Payments, banks, exchanges, shops and carriers. */
export const COMMERCE_TOKENS = tokenRows(`
adapty-secret-key secret_live_,secret_test_ base62{24,64}; https://adapty.io/docs/api-adapty
adyen-api-key AQE base64{40,160}; entropy 4; https://docs.adyen.com/development-resources/api-credentials/
amazon-client-secret amzn1.oa2-cs.v1. hex{64}; https://developer.amazon.com/docs/login-with-amazon/security-profile.html
amazon-mws-token amzn.mws. uuid; https://developer-docs.amazon.com/sp-api/docs/authorizing-selling-partner-api-applications
amazon-refresh-token Atzr|,Atza| base64url{80,1200}; https://developer.amazon.com/docs/login-with-amazon/refresh-token.html
blockfrost-project-id mainnet,preprod,preview,testnet base62{32}; entropy 3.8; https://docs.blockfrost.io/
brex-api-token bxt_ base62{36}; https://developer.brex.com/docs/authentication/
cashfree-secret-key cfsk_ma_prod_,cfsk_ma_test_ hex{32} _ hex{8}; https://www.cashfree.com/docs/api-reference/authentication
checkout-legacy-key sk_test_,sk_ uuid; as CHECKOUT_SECRET_KEY; whole
  https://www.checkout.com/docs/developer-resources/api/api-authentication
checkout-secret-key sk_sbox_ lower{26,27}; https://www.checkout.com/docs/developer-resources/api/api-authentication
coingecko-api-key CG- base62{24}; entropy 3.5; https://docs.coingecko.com/reference/authentication
courier-api-key pk_prod_,pk_test_ upper{28}; https://www.courier.com/docs/reference/authentication
ebay-cert-id PRD-,SBX- hex{12} - hex{4,8} - hex{4} - hex{4} - hex{4}; https://developer.ebay.com/api-docs/static/creating-edp-key.html
flutterwave-encryption-key FLWSECK_TEST-,FLWSECK_TEST hex{12}; as FLUTTERWAVE_SECRET_KEY
  https://developer.flutterwave.com/docs/authentication
gocardless-access-token live_,sandbox_ padded{40}; entropy 4; whole
  https://developer.gocardless.com/api-reference/#making-requests-authentication
klarna-api-key klarna_live_api_,klarna_test_api_ base64url{40,260}; https://docs.klarna.com/api/authentication/
klaviyo-legacy-key pk_ hex{34}; as KLAVIYO_PRIVATE_KEY; https://developers.klaviyo.com/en/docs/authenticate_
klaviyo-private-key pk_ lower{6} _ hex{34}; https://developers.klaviyo.com/en/docs/authenticate_
mercadopago-access-token APP_USR-,TEST- digits{13,17} - digits{6} - hex{32} - digits{6,12}
  https://www.mercadopago.com.ar/developers/en/docs/your-integrations/credentials
mercury-api-token mercury_production_,mercury_sandbox_ lower{3,5} _ base62{30,60} _yrucrem
  https://docs.mercury.com/docs/api-token-security-policies
midtrans-server-key SB-, Mid-server- base64url{16,32}; anchor 1; https://docs.midtrans.com/docs/api-authorization-headers
mollie-api-key live_,test_ base62{30}; entropy 3.6; whole; https://docs.mollie.com/reference/authentication
mollie-organization-token access_ base62{30}; as MOLLIE_API_KEY; entropy 3.6; whole; https://docs.mollie.com/reference/authentication
omise-secret-key skey_live_,skey_test_,skey_ lower{19}; whole; https://docs.omise.co/api-authentication
polar-access-token polar_oat_,polar_pat_,polar_at_o_,polar_at_u_,polar_rt_o_,polar_cs_ base62{32,60}; https://polar.sh/docs/integrate/oat
quicknode-api-key QN_ hex{32}; https://www.quicknode.com/docs/console-api
ramp-client-secret ramp_sec_ base62{48}; https://docs.ramp.com/developer-api/v1/authorization
revenuecat-secret-key sk_ letters{28}; entropy 3.6; whole; https://www.revenuecat.com/docs/projects/authentication
stripe-ephemeral-key ek_live_,ek_test_,sk_dev_ base62{24,200}; as STRIPE_KEY; https://docs.stripe.com/keys
telnyx-api-key KEY0 base62{28,34} _ base62{22}; https://developers.telnyx.com/docs/development/api-fundamentals/authentication
twitch-chat-token oauth: lower{30}; https://dev.twitch.tv/docs/chat/authenticating/
woocommerce-key ck_,cs_ hex{40}; https://woocommerce.github.io/woocommerce-rest-api-docs/#authentication
xendit-secret-key xnd_production_,xnd_development_ base62{40,80}; https://developers.xendit.co/api-reference/#authentication
`);

/** Chat, mail and telephony. */
export const MESSAGING_TOKENS = tokenRows(`
brevo-api-key xkeysib-,xsmtpsib- hex{64} - base62{16}; https://developers.brevo.com/docs/getting-started
discord-webhook discord.com/api/webhooks/,discordapp.com/api/webhooks/ digits{17,20} / base64url{60,80}
  https://docs.discord.com/developers/resources/webhook
facebook-access-token EAA base62{90,300}; https://developers.facebook.com/docs/facebook-login/guides/access-tokens/
mailchimp-api-key hex{32} -us digits{1,2}; https://mailchimp.com/developer/marketing/guides/quick-start/
mailersend-token mlsn. lower{40,80}; https://developers.mailersend.com/general.html#authentication
mailgun-api-key key-,pubkey- hex{32}; https://documentation.mailgun.com/docs/mailgun/api-reference/mg-auth
mandrill-api-key md- base64url{22}; entropy 3.8; https://mailchimp.com/developer/transactional/guides/quick-start/
onesignal-api-key os_v2_app_,os_v2_org_ lower{100,106}; https://documentation.onesignal.com/docs/keys-and-ids
resend-api-key re_ base62{8} _ base62{22,28}; https://resend.com/docs/api-reference/introduction
sendgrid-api-key SG. padded{50,72}; https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
slack-app-token xapp- digits{1} - upper{9,13} - digits{9,15} - lower{32,80}; as SLACK_TOKEN; https://docs.slack.dev/authentication/tokens
slack-config-token xoxe.xoxp-,xoxe.xoxb-,xoxe- digits{1} - base62{100,240}; as SLACK_TOKEN; https://docs.slack.dev/authentication/tokens
slack-cookie-token xoxd- base64{40,260}; as SLACK_TOKEN; https://docs.slack.dev/authentication/tokens
# Digits and dashes alone are the ids that stand before the secret part.
slack-token xoxb-,xoxp-,xoxs-,xoxo-,xoxc- digits{1,14} - base64url{14,180}; entropy 3.3; https://docs.slack.dev/authentication/tokens
slack-webhook https://, hooks.slack.com/ services/,workflows/,triggers/ base64{40,90}; anchor 1
  https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/
slack-workspace-token xoxa-,xoxr- base64url{12,180}; as SLACK_TOKEN; entropy 2.8; https://docs.slack.dev/authentication/tokens
teams-webhook https://, webhook.office.com/webhookb2/,outlook.office.com/webhook/ path{70,260}; anchor 1
  https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
telegram-bot-token digits{8,10} :AA base64url{32,33}; https://core.telegram.org/bots/features#creating-a-new-bot
twilio-api-key SK hexAny{32}; https://www.twilio.com/docs/iam/api-keys
`);
