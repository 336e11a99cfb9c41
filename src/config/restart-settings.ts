import type { Config } from "./config-model.ts";

/** Settings that are read at the start only, where they differ: no one shall believe that they were applied. */
export function restartSettings(started: Config, config: Config): readonly string[] {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ["server.host", started.server.host, config.server.host],
    ["server.port", started.server.port, config.server.port],
    ["server.admin_port", started.server.adminPort, config.server.adminPort],
    ["server.admin_host", started.server.adminHost, config.server.adminHost],
    ["server.workers", started.server.workers, config.server.workers],
    ["store.url", JSON.stringify(started.store.target), JSON.stringify(config.store.target)],
    ["store.retention_days", started.store.retentionDays, config.store.retentionDays],
  ];
  return pairs.filter(([, before, after]) => before !== after).map(([name]) => name);
}

/** The configuration with what waits for a restart as it was at the start: for a process that joins those that run. */
export function pinned(started: Config, config: Config): Config {
  const { host, port, adminPort, adminHost, workers } = started.server;
  const { target, retentionDays } = started.store;
  return {
    ...config,
    server: { ...config.server, host, port, adminPort, adminHost, workers },
    store: { ...config.store, target, retentionDays },
  };
}
