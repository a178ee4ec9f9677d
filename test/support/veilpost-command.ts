/** `npx veilpost` within this process, and a DNS with the records that it prints. */

import { run } from '#app/command/command.ts';
import { createLog } from '#app/observe/log.ts';
import { CHILD_ENVIRONMENT } from './service-process.ts';
import { dns } from '#app/command/dns/dns.ts';
import type { Config } from '#app/config/config.ts';
import { Fault } from '#app/config/fault.ts';
import type { DnsServer } from './dns-server.ts';

/** Runs `npx veilpost`; this process meanwhile has another folder and other settings. */
export async function veilpostHere(
  cwd: string,
  args: string[],
  environment: Record<string, string>,
) {
  const [before, settings] = [process.cwd(), process.env];
  let [out, err] = ['', ''];
  const complain = (text: string) => void (err += text);
  process.chdir(cwd);
  process.env = { ...CHILD_ENVIRONMENT, ...environment };
  try {
    const log = createLog({ write: complain }, false);
    const code = await run(args, { print: (text) => void (out += text), complain, log });
    return { code, out, err };
  } finally {
    process.env = settings;
    process.chdir(before);
  }
}

/** The command `dns`. @returns the exit code, what was printed, and the sentence of a failure */
export async function runDns(
  config: Config,
  args: readonly string[] = [],
  now: () => number = Date.now,
): Promise<{ code: number; out: string; error: string }> {
  let out = '';
  const print = (text: string) => void (out += text);
  const log = createLog({ write: () => {} }, false);
  try {
    await dns(args, { config: () => config, print, now, log });
    return { code: 0, out, error: '' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { code: error.exitCode, out, error: error.message };
  }
}

/** Reads lines in the output format of `npx veilpost dns`, and puts them into the DNS. Comments are left out. */
export function publish(server: Pick<DnsServer, 'names'>, lines: string): void {
  for (const line of lines.split('\n')) {
    if (line === '' || line.startsWith(';')) continue;
    const [, owner = '', type = '', data = ''] =
      /^(\S+)\. IN (MX|TXT|A|AAAA|TLSA) (.+)$/.exec(line) ?? [];
    if (owner === '') throw new Error(`no line of a zone file: ${line}`);
    const node = (server.names[owner] ??= {});
    if (type === 'MX') {
      const [, priority, exchange = ''] = /^(\d+) (\S+)\.$/.exec(data) ?? [];
      (node.MX ??= []).push([Number(priority), exchange]);
    } else if (type === 'TXT') {
      const strings = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
      if (strings.some(({ length }) => length > 255)) throw new Error('a string is too long');
      (node.TXT ??= []).push(strings);
    } else if (type === 'TLSA') {
      const [, digest = ''] = /^3 1 1 ([\da-f]{64})$/.exec(data) ?? [];
      (node.TLSA ??= []).push(`030101${digest}`);
    } else (node[type === 'A' ? 'A' : 'AAAA'] ??= []).push(data);
  }
}
