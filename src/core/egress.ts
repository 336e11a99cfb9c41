/** A forward proxy on the way out. */
export interface ProxyAddress {
  readonly isTls: boolean;
  readonly host: string;
  readonly port: number;
  /** Value of `Proxy-Authorization`; `null`: none. Never log it. */
  readonly authorization: string | null;
}

/** How connections to a provider, a judge or a receiver of alerts are made, where it is not simply direct. */
export interface Egress {
  /** Equal for equal ways; reveals nothing. */
  readonly id: string;
  /** `null`: direct. */
  readonly proxy: ProxyAddress | null;
  /** Authorities that are trusted beside the system's own, PEM; `null`: no others. */
  readonly ca: string | null;
}
