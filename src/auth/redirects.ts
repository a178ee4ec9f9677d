/** A sign-in's redirect targets: an open redirect here would hand sessions to strangers (RFC 9700 section 4.11). */

/** Longer than any real address of an application. */
const LONGEST = 2048;

export class Redirects {
  readonly #origins: ReadonlySet<string>;

  /**
   * @param site origin of the site, PUBLIC_URL
   * @param others further origins, exact (AUTH_REDIRECTS)
   */
  constructor(site: string, others: readonly string[]) {
    this.#origins = new Set([site, ...others].map((origin) => new URL(origin).origin));
  }

  /** @returns the requested address as a browser reads it; null if it is not allowed: then the site is used */
  allowed(wanted: string | undefined): string | null {
    if (wanted === undefined || wanted.length > LONGEST) return null;
    // A URL parser removes or replaces characters that browsers and servers may read differently.
    if (/[\p{Cc}\p{Zs}\\]/u.test(wanted) || !wanted.isWellFormed()) return null;
    const url = URL.parse(wanted);
    // blob: and filesystem: have the origin of the address inside them.
    if (url === null || !/^https?:$/.test(url.protocol)) return null;
    if (url.username !== '' || url.password !== '') return null;
    return this.#origins.has(url.origin) ? url.href : null;
  }
}

/** The address with more parameters in its query, which replace those of the same name. */
export function withQuery(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The address with parameters in the fragment, which no server and no log receives. */
export function withFragment(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}
