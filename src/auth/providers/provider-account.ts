/** An account at an OpenID provider, from its claims (OpenID Connect Core 1.0 section 5.1). */

import { domainOf } from '#rules/address.ts';

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

export type ProviderAccount = {
  provider: string;
  /** Never reused for another account of this provider. */
  subject: string;
  /** Canonical; undefined: no deliverable address. */
  email: string | undefined;
  /** Whether the provider proves that the account's holder has the address. */
  proven: boolean;
  /** For `identity_data`. */
  claims: Record<string, unknown>;
};

/** Google proves addresses of its own mailboxes, and of the organizations that it hosts (claim `hd`). */
const GOOGLE = 'https://accounts.google.com';

const LONGEST_SUBJECT = 255;
const LONGEST_TEXT = 1024;

/**
 * @param readAddress gives the canonical spelling of a deliverable address; undefined for others and for our own
 * @returns undefined if the subject cannot be stored
 */
export function accountOf(
  settings: ProviderSettings,
  claims: Record<string, unknown>,
  readAddress: (text: string) => string | undefined,
): ProviderAccount | undefined {
  // OpenID Connect Core section 2: at most 255 ASCII characters.
  const { sub: subject } = claims;
  if (typeof subject !== 'string' || subject.length > LONGEST_SUBJECT) return undefined;
  if (!/^[\x20-\x7e]+$/.test(subject)) return undefined;
  const given = shortText(claims.email);
  const email = given === undefined ? undefined : readAddress(given);
  // Some providers send it as text.
  const verified = claims.email_verified === true || claims.email_verified === 'true';
  const proven = email !== undefined && verified && isAuthoritative(settings, claims, email);
  const name = shortText(claims.name);
  const picture = httpsAddress(claims.picture);
  return {
    provider: settings.name,
    subject,
    email,
    proven,
    claims: {
      iss: settings.issuer,
      sub: subject,
      provider_id: subject,
      ...(email !== undefined && { email }),
      email_verified: proven,
      phone_verified: false,
      ...(name !== undefined && { name, full_name: name }),
      ...(picture !== undefined && { picture, avatar_url: picture }),
    },
  };
}

/** The first `user_metadata` of a new user. */
export function metadataOf({ claims }: ProviderAccount): Record<string, unknown> {
  const { name, full_name, picture, avatar_url } = claims;
  const all = Object.entries({ name, full_name, picture, avatar_url });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/**
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token; otherwise the operator's domains count.
 */
function isAuthoritative(
  { issuer, domains }: ProviderSettings,
  { hd }: Record<string, unknown>,
  email: string,
): boolean {
  const domain = domainOf(email);
  if (domains.includes(domain)) return true;
  return issuer === GOOGLE && (domain === 'gmail.com' || (typeof hd === 'string' && hd !== ''));
}

function shortText(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_TEXT) return undefined;
  return value.isWellFormed() && !/\p{Cc}/u.test(value) ? value : undefined;
}

function httpsAddress(value: unknown): string | undefined {
  const url = URL.parse(shortText(value) ?? '');
  return url?.protocol === 'https:' ? url.href : undefined;
}
