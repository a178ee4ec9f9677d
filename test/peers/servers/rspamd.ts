/** Debian's Rspamd with its stock rules, without the network: without DNS and public fuzzy storage. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#support/loopback.ts';
import { type After, peerFolder } from '../folder.ts';
import { Daemon, runWell } from '../program.ts';

const USER = '_rspamd';

/** @returns the port of its scanning worker */
export async function startRspamd(after: After): Promise<number> {
  const folder = peerFolder(after);
  const port = await freePort();
  const local = join(folder, 'local.d');
  mkdirSync(local);
  const settings = {
    // An address without a listener.
    'options.inc': `dns { nameserver = ["127.0.0.1:${await freePort()}"]; timeout = 0.05s; retransmits = 1; }
      disable_hyperscan = true; url_tld = "${folder}/suffixes";`,
    'worker-normal.inc': `bind_socket = "127.0.0.1:${port}"; count = 1;`,
    'worker-controller.inc': `bind_socket = "127.0.0.1:${await freePort()}"; count = 1;`,
    'worker-proxy.inc': 'enabled = false;',
    'fuzzy_check.conf': 'enabled = false;',
    'logging.inc': 'type = "console"; level = "warning";',
  };
  for (const [name, text] of Object.entries(settings)) writeFileSync(join(local, name), text);
  // To compile its 9,628 suffixes of domains takes half a minute.
  writeFileSync(join(folder, 'suffixes'), 'com\norg\ntest\n');
  await runWell('chown', ['-R', USER, folder]);
  const places = { DBDIR: folder, RUNDIR: folder, LOGDIR: folder, LOCAL_CONFDIR: folder };
  const args = ['--no-fork', `--user=${USER}`, `--group=${USER}`];
  const variables = Object.entries(places).map(([name, value]) => `--var=${name}=${value}`);
  args.push('--config=/etc/rspamd/rspamd.conf', ...variables);
  await Daemon.at(port, after, 'rspamd', args);
  return port;
}
