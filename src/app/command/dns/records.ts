/** The DNS records that an installation needs, as docs/self-hosting.md explains them, and their lines of a zone file. */

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

/** Octets of one string of a TXT record (RFC 1035 section 3.3). */
const STRING_OCTETS = 255;
/** Most characters of a found record to show. */
const SHOWN = 200;

/**
 * A record as lines of a zone file (RFC 1035 section 5.1). Names are absolute, with their final dot.
 * @param addresses of the host, if known
 * @returns lines without line ends
 */
export function zoneLines(record: WantedRecord, addresses: readonly string[]): string[] {
  const owner = `${record.name}.`;
  if (record.kind === 'MX') return [`${owner} IN MX 10 ${record.exchange}.`];
  if (record.kind === 'TLSA') return [`${owner} IN TLSA 3 1 1 ${record.digest}`];
  if (record.kind !== 'address') return [`${owner} IN TXT ${strings(record.text)}`];
  if (addresses.length === 0) return [`; ${owner} IN A (and AAAA): the public address of the host`];
  return addresses.map((one) => `${owner} IN ${one.includes(':') ? 'AAAA' : 'A'} ${one}`);
}

/** Character strings in quotes, as many as the text needs. */
export function strings(text: string): string {
  const parts = text.match(new RegExp(`[^]{1,${STRING_OCTETS}}`, 'g')) ?? [''];
  return parts.map((part) => `"${part.replaceAll(/["\\]/g, '\\$&')}"`).join(' ');
}

/** A text that a stranger may have written, on one line and shortened. */
export function shown(data: string): string {
  const plain = data.replaceAll(/[^\x20-\x7e]/g, '?');
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN)}...` : plain;
}
