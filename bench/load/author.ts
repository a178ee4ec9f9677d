/** The author of a load with checks: the DNS records of its domains and ours, and the signature on its mail. */

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DnsServer } from '#support/dns-server.ts';
import { type After, tempFolder } from '#support/temp-folder.ts';

/**
 * The engine's treatment of the load. `none`: no checks. `keep`: the author has signed the mail, and we seal it by ARC.
 * `cold`: the same, and each message is of another domain, unknown to the engine. `rewrite`: SPF alone proves the author,
 * and the message gets the alias as From and our DKIM signature. The policy of its domain is reject.
 */
export const CHECKS = ['none', 'keep', 'cold', 'rewrite'] as const;
export type LoadChecks = (typeof CHECKS)[number];

/** The domain of all mail except `cold`. */
export const DOMAIN = 'origin.test';
const OUR_DOMAIN = 'alias.test';

/** The additional octets of a From with an alias, and of the field that keeps the author. */
export const REWRITTEN_OCTETS =
  'From: Load\r\n "(load at origin.test)"\r\n <alias-00000@alias.test>\r\n'.length +
  'X-Original-From: Load <load@origin.test>\r\n'.length -
  'From: Load <load@origin.test>\r\n'.length;

type Zone = Record<string, { TXT: string[] }>;

export class LoadAuthor {
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  /** The DNS records. */
  readonly zone: Zone;
  /** The environment of an engine with checks. */
  readonly environment: Record<string, string>;

  private constructor(zone: Zone, dnsPort: number, key: string) {
    this.zone = zone;
    this.environment = {
      MAIL_CHECKS: 'on',
      // Otherwise each message is rewritten, because To names one alias for all and other recipients get reply addresses.
      REPLIES: 'off',
      DNS_SERVERS: `127.0.0.1:${dnsPort}`,
      DKIM_KEY: key,
    };
    this.publish(DOMAIN);
  }

  static async start(after: After): Promise<LoadAuthor> {
    const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const zone = {
      [`veilpost._domainkey.${OUR_DOMAIN}`]: { TXT: [keyRecord(own.publicKey)] },
      [`_dmarc.${OUR_DOMAIN}`]: { TXT: [POLICY] },
    };
    const key = join(tempFolder(after), 'key.pem');
    const pem = own.privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(key, pem, { mode: 0o600 });
    const dns = await DnsServer.start(zone);
    after(() => dns.close());
    return new LoadAuthor(zone, dns.port, key);
  }

  /** Publishes the records that prove mail of this domain. */
  publish(domain: string): void {
    this.zone[domain] = { TXT: ['v=spf1 ip4:127.0.0.1 -all'] };
    this.zone[`_dmarc.${domain}`] = { TXT: [POLICY] };
    this.zone[`load._domainkey.${domain}`] = { TXT: [keyRecord(this.#keys.publicKey)] };
  }

  /**
   * A DKIM-Signature of constant length, over the fields without numbers.
   * @param fields lines in their relaxed form (RFC 6376 section 3.4.2)
   * @param bh the result of `bodyHash`
   */
  signature(domain: string, fields: readonly string[], bh: string): string {
    const names = fields.map((field) => field.slice(0, field.indexOf(':'))).join(':');
    const value = `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=load; h=${names}; bh=${bh}; b=`;
    const covered = [...fields, `dkim-signature:${value}`].join('\r\n');
    const b = sign('sha256', Buffer.from(covered), this.#keys.privateKey).toString('base64');
    return `DKIM-Signature: ${value}${b}\r\n`;
  }
}

const POLICY = 'v=DMARC1; p=reject';

const keyRecord = (key: KeyObject) =>
  `v=DKIM1; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`;

/** The value of bh=. @param body without blanks at the end of lines */
export function bodyHash(body: Buffer): string {
  // RFC 6376 section 3.4.4: empty lines at the end do not count.
  let end = body.length;
  while (body.toString('latin1', Math.max(0, end - 4), end) === '\r\n\r\n') end -= 2;
  return createHash('sha256').update(body.subarray(0, end)).digest('base64');
}
