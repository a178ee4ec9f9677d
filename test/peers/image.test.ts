import assert from 'node:assert/strict';
import { chownSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand } from '#support/forwarding.ts';
import { freePort } from '#support/loopback.ts';
import { browserAt } from '#support/owners-key.ts';
import { NO_DNS, ServiceProcess } from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { afterSuite, peerFolder } from './folder.ts';
import { walkContainerGuide } from './container-guide.ts';
import { run } from './program.ts';

const { version: VERSION }: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const GUIDE = new URL('../../docs/self-hosting.md', import.meta.url);
/** The user of deploy/Containerfile. */
const USER = 65_532;
const MOST_OCTETS = 160_000_000;
/** The allowed difference from the size in the pages, in megabytes. */
const SIZE_VARIES_MB = 3;
const NODE = '/opt/veilpost/node_modules/.bin/node';
const ALIAS = 'alias-4827@alias.localhost';
const GUIDES_ALIAS = 'alias-4827@alias.example.org';

/** The program under the conditions of a container runtime: the image as a read-only root, and a volume for the data. */
const IN_IMAGE = `mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" &&
  mount --bind "$1" "$0/var/lib/veilpost" && shift && cd / && exec chroot --userspec=${USER}:${USER} "$0" "$@"`;

describe('the container image, made and started by the steps of the guide after its section 2', () => {
  const cleanUp = afterSuite();
  const folder = peerFolder(cleanUp);
  const data = peerFolder(cleanUp);
  let guide: Awaited<ReturnType<typeof walkContainerGuide>>;
  let image = '';
  let hop: FakeNextHop;
  const ports = { HTTP_PORT: '', SMTP_PORT: '', ADMIN_PORT: '' };

  before(async () => {
    hop = await FakeNextHop.during(cleanUp);
    ports.HTTP_PORT = String(await freePort());
    ports.SMTP_PORT = String(await freePort());
    ports.ADMIN_PORT = String(await freePort());
    const container = { NEXT_HOP: `smtp://127.0.0.1:${hop.port}`, OWNERSHIP: 'open' };
    guide = await walkContainerGuide(cleanUp, { ...NO_DNS, ...ports, ...container }, 'section 2');
    image = guide.image;
    const store = await openStore(`sqlite:${data}/veilpost.sqlite`, {
      now: Date.now,
      log: SILENT,
      whenNew: () => {},
    });
    await store.close();
    for (const file of ['', ...readdirSync(data)]) chownSync(join(data, file), USER, USER);
  });

  /** @param own ports that are the same at each start */
  function start(own: Record<string, string>): ServiceProcess {
    const inImage = ['unshare', '--mount', 'sh', '-c', IN_IMAGE, image, data];
    const program = [NODE, '--max-semi-space-size=16', '/opt/veilpost/scripts/start.mjs'];
    const service = new ServiceProcess([...inImage, ...program], folder, {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: 'sqlite:/var/lib/veilpost/veilpost.sqlite',
      NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
      OWNERSHIP: 'open',
      ...own,
    });
    after(() => service.kill());
    return service;
  }

  test('the steps of the guide lead from an empty machine to a forwarded message, with the certificate and a backup', async () => {
    assert.equal(await takeAlias(`http://127.0.0.1:${ports.HTTP_PORT}`, GUIDES_ALIAS), 201);
    const client = await SmtpClient.greeted(Number(ports.SMTP_PORT));
    assert.match(await hand(client, [GUIDES_ALIAS], 'From: a@b.test\r\n\r\nguide\r\n'), /^250 /);
    client.destroy();
    assert.match(hop.messages.at(-1)?.octets.toString() ?? '', /guide/);
    const secured = await SmtpClient.greeted(Number(ports.SMTP_PORT));
    await secured.say('EHLO a.test');
    await secured.say('STARTTLS');
    const { subject } = (await secured.secure()).getPeerCertificate();
    assert.equal(subject.CN, 'mx.alias.example.org');
    secured.destroy();
    const metrics = await fetch(`http://127.0.0.1:${ports.ADMIN_PORT}/metrics`);
    assert.equal(metrics.status, 200);
    const backups = readdirSync(join(guide.store, 'volumes/data/backups'));
    assert.equal(backups.length, 1, guide.printed());
  });

  test('it is at most 160 MB, has neither a shell nor a package manager, and is labelled with title, version and licence', () => {
    console.log(`the image has ${Math.round(guide.octets / 1e6)} MB`);
    assert.ok(guide.octets > 1e6 && guide.octets <= MOST_OCTETS, `${guide.octets}`);
    const folders = ['etc', 'lib', 'lib64', 'opt', 'tmp', 'usr', 'var'];
    assert.deepEqual(readdirSync(image).toSorted(), folders);
    assert.deepEqual(readdirSync(join(image, 'opt')), ['veilpost']);
    assert.deepEqual(readdirSync(join(image, 'usr/local/bin')), ['veilpost']);
    const { title, version, licenses } = guide.labels;
    assert.deepEqual([title, version, licenses], ['Veilpost', VERSION, 'MIT']);
  });

  test('its size is the one that the pages name, and the licences of the C library and of the screen are in it', () => {
    const named = /The image has (\d+) MB/.exec(readFileSync(GUIDE, 'utf8'))?.[1];
    assert.ok(Math.abs(guide.octets / 1e6 - Number(named)) <= SIZE_VARIES_MB, `${guide.octets}`);
    const read = (path: string) => readFileSync(join(image, path), 'utf8');
    assert.match(read('usr/share/doc/libc6/copyright'), /GNU Lesser General Public\s+License/);
    assert.match(read('usr/share/common-licenses/LGPL-2.1'), /LESSER GENERAL PUBLIC LICENSE/);
    assert.match(read('usr/share/doc/libstdc++6/copyright'), /GCC RUNTIME LIBRARY EXCEPTION/);
    const notices = read('opt/veilpost/dist/licenses.txt');
    assert.match(notices, /^## react-dom - [\d.]+ \(MIT\)$.*Copyright \(c\) Meta Platforms/ms);
  });

  test('it runs as a user without rights on a read-only root, is healthy, and keeps its aliases over kill -9', async () => {
    const HTTP_PORT = String(await freePort());
    const first = start({ HTTP_PORT });
    const { http, smtpPort } = await first.addresses();
    assert.equal(await takeAlias(http, ALIAS), 201);
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
    assert.match(hop.messages.at(-1)?.octets.toString() ?? '', /second/);
  });
});

/** @returns the status of the answer */
async function takeAlias(http: string, alias_email: string): Promise<number> {
  const row = { real_email: 'jane@mailbox.test', alias_email, active: true };
  return (await browserAt(http).call('POST', '/rest/v1/aliases', row)).status;
}
