/** What an operator says of an OpenID provider (AUTH_PROVIDERS). */

export type ProviderSettings = {
  /** How callers name it. */
  name: string;
  /** https; without a slash at its end where it has no path. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Domains in lower case whose addresses the provider proves, besides what is known of Google. */
  domains: readonly string[];
};
