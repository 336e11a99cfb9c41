import type { SpanDetector } from "../../detector.ts";
import { ALPHABET, run } from "../../token-rule.ts";
import { labelledDetector, type LabelledRule } from "../labelled-rule.ts";

const { base62, base64, base64url, digits, hex, hexAny, lower, path } = ALPHABET;
const UUID = [run(hexAny, 8), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 4), "-", run(hexAny, 12)];

/** Formats without a mark of their own: the provider's or the field's name stands before them. Sorted by id. */
export const LABELLED_RULES: readonly LabelledRule[] = [
  {
    id: "aws-secret-key",
    placeholder: "AWS_SECRET_KEY",
    labels: ["aws", "secret_access_key", "secretaccesskey", "secret_key", "akia", "asia"],
    shape: [run(base64, 40)],
    entropyMin: 4.05,
    source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html",
  },
  {
    id: "azure-storage-key",
    labels: ["accountkey=", "account_key", "storage_key"],
    shape: [run(base64, 86), "=="],
    source: "https://learn.microsoft.com/en-us/azure/storage/common/storage-account-keys-manage",
  },
  {
    id: "azure-shared-access-key",
    labels: ["sharedaccesskey="],
    shape: [run(base64, 43), "="],
    source: "https://learn.microsoft.com/en-us/azure/service-bus-messaging/service-bus-sas",
  },
  {
    id: "bluesky-app-password",
    labels: ["bluesky", "bsky"],
    shape: [run(lower, 4), "-", run(lower, 4), "-", run(lower, 4), "-", run(lower, 4)],
    entropyMin: 3,
    source: "https://bsky.social/about/blog/5-19-2023-user-faq",
  },
  {
    id: "asana-access-token",
    labels: ["asana"],
    shape: [["1/", "0/"], run(digits, 10, 20), ":", run(hex, 32)],
    source: "https://developers.asana.com/docs/personal-access-token",
  },
  {
    id: "codeclimate-reporter-id",
    labels: ["cc_test_reporter_id"],
    shape: [run(hex, 64)],
    source: "https://docs.codeclimate.com/docs/configuring-test-coverage",
  },
  {
    id: "cloudflare-api-token",
    labels: ["cloudflare"],
    shape: [run(base64url, 40)],
    entropyMin: 4.05,
    source: "https://developers.cloudflare.com/fundamentals/api/get-started/create-token/",
  },
  {
    id: "datadog-api-key",
    labels: ["datadog", "dd_api_key", "dd-api-key", "dd_app_key"],
    shape: [run(hex, 32, 40)],
    source: "https://docs.datadoghq.com/account_management/api-app-keys/",
  },
  {
    id: "discord-bot-token",
    labels: ["discord", "bot_", "bot-", "bot ", "bottoken"],
    shape: [run(base62, 23, 28), ".", run(base64url, 6), ".", run(base64url, 27, 38)],
    source: "https://docs.discord.com/developers/reference#authentication",
  },
  {
    id: "heroku-uuid-key",
    placeholder: "HEROKU_API_KEY",
    labels: ["heroku"],
    shape: UUID,
    source: "https://devcenter.heroku.com/articles/platform-api-quickstart",
  },
  {
    id: "mailgun-private-key",
    placeholder: "MAILGUN_API_KEY",
    labels: ["mailgun"],
    shape: [run(hex, 32), "-", run(hex, 8), "-", run(hex, 8)],
    source: "https://documentation.mailgun.com/docs/mailgun/api-reference/mg-auth",
  },
  {
    id: "jenkins-api-token",
    labels: ["jenkins"],
    shape: ["11", run(hex, 32)],
    source: "https://www.jenkins.io/doc/book/using/using-credentials/",
  },
  {
    id: "codefresh-api-key",
    labels: ["codefresh", "ghost"],
    shape: [run(hex, 24), [".", ":"], run(hex, 32, 64)],
    source: "https://codefresh.io/docs/docs/integrations/codefresh-api/",
  },
  {
    id: "pushbullet-access-token",
    labels: ["pushbullet"],
    shape: ["o.", run(base62, 32)],
    source: "https://docs.pushbullet.com/#authentication",
  },
  {
    id: "fal-api-key",
    labels: ["fal_key", "fal-key", "fal.ai", "falkey"],
    shape: [...UUID, ":", run(hex, 32)],
    source: "https://docs.fal.ai/authentication/key-based/",
  },
  {
    id: "unleash-api-token",
    labels: ["unleash"],
    shape: [run(path, 1, 40), ":", run(base62, 1, 40), ".", run(hex, 56, 64)],
    source: "https://docs.getunleash.io/reference/api-tokens-and-client-keys",
  },
  {
    id: "okta-api-token",
    labels: ["okta", "ssws"],
    shape: ["00", run(base64url, 40)],
    source: "https://developer.okta.com/docs/guides/create-an-api-token/main/",
  },
  {
    // Half of a branch's password; the other half has a prefix of its own.
    id: "planetscale-user",
    labels: ["pscale_user", "planetscale_user", "pscale_id", "planetscale_id"],
    shape: [run(lower, 12)],
    hasDigit: true,
    entropyMin: 2.5,
    source: "https://planetscale.com/docs/concepts/connection-strings",
  },
  {
    id: "sidekiq-credentials",
    labels: ["contribsys"],
    shape: [run(hex, 8), ":", run(hex, 8)],
    entropyMin: 1.5,
    source: "https://github.com/sidekiq/sidekiq/wiki/Commercial-FAQ",
  },
  {
    id: "snyk-api-token",
    labels: ["snyk"],
    shape: UUID,
    source: "https://docs.snyk.io/snyk-api/authentication-for-api",
  },
  {
    id: "telegram-labelled-token",
    placeholder: "TELEGRAM_BOT_TOKEN",
    labels: ["telegram", "telegr"],
    shape: [run(digits, 5, 16), ":A", run(base64url, 34)],
    source: "https://core.telegram.org/bots/features#creating-a-new-bot",
  },
  {
    id: "twilio-auth-token",
    labels: ["twilio"],
    shape: [run(lower, 32)],
    source: "https://www.twilio.com/docs/iam/api/authtoken",
  },
  {
    id: "vault-unseal-key",
    labels: ["unseal"],
    shape: [run(base64, 43, 44), ["=", ""]],
    entropyMin: 4.05,
    source: "https://developer.hashicorp.com/vault/docs/concepts/seal",
  },
  {
    id: "vault-legacy-token",
    placeholder: "VAULT_TOKEN",
    labels: ["vault"],
    shape: ["s.", run(base62, 24)],
    source: "https://developer.hashicorp.com/vault/docs/concepts/tokens",
  },
];

export const LABELLED_TOKENS: readonly SpanDetector[] = LABELLED_RULES.map(labelledDetector);
