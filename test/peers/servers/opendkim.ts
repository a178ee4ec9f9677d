/** OpenDKIM, which signs the mail of a server's own users. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#support/loopback.ts';
import type { After } from '../folder.ts';
import { Daemon } from '../program.ts';

export type Signing = {
  domain: string;
  selector: string;
  /** The private key. */
  pem: string;
  /** Names of fields, besides From, that no one may add after the signature. */
  alone?: readonly string[];
};

/** @returns its port, as a milter */
export async function startOpenDkim(
  after: After,
  { domain, selector, pem, alone = [] }: Signing,
): Promise<number> {
  // It reads no settings below a world-writable folder such as /tmp.
  const folder = mkdtempSync('/run/veilpost-opendkim-');
  after(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const [key, settings] = [join(folder, 'key.pem'), join(folder, 'opendkim.conf')];
  writeFileSync(key, pem, { mode: 0o600 });
  writeFileSync(
    settings,
    `
Mode s
Domain ${domain}
Selector ${selector}
KeyFile ${key}
Canonicalization relaxed/relaxed
OversignHeaders ${['From', ...alone].join(',')}
InternalHosts 127.0.0.1
Socket inet:${port}@127.0.0.1
PidFile ${folder}/pid
Syslog no
`,
  );
  await Daemon.at(port, after, 'opendkim', ['-f', '-x', settings]);
  return port;
}
