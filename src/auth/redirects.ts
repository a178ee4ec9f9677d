/** The addresses to which a sign-in may lead: an open redirect here would hand sessions to strangers (RFC 9700 section 4.11). */

/** Longer than any address that an application of ours has. */
const LONGEST = 2048;

export class Redirects {
  readonly #origins: ReadonlySet<string>;

  /**
   * @param site origin of the site, PUBLIC_URL
   * @param others origins besides it, exact (AUTH_REDIRECTS)
   */
  constructor(site: string, others: readonly string[]) {
    this.#origins = new Set([site, ...others].map((origin) => new URL(origin).origin));
  }

  /** @returns the wanted address as a browser reads it; null where it is not allowed: the site is taken then */
  allowed(wanted: string | undefined): string | null {
    if (wanted === undefined || wanted.length > LONGEST) return null;
    // A URL parser leaves out or turns round what browsers and servers may read otherwise.
    if (/[\p{Cc}\p{Zs}\\]/u.test(wanted) || !wanted.isWellFormed()) return null;
    const url = URL.parse(wanted);
    // blob: and filesystem: have the origin of what is inside them.
    if (url === null || !/^https?:$/.test(url.protocol)) return null;
    if (url.username !== '' || url.password !== '') return null;
    return this.#origins.has(url.origin) ? url.href : null;
  }
}

/** The address with more parameters in its query; those of the same name that were there give way. */
export function withQuery(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The address with a fragment of parameters, which no server and no log sees. */
export function withFragment(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}
