import assert from 'node:assert/strict';
import { chownSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand } from '#support/forwarding.ts';
import { freePort } from '#support/free-port.ts';
import { ServiceProcess } from '#support/service-process.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { afterSuite, peerFolder } from './folder.ts';
import { run, runWell } from './program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The user of deploy/Containerfile. */
const USER = 65_532;
const MOST_OCTETS = 160_000_000;
const NODE = '/opt/veilpost/node_modules/.bin/node';
const ALIAS = 'alias-4827@alias.localhost';

/** The program in a container runtime's conditions: the image as a read-only root, and a volume for the data. */
const IN_IMAGE = `mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" &&
  mount --bind "$1" "$0/var/lib/veilpost" && shift && cd / && exec chroot --userspec=${USER}:${USER} "$0" "$@"`;

describe('the container image', () => {
  const cleanUp = afterSuite();
  const folder = peerFolder(cleanUp);
  const [context, data] = [join(folder, 'context'), peerFolder(cleanUp)];
  const buildah = (...args: string[]) =>
    run(
      'buildah',
      [
        '--storage-driver',
        'vfs',
        '--root',
        `${folder}/images`,
        '--runroot',
        `${folder}/run`,
        ...args,
      ],
      { seconds: 120 },
    );
  let image = '';
  let octets = 0;
  let hop: FakeNextHop;

  before(async () => {
    const built = await run(
      'npm',
      [
        'run',
        'build:production',
        '--prefix',
        ROOT,
        '--',
        '--image',
        '--to',
        `${context}/image-root`,
      ],
      { seconds: 180 },
    );
    assert.equal(built.code, 0, built.output);
    cpSync(join(ROOT, 'deploy/Containerfile'), join(context, 'Containerfile'));
    const made = await buildah(
      'build',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--tag',
      'veilpost',
      context,
    );
    assert.equal(made.code, 0, made.output);
    const container = (await buildah('from', 'veilpost')).output.trim();
    image = (await buildah('mount', container)).output.trim();
    cleanUp(() => runWell('rm', ['-rf', `${folder}/images`]));
    chownSync(data, USER, USER);
    hop = await FakeNextHop.start();
    cleanUp(() => hop.close());
    const { output } = await buildah('images', '--json');
    octets = sizeOf(JSON.parse(output));
  });

  /** @param ports that stay the same from start to start */
  function start(ports: Record<string, string>): ServiceProcess {
    const service = new ServiceProcess(
      [
        'unshare',
        '--mount',
        'sh',
        '-c',
        IN_IMAGE,
        image,
        data,
        NODE,
        '--max-semi-space-size=16',
        '--use-largepages=silent',
        '/opt/veilpost/scripts/start.mjs',
      ],
      folder,
      {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: 'sqlite:/var/lib/veilpost/veilpost.sqlite',
        NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
        OWNERSHIP: 'open',
        ...ports,
      },
    );
    after(() => service.kill());
    return service;
  }

  test('it is at most 160 MB, and has neither a shell nor a package manager', () => {
    console.log(`the image has ${Math.round(octets / 1e6)} MB`);
    assert.ok(octets > 1e6 && octets <= MOST_OCTETS, `${octets}`);
    assert.deepEqual(readdirSync(image).toSorted(), ['etc', 'lib', 'lib64', 'opt', 'tmp', 'var']);
    assert.deepEqual(readdirSync(join(image, 'opt')), ['veilpost']);
  });

  test('it starts as a user without rights on a read-only root, is healthy, forwards a mail, and keeps its aliases over kill -9', async () => {
    const HTTP_PORT = String(await freePort());
    const first = start({ HTTP_PORT });
    const { http, smtpPort } = await first.addresses();
    const key = /"key":"([^"]+)"/.exec(await (await fetch(http)).text())?.[1] ?? '';
    const made = await fetch(`${http}/rest/v1/aliases`, {
      method: 'POST',
      headers: { apikey: key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ real_email: 'jane@mailbox.test', alias_email: ALIAS, active: true }),
    });
    assert.equal(made.status, 201);
    const health = async () => {
      const check = [image, NODE, '/opt/veilpost/scripts/health.mjs'];
      return (await run('env', [`HTTP_PORT=${HTTP_PORT}`, 'chroot', ...check])).code;
    };
    assert.equal(await health(), 0);
    const client = await SmtpClient.greeted(smtpPort);
    assert.match(await hand(client, [ALIAS], 'From: a@b.test\r\n\r\nfirst\r\n'), /^250 /);
    client.destroy();
    await first.kill();
    assert.equal(await health(), 1);
    const again = await SmtpClient.greeted((await start({ HTTP_PORT }).addresses()).smtpPort);
    assert.match(await hand(again, [ALIAS], 'From: a@b.test\r\n\r\nsecond\r\n'), /^250 /);
    again.destroy();
    assert.equal(hop.messages.length, 2);
  });
});

function sizeOf(images: unknown): number {
  const [image]: unknown[] = Array.isArray(images) ? images : [];
  return typeof image === 'object' && image !== null && 'size' in image
    ? Number.parseFloat(String(image.size)) * 1e6
    : 0;
}
