/** This machine: whether the service listens, and visitors reach it at PUBLIC_URL; the disk of the database; the clock. */

import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { sqlitePath } from '#store/sqlite/address.ts';
import { errorCode } from '../../config/fault.ts';
import { inUrl, reachable } from '../../config/listen-address.ts';
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

/** Longest time for one answer, in milliseconds. */
const PATIENCE_MS = 10_000;
/** Most octets of an answer that are shown. */
const SHOWN_OCTETS = 200;

/** Each port by itself: a process may have lost one of them. */
export async function examineListening({ config }: Installation): Promise<Finding[]> {
  const { httpHost, httpPort, smtpHost, smtpPort } = config;
  return Promise.all([
    examinePort('SMTP_PORT', smtpHost, smtpPort),
    examinePort('HTTP_PORT', httpHost, httpPort),
  ]);
}

async function examinePort(name: string, host: string, port: number): Promise<Finding> {
  const { ok, wrong } = findings(name);
  const where = `${inUrl(host)}:${port}`;
  if (await listens(reachable(host), port)) return ok(`the service listens on ${where}`);
  const fix =
    'Start it (systemctl start veilpost); journalctl --unit veilpost shows why it stopped.';
  return wrong(`the service does not listen on ${where}`, fix);
}

/** From any address of this machine: OUTGOING_ADDRESS may have one family only. */
function listens(host: string, port: number): Promise<boolean> {
  const { promise, resolve: settle } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port, timeout: PATIENCE_MS });
  socket.once('connect', () => settle(true));
  for (const event of ['timeout', 'error']) socket.once(event, () => settle(false));
  return promise.finally(() => socket.destroy());
}

/** Requests /healthz as a visitor's browser would: by the name, the certificate and the web server. */
export async function examineSite({ config }: Installation): Promise<Finding> {
  const { ok, warning, wrong } = findings('PUBLIC_URL');
  if (config.publicUrl === undefined) {
    return warning('not set', 'Set it to the address of the screen: links in letters point there.');
  }
  const address = `${config.publicUrl}/healthz`;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(address, { redirect: 'manual', signal });
    if (response.status === 200) return ok(`${address} answers 200`);
    const reason = response.status === 503 ? `: ${await beginning(response)}` : '';
    const fix =
      response.status === 503
        ? 'See Troubleshooting in docs/operations.md.'
        : 'Another program listens there, or the web server does not proxy the request (deploy/nginx.conf).';
    return wrong(`${address} answers ${response.status}${reason}`, fix);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const reason = errorCode(cause) || (error instanceof Error && error.name) || 'no answer';
    const fix = 'Check the web server, its certificate, and the A and AAAA records of the name.';
    return wrong(`${address} is not reachable (${reason})`, fix);
  }
}

async function beginning(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  const octets = first?.value ?? new Uint8Array();
  const text = new TextDecoder().decode(octets.subarray(0, SHOWN_OCTETS));
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
