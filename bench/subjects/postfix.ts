import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#support/loopback.ts';
import type { After } from '#support/temp-folder.ts';
import { treeCpuMs } from '../measure/processes.ts';
import type { Setting, Subject } from './subject.ts';

const POSTFIX = '/usr/sbin/postfix';

/** The reason why Postfix cannot be measured here; undefined if it can. */
export function whyNoPostfix(): string | undefined {
  if (!existsSync(POSTFIX)) return 'Postfix is not installed';
  return process.getuid?.() === 0 ? undefined : 'Postfix wants to be started by root';
}

export function postfixVersion(): string {
  return execFileSync('/usr/sbin/postconf', ['-h', '-d', 'mail_version']).toString().trim();
}

/** An instance of its own in the folder; the system's Postfix, if any, is not touched. */
export async function startPostfix(setting: Setting, after: After): Promise<Subject> {
  const port = await freePort();
  const configuration = writeInstance(setting, port);
  const postfix = (command: string) =>
    execFileSync(POSTFIX, ['-c', configuration, command], { stdio: 'ignore' });
  postfix('start');
  after(() => void postfix('stop'));
  const pidFile = join(setting.folder, 'spool/pid/master.pid');
  const pid = Number(readFileSync(pidFile, 'latin1'));
  return {
    name: 'postfix',
    port,
    cpuMs: () => treeCpuMs(pid),
    pids: [pid],
    warmUpMs: 1_000,
  };
}

/** @returns the folder of the configuration */
function writeInstance({ folder, nextHop, tls, aliases }: Setting, port: number): string {
  // Its processes are not root, and need access.
  chmodSync(folder, 0o755);
  for (const name of ['spool', 'data', 'etc']) mkdirSync(join(folder, name));
  execFileSync('/bin/chown', ['postfix', join(folder, 'data')]);
  writeFileSync(join(folder, 'aliases'), aliases.map((pair) => `${pair.join(' ')}\n`).join(''));
  writeFileSync(join(folder, 'certificate.pem'), tls ? tls.key + tls.cert : '', { mode: 0o600 });
  const values: Record<string, string> = {
    FOLDER: folder,
    NEXT_HOP: String(nextHop),
    PORT: String(port),
    TLS: tls ? 'may' : 'none',
  };
  const etc = join(folder, 'etc');
  for (const name of ['main.cf', 'master.cf']) {
    const template = readFileSync(new URL(`../postfix/${name}`, import.meta.url), 'utf8');
    const filled = template.replace(/@([A-Z_]+)@/g, (_, key: string) => values[key] ?? '');
    writeFileSync(join(etc, name), filled);
  }
  return etc;
}
