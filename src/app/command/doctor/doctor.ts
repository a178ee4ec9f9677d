/** `npx veilpost doctor`: examines everything that an installation depends on, and prints each fault with its fix. */

import { execFile } from 'node:child_process';
import { connect as connectTcp } from 'node:net';
import { guarded } from '#network/guarded-way.ts';
import { systemClock } from '#time/clock.ts';
import { createResolver } from '../../net/dns.ts';
import { Fault } from '../../config/fault.ts';
import { lookUpBy } from '../../net/policies.ts';
import { ownAddresses } from '../../surroundings.ts';
import { connectFrom } from '../../net/outgoing.ts';
import { keysOf, seenKeys, signingOf } from '../dns/keys.ts';
import { flagsOf } from '../arguments.ts';
import type { CommandOptions } from '../with-store.ts';
import { examineCertificate, examineDane, examineOwnPolicy } from './tls.ts';
import { examineDatabase } from './database.ts';
import { type Finding, findingLines, findings, type Installation } from './examination.ts';
import { examineClock, examineDisk, examineListening, examineSite } from './machine.ts';
import { examineInwards, examineOutwards, examineRelay } from './mail-port.ts';
import { examineNames, examineReverseNames, type LookedUpKeys } from './names.ts';
import { examineFilter, examineLists } from './unwanted-mail.ts';

export const DOCTOR_USAGE = `Usage: npx veilpost doctor

Checks the service and its screen, the DNS records, the reverse names, port 25 in both directions,
the certificate, the relay, the spam filter and lists, the database, the disk and the clock. Each
line says ok, warning or wrong, and the line below it says what to do. It changes nothing, except
that it makes the first DKIM key.

Exit codes: 0 nothing is wrong, 1 something is wrong, 64 wrong command line, 78 unusable settings
`;

export type DoctorOptions = Pick<CommandOptions, 'config' | 'print' | 'log'> & {
  /** A test's replacement for the machine. */
  around?: Partial<
    Pick<Installation, 'fetch' | 'mailPort' | 'ownAddresses' | 'clockIsKept' | 'clock'>
  >;
};

/**
 * @param args after `doctor`
 * @throws Fault for a wrong command line, and if something is wrong
 */
export async function doctor(args: readonly string[], options: DoctorOptions): Promise<void> {
  const flags = flagsOf('doctor', DOCTOR_USAGE, args, []);
  if (flags.has('help')) return options.print(DOCTOR_USAGE);
  const config = options.config();
  const resolver = createResolver(config.dnsServers);
  try {
    const around: Installation = {
      config,
      resolve: resolver.resolve,
      connect: connectFrom(config.outgoingAddresses, connectTcp),
      clock: systemClock,
      mailPort: 25,
      ownAddresses: ownAddresses(),
      clockIsKept,
      fetch: guarded({ isForbidden: () => false, lookup: lookUpBy(resolver.resolve) }),
      log: options.log,
      ...options.around,
    };
    const found = await examineAll(around);
    for (const finding of found) options.print(findingLines(finding));
    const wrong = found.filter(({ level }) => level === 'wrong').length;
    if (wrong > 0) throw new Fault(`${wrong} of ${found.length} findings are wrong.`, 1);
  } finally {
    resolver.close();
  }
}

async function examineAll(around: Installation): Promise<Finding[]> {
  const { found: database, usable } = await examineDatabase(around);
  const here = await Promise.all([
    examineDisk(around),
    examineClock(around),
    examineFilter(around),
    examineLists(around),
  ]);
  // Mail for the try-out mailbox needs neither DNS names nor an outgoing connection.
  if (around.config.nextHop.kind === 'mailbox') return [...database, ...here.flat()];
  const { keys, found } = await keysIn(around, usable);
  const outside = await Promise.all([
    examineListening(around),
    examineSite(around),
    examineDane(around),
    examineNames(around, keys),
    examineOwnPolicy(around),
    examineReverseNames(around),
    examineOutwards(around),
    examineInwards(around),
    examineRelay(around),
  ]);
  return [database, found, outside.flat(), examineCertificate(around), here.flat()].flat();
}

/** The keys whose records are looked up. */
async function keysIn(
  { config, resolve, clock, log }: Installation,
  usable: boolean,
): Promise<{ keys: LookedUpKeys; found: Finding[] }> {
  const { ok, warning, wrong } = findings('DKIM key');
  const without = (finding: Finding) => ({ keys: {}, found: [finding] });
  if (!config.trust.checks) return without(ok('none: MAIL_CHECKS is off'));
  if (!usable && config.trust.dkimKeyPath === undefined) {
    const fix = 'Fix the database, then run the doctor again.';
    return without(warning('not checked', fix));
  }
  try {
    const keys = await keysOf({ config, resolve, makeNext: false, now: clock.date, log });
    const [latest, signing] = [keys.at(-1), signingOf(await seenKeys(keys, config, resolve))];
    const names = keys.map(({ selector }) => selector).join(', ');
    return { keys: { latest, signing }, found: [ok(`selector ${names}`)] };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return without(wrong(error.message, 'See Keys in docs/operations.md.'));
  }
}

/** According to systemd. */
async function clockIsKept(): Promise<boolean | undefined> {
  const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
  const args = ['show', '--property=NTPSynchronized', '--value'];
  execFile('timedatectl', args, { timeout: 5000 }, (error, out) => {
    const said = { yes: true, no: false }[out.trim()];
    resolve(error ? undefined : said);
  });
  return promise;
}
