/**
 * `npx veilpost doctor`: examines everything that an installation depends on, and prints each fault with its remedy.
 */

import { execFile } from 'node:child_process';
import { connect as connectTcp } from 'node:net';
import { guardedFetch } from '#network/guarded-fetch.ts';
import { systemClock } from '#time/clock.ts';
import type { DkimKey } from '#mail/signing/published-key.ts';
import type { Config } from '../../config/config.ts';
import { createResolver } from '../../net/dns.ts';
import { Fault } from '../../config/fault.ts';
import type { Log } from '../../observe/log.ts';
import { lookUpBy } from '../../net/policies.ts';
import { ownAddresses } from '../../net/own-addresses.ts';
import { connectFrom } from '../../net/outgoing.ts';
import { keysOf } from '../dns/keys.ts';
import { flagsOf } from '../arguments.ts';
import { examineCertificate } from './certificate.ts';
import { examineDane } from './dane.ts';
import { examineDatabase } from './database.ts';
import { type Finding, findings, told } from './finding.ts';
import { examineClock, examineDisk } from './machine.ts';
import { examineInwards, examineOutwards } from './mail-port.ts';
import { examineNames } from './names.ts';
import { examineOwnPolicy } from './own-policy.ts';
import { examineRelay } from './relay.ts';
import { examineReverseNames } from './reverse-names.ts';
import { examineListening, examineSite } from './service.ts';
import type { Installation } from './surroundings.ts';
import { examineFilter, examineLists } from './unwanted-mail.ts';

export const DOCTOR_USAGE = `Usage: npx veilpost doctor

Looks at the service and at its screen, the records in the DNS, the reverse names, port 25 in both
directions, the certificate, the relay, the spam filter and lists, the database, the disk and the clock. Each line says ok, warning or wrong, and the remedy
stands below. Nothing is changed, except that the first key for DKIM is made.

Exit codes: 0 nothing is wrong, 1 something is wrong, 64 the command line is wrong, 78 the settings
cannot be used
`;

export type DoctorOptions = {
  /** Read only where it is needed. @throws Fault where the settings are wrong */
  config: () => Config;
  print: (text: string) => void;
  log: Log;
  /** A test's replacement of the machine. */
  around?: Partial<
    Pick<Installation, 'fetch' | 'mailPort' | 'ownAddresses' | 'clockIsKept' | 'clock'>
  >;
};

/**
 * @param args behind `doctor`
 * @throws Fault for a wrong command line, and where something is wrong
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
      fetch: guardedFetch({ isForbidden: () => false, lookup: lookUpBy(resolver.resolve) }),
      log: options.log,
      ...options.around,
    };
    const found = await examineAll(around);
    for (const finding of found) options.print(told(finding));
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
  // Mail for the try-out mailbox needs neither names nor a way out.
  if (around.config.nextHop.kind === 'mailbox') return [...database, ...here.flat()];
  const { key, found: keys } = await keyOf(around, usable);
  const outside = await Promise.all([
    examineListening(around),
    examineSite(around),
    examineDane(around),
    examineNames(around, key),
    examineOwnPolicy(around),
    examineReverseNames(around),
    examineOutwards(around),
    examineInwards(around),
    examineRelay(around),
  ]);
  const certificate = examineCertificate(around);
  return [...database, ...keys, ...outside.flat(), ...certificate, ...here.flat()];
}

/** The key whose record is looked for. */
async function keyOf(
  { config, resolve, clock, log }: Installation,
  usable: boolean,
): Promise<{ key: DkimKey | undefined; found: Finding[] }> {
  const { ok, warning, wrong } = findings('key for DKIM');
  if (!config.trust.checks) return { key: undefined, found: [ok('none: MAIL_CHECKS is off')] };
  if (!usable && config.trust.dkimKeyPath === undefined) {
    const mend = 'Mend the database, and look again.';
    return { key: undefined, found: [warning('not looked for', mend)] };
  }
  try {
    const keys = await keysOf({ config, resolve, makeNext: false, now: clock.date, log });
    const key = keys.at(-1);
    return { key, found: key === undefined ? [] : [ok(`selector ${key.selector}`)] };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { key: undefined, found: [wrong(error.message, 'See docs/operations.md, Keys.')] };
  }
}

/** As systemd knows it. */
async function clockIsKept(): Promise<boolean | undefined> {
  const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
  const args = ['show', '--property=NTPSynchronized', '--value'];
  execFile('timedatectl', args, { timeout: 5000 }, (error, out) => {
    const said = { yes: true, no: false }[out.trim()];
    resolve(error ? undefined : said);
  });
  return promise;
}
