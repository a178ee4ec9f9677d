/** The names of an installation in the DNS: the records of docs/self-hosting.md, and reverse names. */

import type { DkimKey } from '#mail/signing/published-key.ts';
import { parseIp, reverseName } from '#mail/trust/spf/networks.ts';
import { inboundTlsRecords } from '../dns/inbound-tls.ts';
import type { SeenKey } from '../dns/keys.ts';
import { findRecord, searchOf } from '../dns/find-record.ts';
import { shown, type WantedRecord, wantedRecords, zoneLines } from '../dns/records.ts';
import { addressesOf } from '../../net/addresses-of.ts';
import { type Finding, findings, type Installation } from './examination.ts';

/** Absent: unknown, or nothing is signed. */
export type LookedUpKeys = { latest?: DkimKey | undefined; signing?: SeenKey | undefined };

export async function examineNames(
  { config, resolve, log }: Installation,
  { latest, signing }: LookedUpKeys,
): Promise<Finding[]> {
  const search = searchOf(config, resolve);
  const forTls = await inboundTlsRecords(config, resolve, log);
  const [current] = forTls.filter(({ kind }) => kind === 'TLSA');
  return Promise.all(
    // The record of a key that is no longer in use may be removed.
    [
      ...wantedRecords(config, latest),
      ...forTls.filter((one) => one.kind !== 'TLSA' || one === current),
    ].map(async (record) => {
      const { state, found } = await findRecord(record, search);
      const { ok, warning, wrong } = findings(`${nameOf(record)} of ${record.name}`);
      if (state === 'ok') return ok(summary(record, found));
      if (state === 'no answer') {
        return wrong('DNS not responding', 'Try again, or set DNS_SERVERS to servers that answer.');
      }
      const text = state === 'missing' ? 'missing' : `different, found: ${shown(found.join(', '))}`;
      const fix = `Add it to the DNS: ${fixOf(record)}`;
      // Servers that enforce a record which matches none of our keys send nothing.
      if (record.kind === 'TLSA' && state === 'different') return wrong(text, fix);
      // The next key: mail is still signed by the earlier one.
      const at = record.kind === 'DKIM' ? config.names.domains.indexOf(record.domain) : -1;
      if (signing?.states[at] === 'published')
        return warning(`${text}, and ${signing.key.selector} signs until it is there`, fix);
      // Without a DMARC record mail is still delivered; receivers only trust it less.
      return record.kind === 'DMARC' || forTls.includes(record)
        ? warning(text, fix)
        : wrong(text, fix);
    }),
  );
}

const nameOf = ({ kind }: WantedRecord) => (kind === 'address' ? 'A or AAAA' : kind);

const summary = ({ kind }: WantedRecord, found: readonly string[]) =>
  kind === 'DKIM' ? 'the key is there' : shown(found.join(', '));

const fixOf = (record: WantedRecord) =>
  record.kind === 'DKIM'
    ? 'npx veilpost dns prints it.'
    : zoneLines(record, []).join(' ').replace(/^; /, '');

/**
 * Reverse names (PTR) of the addresses that mail leaves from: large providers reject mail from hosts without. Nothing if
 * a relay sends: then the relay's names count.
 */
export async function examineReverseNames(around: Installation): Promise<Finding[]> {
  const { config, resolve } = around;
  if (config.nextHop.kind !== 'mx') return [];
  const { outgoingAddresses: chosen } = config;
  const addresses = chosen.length > 0 ? chosen : await addressesOf(config.mailHost, resolve);
  return Promise.all(addresses.map((address) => examineAddress(address, around)));
}

async function examineAddress(
  address: string,
  { config, resolve }: Installation,
): Promise<Finding> {
  const { ok, warning, wrong } = findings(`PTR of ${address}`);
  const ip = parseIp(address);
  if (ip === undefined) return wrong('no address', 'Correct it in the DNS.');
  const answer = await resolve(reverseName(ip), 'PTR');
  if (answer.kind === 'trouble') {
    return warning('DNS not responding', 'Try again, or set DNS_SERVERS to servers that answer.');
  }
  const names = answer.kind === 'records' ? answer.records : [];
  if (names.includes(config.mailHost)) return ok(config.mailHost);
  const fix = `Have your provider set it to ${config.mailHost}`;
  if (names.length === 0) {
    const other = 'or set OUTGOING_ADDRESS to the IPv4 address, so that mail leaves only from that';
    return wrong('missing', ip.length === 4 ? `${fix}.` : `${fix}, ${other}.`);
  }
  // Most servers accept any name that resolves back (RFC 8601 section 2.7.3 calls it iprev).
  const back = await Promise.all(names.slice(0, 4).map((name) => addressesOf(name, resolve)));
  const leadsBack = back.flat().some((found) => found === address);
  const text = shown(names.join(', '));
  return leadsBack
    ? warning(
        `${text}, and not ${config.mailHost}`,
        `${fix}: some providers require the name in the greeting.`,
      )
    : wrong(`${text}, which does not resolve back to the address`, `${fix}.`);
}
