/** Compares the records of docs/self-hosting.md with those in the DNS. */

import type { DkimKey } from '#mail/signing/published-key.ts';
import { inboundTlsRecords } from '../dns/inbound-tls.ts';
import { findRecord, searchOf } from '../dns/find-record.ts';
import { type WantedRecord, wantedRecords } from '../dns/records.ts';
import { shown, zoneLines } from '../dns/zone-lines.ts';
import { type Finding, findings } from './finding.ts';
import type { Installation } from './surroundings.ts';

/** @param key undefined: unknown, or nothing is signed */
export async function examineNames(
  { config, resolve, log }: Installation,
  key: DkimKey | undefined,
): Promise<Finding[]> {
  const search = searchOf(config, resolve);
  const forTls = await inboundTlsRecords(config, resolve, log);
  const [current] = forTls.filter(({ kind }) => kind === 'TLSA');
  return Promise.all(
    // The record of a key that is no longer in use may be removed.
    [
      ...wantedRecords(config, key),
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
