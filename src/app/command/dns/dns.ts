/** `npx veilpost dns`: every record that is needed as a line of a zone file, and whether the DNS has it. */

import { createResolver } from '../../net/dns.ts';
import type { Config } from '../../config/config.ts';
import { Fault } from '../../config/fault.ts';
import type { Log } from '../../observe/log.ts';
import { flagsOf } from '../arguments.ts';
import { EXIT_UNAVAILABLE } from '../exit-codes.ts';
import { keysOf, statesOf } from './keys.ts';
import { type RecordFinding, findRecord, searchOf } from './find-record.ts';
import { inboundTlsRecords } from './inbound-tls.ts';
import { dkimRecord, type WantedRecord, wantedRecords } from './records.ts';
import { shown, zoneLines } from './zone-lines.ts';

export const DNS_USAGE = `Usage: npx veilpost dns [--new-key]

Prints every record that this installation needs, as lines of a zone file, and above each whether
the DNS has it: ok, missing, different (with what is found instead), or no answer.

  --new-key   makes the next key for DKIM first. Put its record into the DNS: it signs as soon as
              it is seen there, within ten minutes of that, and until then the old one does

Records 'for TLS to us' let other servers prove that they reach us (MTA-STS, TLS-RPT, DANE). Mail
arrives without them, and the exit code does not count them.

Exit codes: 0 everything is there, 1 something is missing or different, 64 the command line is
wrong, 69 the DNS does not answer, 78 the settings or the database cannot be used
`;

export type DnsOptions = {
  /** Read only where it is needed. @throws Fault where the settings are wrong */
  config: () => Config;
  print: (text: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
};

/**
 * @param args behind `dns`
 * @throws Fault for a wrong command line, for records that are not as they should be, and where the DNS does not answer
 */
export async function dns(args: readonly string[], options: DnsOptions): Promise<void> {
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

/** Of a key before the youngest. */
function earlier(record: WantedRecord, replaced: boolean): string {
  const [line = ''] = zoneLines(record, []);
  return replaced
    ? `; no longer needed a week after the next key was seen: ${record.name}. IN TXT\n`
    : `; ok, and signs until the DNS has the next key\n${line}\n`;
}

/** @throws Fault unless everything is there */
function conclude(findings: readonly RecordFinding[]): void {
  const count = (wanted: RecordFinding['state']) =>
    findings.filter(({ state }) => state === wanted).length;
  const silent = count('no answer');
  if (silent > 0) {
    throw new Fault(
      `The DNS does not answer for ${silent} of ${findings.length} records: try again, or see DNS_SERVERS.`,
      EXIT_UNAVAILABLE,
    );
  }
  const [missing, different] = [count('missing'), count('different')];
  if (missing + different === 0) return;
  throw new Fault(
    `Of ${findings.length} records ${missing} are missing and ${different} different in the DNS.`,
    1,
  );
}
