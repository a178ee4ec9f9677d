/**
 * Browsers in which an address was signed in, each recognized by a cookie: a MAC of the address and of the cookie's
 * expiry. It proves that its holder once read the mailbox; it does not sign anyone in.
 */

import { timingSafeEqual } from 'node:crypto';
import { canonicalAddress } from '#rules/address.ts';
import { namesOf, type RowLimiterOptions } from '#limits/row-limiter.ts';

/** A year, in milliseconds. */
export const KNOWN_MS = 365 * 86_400_000;

/** The time in milliseconds since 1970, and the MAC. */
const FORM = /^(\d{13})\.([0-9a-f]{32})$/;

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

export function createKnownBrowsers({ store, now, keys }: RowLimiterOptions) {
  return {
    /** The cookie of a browser in which the address has just been signed in. */
    cookieOf(address: string): string {
      const until = now() + KNOWN_MS;
      return `${until}.${macs(address, until)[0]}`;
    },
    /** Whether the cookie is for this address, and still valid. */
    async knows(cookie: string | undefined, address: string): Promise<boolean> {
      const [, time = '', mac = ''] = FORM.exec(cookie ?? '') ?? [];
      const until = Number(time);
      if (mac === '' || until <= now() || !isOurs(mac, address, until)) return false;
      const rows = await Promise.all(ended(address).map((name) => store.find(name)));
      return rows.every((row) => (row?.stoppedUntil ?? 0) < until);
    },
    /** Earlier cookies are no longer valid. */
    async forget(address: string): Promise<void> {
      const [name] = ended(address);
      // Until the last of them would have expired.
      await store.stop(name, now() + KNOWN_MS);
    },
  };

  function isOurs(mac: string, address: string, until: number): boolean {
    const given = Buffer.from(mac);
    return macs(address, until).some((own) => timingSafeEqual(Buffer.from(own), given));
  }

  function macs(address: string, until: number) {
    return namesOf(keys, 'browser', `${until} ${canonicalAddress(address)}`);
  }

  function ended(address: string) {
    return namesOf(keys, 'browsers-ended', canonicalAddress(address));
  }
}
