/** A DNS with the records of a zone file. */

import type { DnsServer } from './dns-server.ts';

/** Reads lines in the output format of `npx veilpost dns`, and puts them into the DNS. Comments are left out. */
export function publish(server: Pick<DnsServer, 'names'>, lines: string): void {
  for (const line of lines.split('\n')) {
    if (line === '' || line.startsWith(';')) continue;
    const [, owner = '', type = '', data = ''] =
      /^(\S+)\. IN (MX|TXT|A|AAAA) (.+)$/.exec(line) ?? [];
    if (owner === '') throw new Error(`no line of a zone file: ${line}`);
    const node = (server.names[owner] ??= {});
    if (type === 'MX') {
      const [, priority, exchange = ''] = /^(\d+) (\S+)\.$/.exec(data) ?? [];
      (node.MX ??= []).push([Number(priority), exchange]);
    } else if (type === 'TXT') {
      const strings = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
      if (strings.some(({ length }) => length > 255)) throw new Error('a string is too long');
      (node.TXT ??= []).push(strings);
    } else {
      const kind = type === 'A' ? 'A' : 'AAAA';
      (node[kind] ??= []).push(data);
    }
  }
}
