/** The DNS records that an installation needs, as docs/self-hosting.md explains them. */

import { isIP } from 'node:net';
import type { DkimKey } from '#mail/signing/published-key.ts';
import { keyRecord } from '#mail/trust/signature/public-key.ts';
import type { Config } from '../../config/config.ts';

/** Names are in A-labels, without their final dot; the first label may be `*`. */
export type WantedRecord =
  | { kind: 'MX'; name: string; exchange: string }
  | { kind: 'SPF'; name: string; text: string }
  | { kind: 'DKIM'; name: string; text: string; key: DkimKey; domain: string }
  | { kind: 'DMARC'; name: string; text: string }
  | { kind: 'MTA-STS'; name: string; text: string; id: string }
  | { kind: 'TLS-RPT'; name: string; text: string }
  /** `digest`: SHA-256 of one of our keys, in hexadecimal digits. */
  | { kind: 'TLSA'; name: string; digest: string }
  /** A or AAAA, at least one of them. */
  | { kind: 'address'; name: string };

/** The part of the configuration that the records depend on. */
export type DnsSettings = Pick<Config, 'names' | 'mailHost' | 'bounceDomain' | 'publicUrl'>;

/** @param key the one that signs, or will sign next */
export function wantedRecords(config: DnsSettings, key: DkimKey | undefined): WantedRecord[] {
  const { mailHost, bounceDomain } = config;
  const fromHost = `v=spf1 a:${mailHost} -all`;
  const mx = (name: string) => ({ kind: 'MX', name, exchange: mailHost }) as const;
  const spf = (name: string, text = fromHost) => ({ kind: 'SPF', name, text }) as const;
  const wanted = config.names.domains.flatMap((domain): WantedRecord[] => [
    mx(domain),
    spf(domain),
    ...(key === undefined ? [] : [dkimRecord(key, domain)]),
    { kind: 'DMARC', name: `_dmarc.${domain}`, text: 'v=DMARC1; p=reject' },
  ]);
  for (const name of [bounceDomain, `*.${bounceDomain}`]) wanted.push(mx(name), spf(name));
  wanted.push({ kind: 'address', name: mailHost }, spf(mailHost, 'v=spf1 a -all'));
  const site = siteHost(config.publicUrl);
  if (site !== undefined) wanted.push({ kind: 'address', name: site });
  // One name may have several roles.
  const isNew = ({ kind, name }: WantedRecord, i: number) =>
    wanted.findIndex((other) => other.kind === kind && other.name === name) === i;
  return wanted.filter(isNew);
}

export function dkimRecord(key: DkimKey, domain: string): WantedRecord & { kind: 'DKIM' } {
  const name = `${key.selector}._domainkey.${domain}`;
  return { kind: 'DKIM', name, text: keyRecord(key.public), key, domain };
}

/** @returns undefined if the address has no name */
function siteHost(publicUrl: string | undefined): string | undefined {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  return host.includes('.') && isIP(host) === 0 ? host : undefined;
}
