import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";

const { base62, base64, base64url } = ALPHABET;
const SOURCE = "https://github.com/microsoft/security-utilities";

const host = ALPHABET.base64url;

/**
 * Keys of Azure services that carry the service's signature near their end, so that scanners know them: random part,
 * signature, checksum. Sorted by id.
 */
export const AZURE_TOKENS: readonly TokenRule[] = [
  { id: "azure-apim-key", shape: [run(base64, 76), "APIM", run(base64, 6), "=="], anchor: 1, source: SOURCE },
  {
    id: "azure-app-configuration",
    // The whole connection string: each of its parts is of use only with the others.
    shape: [
      ["Endpoint=", ""],
      "https://",
      run(host, 1, 60),
      ".azconfig.io;Id=",
      run(base64url, 1, 16),
      ":",
      run(base64, 1, 40),
      ";Secret=",
      run(base64, 40, 100),
    ],
    anchor: 3,
    source: "https://learn.microsoft.com/en-us/azure/azure-app-configuration/howto-best-practices",
  },
  { id: "azure-batch-key", shape: [run(base64, 76), "+ABa", run(base64, 6), "=="], anchor: 1, source: SOURCE },
  { id: "azure-cosmos-key", shape: [run(base64, 76), "ACDb", run(base64, 6), "=="], anchor: 1, source: SOURCE },
  { id: "azure-devops-token", shape: [run(base62, 76), "AZDO", run(base62, 4)], anchor: 1, source: SOURCE },
  { id: "azure-event-hub-key", shape: [run(base64, 33), "+AEh", run(base64, 6), "="], anchor: 1, source: SOURCE },
  { id: "azure-function-key", shape: [run(base64url, 44), "AzFu", run(base64url, 6), "=="], anchor: 1, source: SOURCE },
  { id: "azure-iot-key", shape: [run(base64, 33), "AIoT", run(base64, 6), "="], anchor: 1, source: SOURCE },
  { id: "azure-redis-key", shape: [run(base62, 33), "AzCa", run(base62, 6), "="], anchor: 1, source: SOURCE },
  { id: "azure-registry-password", shape: [run(base64, 42), "+ACR", run(base64, 6)], anchor: 1, source: SOURCE },
  { id: "azure-relay-key", shape: [run(base64, 33), "+ARm", run(base64, 6), "="], anchor: 1, source: SOURCE },
  { id: "azure-search-key", shape: [run(base62, 42), "AzSe", run(base62, 6)], anchor: 1, source: SOURCE },
  { id: "azure-service-bus-key", shape: [run(base64, 33), "+ASb", run(base64, 6), "="], anchor: 1, source: SOURCE },
  {
    id: "azure-storage-account-key",
    shape: [run(base64, 76), "+ASt", run(base64, 6), "=="],
    anchor: 1,
    source: SOURCE,
  },
];
