/** Our own key record: RFC 6376 section 3.6.1. */

import type { KeyObject } from 'node:crypto';

/** @param key public, RSA @returns the text of the TXT record, which may be longer than one of its strings */
export function keyRecord(key: KeyObject): string {
  const p = key.export({ type: 'spki', format: 'der' }).toString('base64');
  return `v=DKIM1; k=rsa; p=${p}`;
}
