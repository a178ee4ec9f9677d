/** A DNS with the records of a zone file. */

import type { DnsServer } from './dns-server.ts';

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
    } else {
      const kind = type === 'A' ? 'A' : 'AAAA';
      (node[kind] ??= []).push(data);
    }
  }
}
