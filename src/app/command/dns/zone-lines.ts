/** Records as the lines of a zone file: RFC 1035 section 5.1. Names are absolute, with their final dot. */

import type { WantedRecord } from './records.ts';

/** Octets of one string of a TXT record (RFC 1035 section 3.3). */
const STRING_OCTETS = 255;
/** Most characters of a found record to show. */
const SHOWN = 200;

/** @param addresses of the host, if known. @returns lines without line ends */
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
