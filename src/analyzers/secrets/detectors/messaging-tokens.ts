import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";

const { base62, base64url, digits, hex, hexAny, lower, padded, path, upper } = ALPHABET;
const SLACK_SOURCE = "https://docs.slack.dev/authentication/tokens";

/** Chat, mail and telephony, sorted by id. */
export const MESSAGING_TOKENS: readonly TokenRule[] = [
  {
    id: "brevo-api-key",
    shape: [["xkeysib-", "xsmtpsib-"], run(hex, 64), "-", run(base62, 16)],
    source: "https://developers.brevo.com/docs/getting-started",
  },
  {
    id: "discord-webhook",
    shape: [
      ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
      run(digits, 17, 20),
      "/",
      run(base64url, 60, 80),
    ],
    source: "https://docs.discord.com/developers/resources/webhook",
  },
  {
    id: "facebook-access-token",
    shape: ["EAA", run(base62, 90, 300)],
    source: "https://developers.facebook.com/docs/facebook-login/guides/access-tokens/",
  },
  {
    id: "mailchimp-api-key",
    shape: [run(hex, 32), "-us", run(digits, 1, 2)],
    source: "https://mailchimp.com/developer/marketing/guides/quick-start/",
  },
  {
    id: "mailersend-token",
    shape: ["mlsn.", run(lower, 40, 80)],
    source: "https://developers.mailersend.com/general.html#authentication",
  },
  {
    id: "mailgun-api-key",
    shape: [["key-", "pubkey-"], run(hex, 32)],
    source: "https://documentation.mailgun.com/docs/mailgun/api-reference/mg-auth",
  },
  {
    id: "mandrill-api-key",
    shape: ["md-", run(base64url, 22)],
    entropyMin: 3.8,
    source: "https://mailchimp.com/developer/transactional/guides/quick-start/",
  },
  {
    id: "onesignal-api-key",
    shape: [["os_v2_app_", "os_v2_org_"], run(ALPHABET.lower, 100, 106)],
    source: "https://documentation.onesignal.com/docs/keys-and-ids",
  },
  {
    id: "resend-api-key",
    shape: ["re_", run(base62, 8), "_", run(base62, 22, 28)],
    source: "https://resend.com/docs/api-reference/introduction",
  },
  {
    id: "sendgrid-api-key",
    shape: ["SG.", run(padded, 50, 72)],
    source: "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys",
  },
  {
    id: "slack-app-token",
    placeholder: "SLACK_TOKEN",
    shape: ["xapp-", run(digits, 1), "-", run(upper, 9, 13), "-", run(digits, 9, 15), "-", run(lower, 32, 80)],
    source: SLACK_SOURCE,
  },
  {
    id: "slack-config-token",
    placeholder: "SLACK_TOKEN",
    shape: [["xoxe.xoxp-", "xoxe.xoxb-", "xoxe-"], run(digits, 1), "-", run(base62, 100, 240)],
    source: SLACK_SOURCE,
  },
  {
    id: "slack-cookie-token",
    placeholder: "SLACK_TOKEN",
    shape: ["xoxd-", run(ALPHABET.base64, 40, 260)],
    source: SLACK_SOURCE,
  },
  {
    id: "slack-token",
    shape: [["xoxb-", "xoxp-", "xoxs-", "xoxo-", "xoxc-"], run(digits, 1, 14), "-", run(base64url, 14, 180)],
    // Digits and dashes alone are the ids that stand before the secret part.
    entropyMin: 3.3,
    source: SLACK_SOURCE,
  },
  {
    id: "slack-webhook",
    shape: [
      ["https://", ""],
      "hooks.slack.com/",
      ["services/", "workflows/", "triggers/"],
      run(ALPHABET.base64, 40, 90),
    ],
    anchor: 1,
    source: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/",
  },
  {
    id: "slack-workspace-token",
    placeholder: "SLACK_TOKEN",
    shape: [["xoxa-", "xoxr-"], run(base64url, 12, 180)],
    entropyMin: 2.8,
    source: SLACK_SOURCE,
  },
  {
    id: "teams-webhook",
    shape: [["https://", ""], ["webhook.office.com/webhookb2/", "outlook.office.com/webhook/"], run(path, 70, 260)],
    anchor: 1,
    source:
      "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook",
  },
  {
    id: "telegram-bot-token",
    shape: [run(digits, 8, 10), ":AA", run(base64url, 32, 33)],
    source: "https://core.telegram.org/bots/features#creating-a-new-bot",
  },
  { id: "twilio-api-key", shape: ["SK", run(hexAny, 32)], source: "https://www.twilio.com/docs/iam/api-keys" },
];
