/** An operator's settings for an OpenID provider (AUTH_PROVIDERS). */

export type ProviderSettings = {
  /** Its name in calls. */
  name: string;
  /** https; without a slash at its end if it has no path. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Domains in lower case whose addresses the provider proves, in addition to Google's own rules. */
  domains: readonly string[];
};
