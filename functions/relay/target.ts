/** Where deliveries go. */
export interface Target {
  url: URL;
  /** `whsec_` and base64, the newest first; none for deliveries without a signature. */
  secrets: readonly string[];
  /** Plain http and private addresses, for a receiver on the developer's own machine. */
  allowPrivate: boolean;
}
