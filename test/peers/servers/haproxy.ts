/** Debian's HAProxy with deploy/haproxy.cfg with nodes of the test. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#support/loopback.ts';
import { type After, peerFolder } from '../folder.ts';
import { Daemon } from '../program.ts';
import { deployed } from './deployed.ts';

/** The ports of a node; of the balancer, for its clients. */
export type Ports = { smtp: number; http: number };

/**
 * Starts it with the unchanged file except for addresses, the number of nodes and the certificate.
 * @param certificate PEM file with certificate and key; absent: the screen is served by http
 */
export async function startHaproxy(
  after: After,
  nodes: readonly Ports[],
  certificate?: string,
): Promise<Ports> {
  const ports = { smtp: await freePort(), http: await freePort() };
  const servers = (port: (node: Ports) => number) =>
    nodes.map((node, i) => `    server node${i} 127.0.0.1:${port(node)}\n`).join('');
  const text = deployed('haproxy.cfg', [
    ['maxconn 20000', 'maxconn 500'],
    [':::25 v4v6', `127.0.0.1:${ports.smtp}`],
    certificate === undefined
      ? [/:::443 v4v6 ssl \S+ \S+ alpn \S+/, `127.0.0.1:${ports.http}`]
      : [/:::443 v4v6 ssl crt \S+/, `127.0.0.1:${ports.http} ssl crt ${certificate}`],
    [/(?: {4}server \w+ [\d.]+:25\n)+/, servers(({ smtp }) => smtp)],
    [/(?: {4}server \w+ [\d.]+:3000\n)+/, servers(({ http }) => http)],
  ]);
  const file = join(peerFolder(after), 'haproxy.cfg');
  writeFileSync(file, text);
  await Daemon.at(ports.smtp, after, '/usr/sbin/haproxy', ['-db', '-f', file]);
  return ports;
}
