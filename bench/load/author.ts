/** The author of a load that is judged: what the DNS says of its domain and of ours, and the signature on its mail. */

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DnsServer } from '#support/dns-server.ts';

/**
 * The engine's treatment of the load. `none`: mail is not judged. `keep`: its author has signed it, and it is sealed by ARC. `rewrite`: SPF alone
 * proves its author, and it goes on under the alias with our DKIM signature. The policy of its domain is reject.
 */
export const CHECKS = ['none', 'keep', 'rewrite'] as const;
export type Checks = (typeof CHECKS)[number];

const DOMAIN = 'origin.test';

/** Octets that From has more once it names an alias, with the field that keeps the author. */
export const REWRITTEN_OCTETS =
  'From: Load\r\n "(load at origin.test)"\r\n <alias-0000@alias.test>\r\n'.length +
  'X-Original-From: Load <load@origin.test>\r\n'.length -
  'From: Load <load@origin.test>\r\n'.length;

export class Author {
  readonly #key: KeyObject;
  readonly #dns: DnsServer;
  /** What the DNS has. */
  readonly zone: Record<string, { TXT: string[] }>;
  readonly #folder: string;

  private constructor(
    key: KeyObject,
    zone: Record<string, { TXT: string[] }>,
    dns: DnsServer,
    folder: string,
  ) {
    this.#key = key;
    this.zone = zone;
    this.#dns = dns;
    this.#folder = folder;
  }

  static async start(): Promise<Author> {
    const author = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const record = (key: KeyObject) =>
      `v=DKIM1; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`;
    const zone = {
      [DOMAIN]: { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
      [`_dmarc.${DOMAIN}`]: { TXT: ['v=DMARC1; p=reject'] },
      [`load._domainkey.${DOMAIN}`]: { TXT: [record(author.publicKey)] },
      'veilpost._domainkey.alias.test': { TXT: [record(own.publicKey)] },
    };
    const dns = await DnsServer.start(zone);
    const folder = mkdtempSync(join(tmpdir(), 'veilpost-bench-key-'));
    const pem = own.privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(folder, 'key.pem'), pem, { mode: 0o600 });
    return new Author(author.privateKey, zone, dns, folder);
  }

  /** Of the engine that judges. */
  get environment(): Record<string, string> {
    return {
      MAIL_CHECKS: 'on',
      // Reply addresses in private mode would make each mail one that is rewritten.
      REPLIES: 'off',
      DNS_SERVERS: `127.0.0.1:${this.#dns.port}`,
      DKIM_KEY: join(this.#folder, 'key.pem'),
    };
  }

  /**
   * A DKIM-Signature of always the same length, over the fields that no number is in.
   * @param fields lines in their relaxed form (RFC 6376 section 3.4.2)
   * @param body without blanks at the end of lines
   */
  signature(fields: readonly string[], body: Buffer): string {
    const names = fields.map((field) => field.slice(0, field.indexOf(':'))).join(':');
    // RFC 6376 section 3.4.4: empty lines at the end are no part of it.
    let end = body.length;
    while (body.toString('latin1', Math.max(0, end - 4), end) === '\r\n\r\n') end -= 2;
    const bh = createHash('sha256').update(body.subarray(0, end)).digest('base64');
    const value = `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${DOMAIN}; s=load; h=${names}; bh=${bh}; b=`;
    const covered = [...fields, `dkim-signature:${value}`].join('\r\n');
    const b = sign('sha256', Buffer.from(covered), this.#key).toString('base64');
    return `DKIM-Signature: ${value}${b}\r\n`;
  }

  close(): void {
    this.#dns.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
