import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start, type Running } from "../processes.ts";
import { freePort } from "../../../test/support/listen.ts";

/** Debian puts it where only the administrator looks. */
const PLACES = ["nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx"];
/** Connections to the provider that are kept open. */
const KEPT = 64;

/** How to call nginx and what version it is; `null`: not installed. */
export function findNginx(): { readonly command: string; readonly version: string } | null {
  for (const command of PLACES) {
    const { status, stderr } = spawnSync(command, ["-v"], { encoding: "utf8" });
    if (status === 0) return { command, version: /nginx\/\S+/.exec(stderr)?.[0]?.replace("/", " ") ?? "nginx" };
  }
  return null;
}

/** One worker that passes everything on as it comes, without buffering, on connections that stay open. */
const configuration = (folder: string, port: number, upstreamPort: number): string => `
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 2048; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((what) => `${what}_temp_path ${folder}/${what};`).join("\n  ")}
  client_max_body_size 64m;
  client_body_buffer_size 1m;
  upstream provider { server 127.0.0.1:${upstreamPort}; keepalive ${KEPT}; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location / {
      proxy_pass http://provider;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
    }
  }
}
`;

export async function startNginx(command: string, upstreamPort: number): Promise<Running> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "sallyport-nginx-"));
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, port, upstreamPort));
  const running = await start(["-c", file, "-p", folder, "-e", join(folder, "error.log")], { port, command });
  const stop = async (): Promise<number | null> => {
    const code = await running.stop();
    rmSync(folder, { recursive: true });
    return code;
  };
  return { ...running, stop };
}
