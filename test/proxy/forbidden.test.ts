import assert from "node:assert/strict";
import { test } from "node:test";
import { isForeignPage } from "../../src/proxy/forbidden.ts";

const ALLOWED: ReadonlySet<string> = new Set(["https://app.example.com", "vscode-webview://panel"]);
const isForeign = (headers: Record<string, string>): boolean => isForeignPage({ headers }, ALLOWED);

test("a page is foreign unless its origin is allowed, or is this service's own under a name that nobody can take", () => {
  const foreign: readonly Record<string, string>[] = [
    { origin: "https://evil.test", host: "127.0.0.1:8080" },
    { origin: "https://evil.test", host: "evil.test" },
    { origin: "http://evil.test:8080", host: "evil.test:8080" },
    { origin: "http://app.example.com", host: "127.0.0.1:8080" },
    { origin: "https://app.example.com.evil.test", host: "127.0.0.1:8080" },
    { origin: "http://localhost:3000", host: "localhost:8080" },
    { origin: "http://127.0.0.1.evil.test", host: "127.0.0.1.evil.test" },
    { origin: "null", host: "127.0.0.1:8080" },
    { origin: "", host: "127.0.0.1:8080" },
    { origin: "https://app.example.com, https://evil.test", host: "127.0.0.1:8080" },
    { "user-agent": "Mozilla/5.0 (X11)", host: "evil.test:8080" },
    { "user-agent": "Mozilla/5.0 (X11)", host: "127.0.0.1.evil.test" },
    { "user-agent": "Mozilla/5.0 (X11)", host: "" },
    { "sec-fetch-site": "cross-site", host: "127.0.0.1:8080" },
    { "sec-fetch-site": "Same-Site", host: "localhost:8080" },
  ];
  for (const headers of foreign) assert.ok(isForeign(headers), JSON.stringify(headers));
  const own: readonly Record<string, string>[] = [
    { host: "127.0.0.1:8080" },
    { host: "gate.internal", "sec-fetch-mode": "cors" },
    { host: "gate.internal", "user-agent": "OpenAI/Python 1.0" },
    { host: "app.example.com", "user-agent": "Mozilla/5.0 (X11)" },
    { host: "localhost:8080", "user-agent": "Mozilla/5.0 (X11)" },
    { host: "gate.internal", "user-agent": "Mozilla/5.0 (X11)", "sec-fetch-site": "none" },
    { host: "gate.internal", "user-agent": "Mozilla/5.0 (Electron)", upgrade: "websocket" },
    { origin: "HTTPS://App.Example.com", host: "gate.internal" },
    { origin: "vscode-webview://panel", host: "127.0.0.1:8080" },
    { origin: "http://127.0.0.1:8080", host: "127.0.0.1:8080" },
    { origin: "http://localhost:8080", host: "LOCALHOST:8080" },
    { origin: "https://[::1]:8080", host: "[::1]:8080" },
    { "sec-fetch-site": "same-origin", host: "127.0.0.1:8080" },
    { "sec-fetch-site": "none", host: "127.0.0.1:8080" },
  ];
  for (const headers of own) assert.ok(!isForeign(headers), JSON.stringify(headers));
});
