import { z } from "zod";

/** A path of the file system; the file is read again when it changes. */
export const fileName = (): z.ZodString => z.string().min(1).max(4096);

export const tlsSchema = z.strictObject({
  cert: fileName().describe("File with the certificate and the chain that leads to its issuer, PEM."),
  key: fileName().describe("File with the certificate's private key, PEM, without a passphrase."),
  ca: fileName().optional().describe("File with the issuers of clients' certificates, PEM; for `client_auth`."),
  client_auth: z
    .enum(["none", "optional", "required"])
    .default("none")
    .describe(
      "Certificates of clients: not asked for, checked where a client presents one, or required. A certificate is checked in addition to the service key, and its subject stands in the log.",
    ),
  min_version: z.enum(["TLSv1.2", "TLSv1.3"]).default("TLSv1.2").describe("Oldest version that clients may speak."),
});

export type TlsWire = z.output<typeof tlsSchema>;
