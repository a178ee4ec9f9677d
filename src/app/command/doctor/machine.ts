/** The machine: room on the disk of the embedded database, and the clock. */

import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { sqlitePath } from '#store/sqlite/path.ts';
import { errorCode } from '../../config/fault.ts';
import { type Finding, findings } from './finding.ts';
import type { Installation } from './surroundings.ts';

const MEGABYTE = 1_000_000;
/** Less than this and a write may fail at any time; less than the other and a backup may not fit. */
const LEAST_MB = 100;
const FEW_MB = 1000;

/** Nothing where a server keeps the data. */
export async function examineDisk({ config }: Pick<Installation, 'config'>): Promise<Finding[]> {
  if (!config.databaseUrl.startsWith('sqlite:')) return [];
  const { ok, warning, wrong } = findings('disk');
  const folder = dirname(resolve(sqlitePath(config.databaseUrl)));
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / MEGABYTE);
    const text = `${free.toLocaleString('en')} MB are free in ${folder}`;
    if (free < LEAST_MB)
      return [wrong(text, 'Make room: without it no alias is made and no one can sign in.')];
    return [
      free < FEW_MB
        ? warning(text, 'Make room for backups and for the log of the database.')
        : ok(text),
    ];
  } catch (error) {
    return [wrong(`${folder} cannot be looked at (${errorCode(error)})`, 'See DATABASE_URL.')];
  }
}

/** RFC 6238 codes and links end by the clock, and so do certificates. */
export async function examineClock({
  clockIsKept,
}: Pick<Installation, 'clockIsKept'>): Promise<Finding[]> {
  const { ok, warning, wrong } = findings('time');
  const kept = await clockIsKept();
  if (kept === undefined) {
    return [
      warning(
        'the system does not say who keeps its clock',
        'See that a time server does (chrony, systemd-timesyncd).',
      ),
    ];
  }
  return kept
    ? [ok('a time server keeps the clock')]
    : [
        wrong(
          'no time server keeps the clock',
          'Run chrony or systemd-timesyncd: timedatectl set-ntp true',
        ),
      ];
}
