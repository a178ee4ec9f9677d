/** The machine: space on the disk of the embedded database, and the clock. */

import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { sqlitePath } from '#store/sqlite/address.ts';
import { errorCode } from '../../config/fault.ts';
import { type Finding, type Findings, findings, type Installation } from './examination.ts';

const MEGABYTE = 1_000_000;
/** Below the first a write may fail at any time; below the second a backup may not fit. */
const LEAST_MB = 100;
const FEW_MB = 1000;

/** Nothing if a server has the data. */
export async function examineDisk({ config }: Installation): Promise<Findings> {
  if (!config.databaseUrl.startsWith('sqlite:')) return [];
  const { ok, warning, wrong } = findings('disk');
  const folder = dirname(resolve(sqlitePath(config.databaseUrl)));
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / MEGABYTE);
    const text = `${free.toLocaleString('en')} MB free in ${folder}`;
    if (free < LEAST_MB) {
      const fix = 'Free some space: without it no alias can be created and no one can sign in.';
      return wrong(text, fix);
    }
    return free < FEW_MB
      ? warning(text, 'Free some space for backups and for the log of the database.')
      : ok(text);
  } catch (error) {
    return wrong(`cannot read ${folder} (${errorCode(error)})`, 'Check DATABASE_URL.');
  }
}

/** RFC 6238 codes, links and certificates expire by the clock. */
export async function examineClock({ clockIsKept }: Installation): Promise<Finding> {
  const { ok, warning, wrong } = findings('time');
  const kept = await clockIsKept();
  if (kept === undefined) {
    const fix = 'Make sure that it is (chrony, systemd-timesyncd).';
    return warning('cannot determine whether the clock is synchronized', fix);
  }
  const fix = 'Run chrony or systemd-timesyncd: timedatectl set-ntp true';
  return kept ? ok('synchronized (NTP)') : wrong('not synchronized (NTP)', fix);
}
