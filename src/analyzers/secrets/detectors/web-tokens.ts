import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";

const { base62, base64, base64url, digits, dotted, hex, hexAny, lower, padded, percent } = ALPHABET;
const UUID = [run(hexAny, 8), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 12)];

/** Social networks, media, work tools, and addresses that are secrets themselves. Sorted by id. */
export const WEB_TOKENS: readonly TokenRule[] = [
  {
    id: "alchemy-endpoint",
    shape: ["alchemy.com/v2/", run(base64url, 32)],
    source: "https://www.alchemy.com/docs/reference/api-overview",
  },
  {
    id: "dropbox-access-token",
    shape: ["sl.", run(padded, 130, 1400)],
    source: "https://developers.dropbox.com/oauth-guide",
  },
  {
    id: "dropbox-long-lived-token",
    placeholder: "DROPBOX_ACCESS_TOKEN",
    shape: [run(base62, 11), "AAAAAAAAAA", run(padded, 43)],
    anchor: 1,
    source: "https://developers.dropbox.com/oauth-guide",
  },
  {
    id: "facebook-app-token",
    placeholder: "FACEBOOK_ACCESS_TOKEN",
    shape: [run(digits, 15, 17), "|", run(base64url, 27)],
    anchor: 1,
    source: "https://developers.facebook.com/docs/facebook-login/guides/access-tokens/",
  },
  {
    id: "feishu-webhook",
    shape: [["open.feishu.cn/open-apis/bot/v2/hook/", "open.larksuite.com/open-apis/bot/v2/hook/"], ...UUID],
    source: "https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot",
  },
  {
    id: "frameio-token",
    shape: ["fio-u-", run(padded, 64)],
    source: "https://developer.frame.io/docs/getting-started/authentication",
  },
  {
    id: "gitlab-session-cookie",
    shape: ["gitlab_session=", run(hex, 32)],
    source: "https://docs.gitlab.com/security/tokens/",
  },
  {
    id: "imagekit-private-key",
    shape: ["private_", run(base64, 27), "="],
    source: "https://imagekit.io/docs/api-keys",
  },
  {
    id: "infura-endpoint",
    shape: ["infura.io/v3/", run(hex, 32)],
    source: "https://docs.metamask.io/services/get-started/endpoints/",
  },
  {
    id: "instagram-access-token",
    shape: [["IGQV", "IGQW", "IGAA"], run(base62, 100, 300)],
    source: "https://developers.facebook.com/docs/instagram-platform/",
  },
  {
    id: "intercom-access-token",
    shape: ["dG9rO", run(base64url, 54, 80), ["=", ""]],
    source: "https://developers.intercom.com/docs/build-an-integration/learn-more/authentication",
  },
  {
    id: "linkedin-client-secret",
    shape: [["WPL_AP0.", "WPL_AP1."], run(base62, 16), ".", run(base64, 6, 10), ["=", "=="]],
    source: "https://learn.microsoft.com/en-us/linkedin/shared/authentication/authentication",
  },
  {
    id: "make-webhook",
    shape: [["hook.eu1.make.com/", "hook.eu2.make.com/", "hook.us1.make.com/", "hook.us2.make.com/"], run(lower, 32)],
    source: "https://help.make.com/webhooks",
  },
  {
    id: "mapbox-token",
    shape: [["pk.eyJ", "tk.eyJ"], run(base64url, 40, 200), ".", run(base64url, 20, 24)],
    source: "https://docs.mapbox.com/accounts/guides/tokens/",
  },
  {
    id: "modrinth-token",
    shape: ["mrp_", run(base62, 60)],
    source: "https://docs.modrinth.com/api/",
  },
  { id: "ntfy-access-token", shape: ["tk_", run(lower, 29)], source: "https://docs.ntfy.sh/config/#access-tokens" },
  {
    id: "pinterest-access-token",
    shape: ["pina_", run(base64url, 60, 200)],
    source: "https://developers.pinterest.com/docs/getting-started/authentication-and-scopes/",
  },
  {
    id: "quicknode-endpoint",
    shape: ["quiknode.pro/", run(hex, 40)],
    source: "https://www.quicknode.com/docs/welcome",
  },
  {
    id: "rapidapi-key",
    shape: [run(lower, 10), "msh", run(lower, 15), "p1", run(lower, 6), "jsn", run(lower, 12)],
    anchor: 1,
    source: "https://docs.rapidapi.com/docs/keys-and-key-rotation",
  },
  {
    id: "roblox-session-cookie",
    shape: [
      "|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this-will-allow-someone-to-log-in-as-you-and-to-steal-your-ROBUX-and-items.|_",
      run(dotted, 100, 2000),
    ],
    source: "https://create.roblox.com/docs/cloud/auth/api-keys",
  },
  {
    id: "salesforce-access-token",
    shape: ["00D", run(base62, 12, 15), "!", run(dotted, 80, 160)],
    source: "https://help.salesforce.com/s/articleView?id=sf.remoteaccess_access_tokens.htm",
  },
  {
    id: "salesforce-refresh-token",
    shape: ["5Aep861", run(dotted, 60, 120)],
    source: "https://help.salesforce.com/s/articleView?id=sf.remoteaccess_access_tokens.htm",
  },
  {
    id: "slack-gov-webhook",
    placeholder: "SLACK_WEBHOOK",
    shape: [["https://", ""], "hooks.slack-gov.com/services/", run(base64, 43, 90)],
    anchor: 1,
    source: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/",
  },
  {
    id: "thunderstore-token",
    shape: ["tss_", run(base62, 36)],
    source: "https://thunderstore.io/api/docs/",
  },
  {
    id: "tiktok-access-token",
    shape: [["act.", "rft."], run(base62, 60, 120)],
    source: "https://developers.tiktok.com/doc/oauth-user-access-token-management",
  },
  {
    id: "twitter-bearer-token",
    shape: ["AAAAAAAAAAAAAAAAAAAAA", run(percent, 60, 140)],
    source: "https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/application-only",
  },
  {
    id: "wecom-webhook",
    shape: ["qyapi.weixin.qq.com/cgi-bin/webhook/send?key=", ...UUID],
    source: "https://developer.work.weixin.qq.com/document/path/91770",
  },
  {
    id: "zapier-webhook",
    shape: ["hooks.zapier.com/hooks/catch/", run(digits, 4, 10), "/", run(lower, 6, 10)],
    entropyMin: 2,
    source: "https://help.zapier.com/hc/en-us/articles/8496288690317",
  },
];
