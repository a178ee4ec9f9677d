/** A host on which the commands of docs/self-hosting.md run to the letter, in namespaces that keep their changes from this machine. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { selfSignedCertificate } from '#support/certificate.ts';
import type { After } from './folder.ts';
import { Daemon } from './program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const SHIM = fileURLToPath(new URL('docker.ts', import.meta.url));
/** What the commands change. */
const CHANGED = ['/etc', '/opt', '/usr/local', '/var/lib'];
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Programs that need the Internet. Debian's packages and the makers' Node are taken from this machine; the clone is the
 * checkout; the certificate is our own.
 */
const OUTSIDE = {
  'apt-get':
    'mkdir -p /etc/nginx/sites-available /etc/nginx/sites-enabled && touch /etc/nginx/sites-enabled/default',
  systemctl: 'true',
  sudo: 'shift 2; exec setpriv --reuid=veilpost --regid=veilpost --clear-groups "$@"',
  git: 'mkdir -p "$3" && mount --bind "$CHECKOUT" "$3"',
  curl: `cd "$STORE/memory" && name=$(basename "$4" .tar.xz) && mkdir -p "$name/bin" && ln -sf "$NODE" "$name/bin/node" &&
    tar --create --xz --file "$OLDPWD/$name.tar.xz" "$name" && cd "$OLDPWD" && sha256sum "$name.tar.xz" > SHASUMS256.txt`,
  certbot:
    'mkdir -p /etc/letsencrypt/live && cp -r "$STORE/lineage" /etc/letsencrypt/live/veil.example.org',
  docker: `exec "$NODE" "${SHIM}" "$@"`,
};

/** The blocks of commands of a section, up to the next heading. @throws if there are not so many */
export function blocks(heading: string, number: number): string[] {
  const guide = readFileSync(join(ROOT, 'docs/self-hosting.md'), 'utf8');
  const [, section = ''] = guide.split(`\n${heading}\n`);
  const found = [...(section.split(/\n##+ /)[0] ?? '').matchAll(/^```sh\n(.*?)^```$/gms)];
  if (found.length !== number) {
    throw new Error(`"${heading}" has ${found.length} blocks of commands.`);
  }
  return found.map(([, commands = '']) => commands);
}

export type Host = {
  /** A persistent folder: images, volumes, logs. */
  store: string;
  /** A folder to begin in, with the archives of a release; undefined: an empty one. */
  archives?: string;
  /** Whether it has Node and npm already. */
  hasNode: boolean;
  environment?: Record<string, string>;
};

/** Runs the commands, and keeps their host until the end of the test. Files that they write are kept in memory. */
export async function follow(after: After, commands: string[], host: Host): Promise<Daemon> {
  const { store, archives, hasNode, environment } = host;
  const programs = join(store, 'bin');
  const lineage = join(store, 'lineage');
  for (const folder of [programs, lineage]) mkdirSync(folder);
  for (const [name, script] of Object.entries(OUTSIDE)) {
    writeFileSync(join(programs, name), `#!/bin/sh -e\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  const { cert, key } = selfSignedCertificate('mx.alias.example.org');
  writeFileSync(join(lineage, 'fullchain.pem'), cert);
  writeFileSync(join(lineage, 'privkey.pem'), key);
  const changed = [...CHANGED, ROOT, ...(archives === undefined ? [] : [archives])];
  const script = `
    mkdir "$STORE/memory" && mount -t tmpfs none "$STORE/memory"
    for folder in ${changed.map((one) => `"${one}"`).join(' ')}; do
      over=$(mktemp --directory "$STORE/memory/XXXXXX") && chmod 755 "$over" && mkdir "$over/upper" "$over/work"
      mount -t overlay none -o "lowerdir=$folder,upperdir=$over/upper,workdir=$over/work" "$folder"
    done
    sed -i /^veilpost:/d /etc/passwd /etc/group /etc/shadow /etc/gshadow
    ${hasNode ? '' : 'rm -f /usr/local/bin/node /usr/local/bin/npm'}
    cd "${archives ?? '$STORE/memory'}"
    ${commands.join('\n')}
    echo 'the guide has ended'
    exec sleep infinity`;
  const guide = Daemon.start(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-eu', '-c', script],
    {
      env: {
        PATH: `${programs}:${hasNode ? process.env.PATH : SYSTEM_PATH}`,
        HOME: process.env.HOME ?? '/root',
        // As npm here: behind a proxy of its own certificates every request of `npm ci` is repeated until it gives up.
        NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
        STORE: store,
        CHECKOUT: ROOT,
        NODE: process.execPath,
        ...environment,
      },
    },
  );
  after(() => guide.end());
  await guide.ready(() => guide.output().includes('the guide has ended'), 300);
  return guide;
}
