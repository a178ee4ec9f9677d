/** A validating unbound with zones of its own, each signed below a trust anchor of its own, or unsigned. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type After, peerFolder } from '../folder.ts';
import { Daemon, run, runWell } from '../program.ts';

export type PeerZone = {
  /** Without a final dot. */
  name: string;
  /** Lines of a zone file; SOA and NS are added. */
  records: string;
  isSigned: boolean;
  /** Changes the zone after it is signed. */
  changed?: (zone: string) => string;
};

/** Listens on 127.0.0.1. */
export async function startUnbound(
  after: After,
  port: number,
  zones: readonly PeerZone[],
): Promise<void> {
  const folder = peerFolder(after);
  const anchors: string[] = [];
  for (const { name, records, isSigned, changed } of zones) {
    const file = join(folder, name);
    writeFileSync(
      file,
      `$TTL 300
${name}. IN SOA ns.${name}. root.${name}. 1 3600 600 86400 300
${name}. IN NS ns.${name}.
ns.${name}. IN A 192.0.2.53
${records}`,
    );
    if (!isSigned) continue;
    const make = `cd ${folder} && ldns-keygen -a ECDSAP256SHA256 -k ${name}`;
    const key = join(
      folder,
      (await run('sh', ['-c', make])).output.trim().split('\n').at(-1) ?? '',
    );
    await runWell('ldns-signzone', ['-f', file, file, key]);
    anchors.push(readFileSync(`${key}.ds`, 'utf8').trim().replaceAll('\t', ' '));
    if (changed) writeFileSync(file, changed(readFileSync(file, 'utf8')));
  }
  const config = join(folder, 'unbound.conf');
  const unsigned = zones.filter(({ isSigned }) => !isSigned);
  writeFileSync(
    config,
    `server:
  interface: 127.0.0.1
  port: ${port}
  do-daemonize: no
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
  local-zone: "test." nodefault
${unsigned.map(({ name }) => `  domain-insecure: "${name}"\n`).join('')}
${anchors.map((anchor) => `  trust-anchor: "${anchor}"`).join('\n')}
remote-control:
  control-enable: no
${zones
  .map(
    ({ name }) => `auth-zone:
  name: "${name}"
  zonefile: "${join(folder, name)}"
  for-upstream: yes
  for-downstream: no
`,
  )
  .join('')}`,
  );
  const unbound = Daemon.start('unbound', ['-d', '-c', config]);
  after(() => unbound.end());
  await unbound.ready(() => unbound.output().includes('start of service'));
}
