import { parseArgs } from "node:util";
import { Receiver } from "../alerts/delivery.ts";
import { messageOf } from "../alerts/formats.ts";
import type { Alert } from "../core/alert-model.ts";
import { loadedConfig, UsageError, type ConfiguredPorts } from "./command.ts";

export interface AlertsPorts extends ConfiguredPorts {
  readonly version: string;
  readonly epochMs: () => number;
}

/** What an example says; no request has this id. */
const EXAMPLE: Omit<Alert, "epochMs"> = {
  requestId: "00000000-0000-4000-8000-000000000000",
  verdict: "blocked",
  policies: ["prompt_injection_detection"],
  asset: "example",
  organization: "example",
  keyId: "example",
  route: "sallyport alerts test",
  repeated: 0,
};

/**
 * `sallyport alerts test NAME`: sends one example, once.
 * @returns the exit code: 0 the receiver has it, 1 it has not, 2 the configuration is not valid
 */
export async function runAlerts(args: string[], ports: AlertsPorts): Promise<0 | 1 | 2> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { config: { type: "string" } },
  });
  const [action, name, ...more] = positionals;
  if (action !== "test" || name === undefined || more.length > 0) throw new UsageError("it needs: alerts test NAME");
  const file = values.config ?? ports.configFile;
  const config = loadedConfig(file, ports);
  if (config === null) return 2;
  const settings = config.alerts.find((alert) => alert.name === name);
  if (settings === undefined) {
    const names = config.alerts.map((alert) => alert.name);
    ports.printError(
      `sallyport: there is no alert ${name}; ${file} has ${names.length === 0 ? "none" : names.join(", ")}\n`,
    );
    return 2;
  }
  const message = messageOf({ ...EXAMPLE, epochMs: ports.epochMs() }, settings, ports.version);
  const receiver = new Receiver(settings);
  const delivered = await receiver.deliver(message, AbortSignal.timeout(settings.timeoutMs));
  await receiver.close();
  if (delivered.kind === "sent") {
    ports.print(`sent to ${name} (${settings.kind})\n`);
    return 0;
  }
  ports.printError(`sallyport: ${name} did not take the example: ${delivered.reason}\n`);
  return 1;
}
