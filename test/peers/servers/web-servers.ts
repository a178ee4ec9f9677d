/** Debian's nginx and Caddy as a proxy of a node of the test, with TLS and HTTP/2. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#support/loopback.ts';
import { type After, peerFolder } from '../folder.ts';
import { Daemon } from '../program.ts';
import { deployed } from './deployed.ts';

const GUIDE = new URL('../../../docs/self-hosting.md', import.meta.url);

/**
 * nginx with deploy/nginx.conf, changed by its addresses and by what certbot adds.
 * @param node HTTP port of the node @param certificate PEM file with certificate and key
 * @returns its port
 */
export async function startNginx(after: After, node: number, certificate: string): Promise<number> {
  const port = await freePort();
  const folder = peerFolder(after);
  const site = deployed('nginx.conf', [
    [
      'listen 80;',
      `listen 127.0.0.1:${port} ssl http2; ssl_certificate ${certificate}; ssl_certificate_key ${certificate};`,
    ],
    ['listen [::]:80;', ''],
    [/server_name .*;/, 'server_name localhost;'],
    ['127.0.0.1:3000', `127.0.0.1:${node}`],
  ]);
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    file,
    `user root;
daemon off;
pid ${folder}/pid;
error_log stderr;
events {}
http {
${temporary.join('\n')}
${site}
}
`,
  );
  await Daemon.at(port, after, '/usr/sbin/nginx', ['-e', 'stderr', '-c', file]);
  return port;
}

/** Caddy with the lines of the guide. Parameters and result as those of `startNginx`. */
export async function startCaddy(after: After, node: number, certificate: string): Promise<number> {
  const port = await freePort();
  const folder = peerFolder(after);
  const lines = /```caddyfile\n(.+)\n(.+)\n```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const [, , proxy = ''] = lines;
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    `{
  admin off
  auto_https disable_redirects
}
https://localhost:${port} {
  bind 127.0.0.1
  tls ${certificate} ${certificate}
  ${proxy.replace('127.0.0.1:3000', `127.0.0.1:${node}`)}
}
`,
  );
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder };
  const args = ['run', '--config', file, '--adapter', 'caddyfile'];
  await Daemon.at(port, after, '/usr/bin/caddy', args, { env });
  return port;
}
