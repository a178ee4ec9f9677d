/** `npx veilpost dns`: every required record as a line of a zone file, and whether the DNS has it. */

import { createResolver } from '../../net/dns.ts';
import { EXIT_UNAVAILABLE, Fault } from '../../config/fault.ts';
import { flagsOf } from '../arguments.ts';
import type { CommandOptions } from '../with-store.ts';
import { keysOf, statesOf } from './keys.ts';
import { type RecordFinding, findRecord, searchOf } from './find-record.ts';
import { inboundTlsRecords } from './inbound-tls.ts';
import { dkimRecord, shown, type WantedRecord, wantedRecords, zoneLines } from './records.ts';

export const DNS_USAGE = `Usage: npx veilpost dns [--new-key]

Prints every record that this installation needs, as lines of a zone file. Above each it prints
whether the DNS has it: ok, missing, different (with what is there instead), or no answer.

  --new-key   makes the next DKIM key first. Add its record to the DNS: the new key signs within
              ten minutes after it appears there, and the old one signs until then

Records 'for TLS to us' let other servers verify that they reach us (MTA-STS, TLS-RPT, DANE). Mail
arrives without them, and they do not affect the exit code.

Exit codes: 0 all records are correct, 1 some are missing or different, 64 wrong command line,
69 the DNS does not respond, 78 unusable settings or database
`;

/**
 * @param args after `dns`
 * @throws Fault for a wrong command line, for wrong or missing records, and if the DNS does not respond
 */
export async function dns(args: readonly string[], options: CommandOptions): Promise<void> {
  const flags = flagsOf('dns', DNS_USAGE, args, ['new-key']);
  const { print, now, log } = options;
  if (flags.has('help')) return print(DNS_USAGE);
  const config = options.config();
  const resolver = createResolver(config.dnsServers);
  try {
    const { resolve } = resolver;
    const keys = await keysOf({ config, resolve, makeNext: flags.has('new-key'), now, log });
    const search = searchOf(config, resolve);
    const wanted = wantedRecords(config, keys.at(-1));
    const findings = await Promise.all(
      wanted.map(async (record) => ({ record, ...(await findRecord(record, search)) })),
    );
    print(`${findings.map(lines).join('\n')}\n`);
    const forTls = await inboundTlsRecords(config, resolve, log);
    for (const record of forTls) {
      const finding = await findRecord(record, search);
      print(`${lines({ record, ...finding }).replace(/^; /, '; for TLS to us, ')}\n`);
    }
    for (const key of keys.slice(0, -1)) {
      const states = await statesOf(key, config, resolve);
      const at = config.names.domains.filter((_, i) => states[i] === 'published');
      const isNext = findings.every(
        ({ record, state }) => record.kind !== 'DKIM' || state === 'ok',
      );
      print(at.map((domain) => earlier(dkimRecord(key, domain), isNext)).join(''));
    }
    if (search.relayed)
      print('; NEXT_HOP is a relay: the SPF records must allow its addresses too\n');
    conclude(findings);
  } finally {
    resolver.close();
  }
}

function lines({ record, state, found }: RecordFinding & { record: WantedRecord }): string {
  const instead = state === 'different' ? `, found: ${shown(found.join(', '))}` : '';
  const addresses = record.kind === 'address' ? found : [];
  return [`; ${state}${instead}`, ...zoneLines(record, addresses)].join('\n');
}

/** Of a key older than the latest. */
function earlier(record: WantedRecord, replaced: boolean): string {
  const [line = ''] = zoneLines(record, []);
  return replaced
    ? `; not needed from a week after the next key appeared in the DNS: ${record.name}. IN TXT\n`
    : `; ok, and signs until the DNS has the next key\n${line}\n`;
}

/** @throws Fault unless every record is present */
function conclude(findings: readonly RecordFinding[]): void {
  const count = (wanted: RecordFinding['state']) =>
    findings.filter(({ state }) => state === wanted).length;
  const silent = count('no answer');
  if (silent > 0) {
    throw new Fault(
      `DNS not responding for ${silent} of ${findings.length} records: try again, or check DNS_SERVERS.`,
      EXIT_UNAVAILABLE,
    );
  }
  const [missing, different] = [count('missing'), count('different')];
  if (missing + different === 0) return;
  throw new Fault(
    `Of ${findings.length} records, ${missing} are missing and ${different} are different in the DNS.`,
    1,
  );
}
