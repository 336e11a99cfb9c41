import { createHmac } from "node:crypto";
import type { Alert, AlertKind, AlertSettings, AlertVerdict } from "../core/alert-model.ts";

/** What is posted. */
export interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How severe an outcome is, in the scales of OCSF (1 to 6) and CEF (0 to 10). */
const SEVERITY: Readonly<Record<AlertVerdict, { readonly ocsf: number; readonly cef: number }>> = {
  flagged: { ocsf: 2, cef: 3 },
  unread: { ocsf: 3, cef: 5 },
  unavailable: { ocsf: 3, cef: 6 },
  blocked: { ocsf: 4, cef: 8 },
};

/** Product and vendor, as receivers are given them. */
const PRODUCT = "sallyport";

/** @param version of this service */
export function messageOf(alert: Alert, settings: AlertSettings, version: string): Message {
  const body = BODIES[settings.kind](alert, version);
  const isText = settings.kind === "cef";
  const headers: Record<string, string> = {
    "content-type": isText ? "text/plain; charset=utf-8" : "application/json",
    "user-agent": PRODUCT,
  };
  if (settings.authorization !== null) headers["authorization"] = settings.authorization;
  return { body, headers: { ...headers, ...signature(body, alert, settings.secret) } };
}

/** @see https://www.standardwebhooks.com, "Signature scheme": HMAC-SHA256 of id, time in seconds and body */
function signature(
  body: string,
  { requestId, epochMs }: Alert,
  secret: string | null,
): Readonly<Record<string, string>> {
  const id = `msg_${requestId}`;
  const seconds = String(Math.floor(epochMs / 1000));
  const names = { "webhook-id": id, "webhook-timestamp": seconds };
  if (secret === null) return names;
  const digest = createHmac("sha256", keyOf(secret)).update(`${id}.${seconds}.${body}`).digest("base64");
  return { ...names, "webhook-signature": `v1,${digest}` };
}

/** A secret of the scheme is `whsec_` and base64; any other is taken as it is. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : Buffer.from(secret);

const BODIES: Readonly<Record<AlertKind, (alert: Alert, version: string) => string>> = {
  webhook: (alert) =>
    JSON.stringify({
      type: `request.${alert.verdict}`,
      timestamp: timeOf(alert),
      data: {
        request_id: alert.requestId,
        verdict: alert.verdict,
        policies: alert.policies,
        asset_id: alert.asset,
        organization: alert.organization,
        key_id: alert.keyId,
        route: alert.route,
        repeated: alert.repeated,
      },
    }),
  slack: (alert) => JSON.stringify({ text: slackText(alert) }),
  ocsf: (alert, version) => JSON.stringify(ocsfFinding(alert, version)),
  cef: cefLine,
};

const timeOf = ({ epochMs }: Alert): string => new Date(epochMs).toISOString();

const titleOf = ({ verdict, policies }: Alert): string =>
  policies.length === 0 ? `Request ${verdict}` : `Request ${verdict} by ${policies.join(", ")}`;

function slackText(alert: Alert): string {
  const { asset, keyId, requestId, repeated } = alert;
  const parts = [
    `*${slackEscape(titleOf(alert))}*`,
    asset === null ? "" : `asset \`${slackEscape(asset)}\``,
    keyId === null ? "" : `key \`${slackEscape(keyId)}\``,
    `request \`${requestId}\``,
    repeated === 0 ? "" : `and ${repeated} more like it before`,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** @see https://docs.slack.dev/messaging/formatting-message-text#escaping */
const slackEscape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("`", "'");

/** A Detection Finding. @see https://schema.ocsf.io/1.4.0/classes/detection_finding */
function ocsfFinding(alert: Alert, version: string): object {
  const { verdict, policies, requestId, asset, keyId, organization, route, repeated, epochMs } = alert;
  const isDenied = verdict === "blocked" || verdict === "unavailable";
  return {
    category_uid: 2,
    class_uid: 2004,
    activity_id: 1,
    type_uid: 200_401,
    time: epochMs,
    severity_id: SEVERITY[verdict].ocsf,
    // 1: new. Nothing here follows a finding up.
    status_id: 1,
    action_id: isDenied ? 2 : 1,
    disposition_id: isDenied ? 2 : 1,
    message: titleOf(alert),
    count: repeated + 1,
    metadata: {
      version: "1.4.0",
      product: { name: PRODUCT, version, vendor_name: PRODUCT },
      uid: requestId,
      correlation_uid: requestId,
    },
    finding_info: { uid: requestId, title: titleOf(alert), types: policies, created_time: epochMs },
    resources: asset === null ? [] : [{ uid: asset, type: "asset" }],
    ...(organization === null ? {} : { cloud: { org: { uid: organization } } }),
    unmapped: { key_id: keyId, route },
  };
}

/** @see ArcSight Common Event Format 26: the header's fields escape `|` and `\`, the extension's `=`, `\` and line ends */
function cefLine(alert: Alert, version: string): string {
  const { verdict, policies, requestId, asset, keyId, organization, route, repeated, epochMs } = alert;
  const header = [PRODUCT, PRODUCT, version, verdict, titleOf(alert), String(SEVERITY[verdict].cef)];
  const fields: readonly (readonly [string, string | null])[] = [
    ["rt", String(epochMs)],
    ["act", verdict],
    ["externalId", requestId],
    ["cnt", String(repeated + 1)],
    ["suser", keyId],
    ["request", route],
    ["cs1Label", "policies"],
    ["cs1", policies.join(",")],
    ["cs2Label", asset === null ? null : "asset"],
    ["cs2", asset],
    ["cs3Label", organization === null ? null : "organization"],
    ["cs3", organization],
  ];
  const extension = fields.flatMap(([name, value]) => (value === null ? [] : [`${name}=${cefValue(value)}`]));
  return `CEF:0|${header.map(cefHeader).join("|")}|${extension.join(" ")}`;
}

const cefHeader = (text: string): string => text.replaceAll(/[\\|]/g, String.raw`\$&`).replaceAll(/[\r\n]+/g, " ");
const cefValue = (text: string): string => text.replaceAll(/[\\=]/g, String.raw`\$&`).replaceAll(/[\r\n]+/g, " ");
