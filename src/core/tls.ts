/** How a listener speaks TLS. */
export interface TlsSettings {
  /** Chain, PEM: the server's own certificate first. */
  readonly cert: string;
  /** PEM. Never log it. */
  readonly key: string;
  /** Who may issue certificates of clients, PEM; `null`: no one. */
  readonly ca: string | null;
  /** Whether clients are asked for a certificate. One that is presented must be valid, also where none is required. */
  readonly clientAuth: "none" | "optional" | "required";
  readonly minVersion: "TLSv1.2" | "TLSv1.3";
}
