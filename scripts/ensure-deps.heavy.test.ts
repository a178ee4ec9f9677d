import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '#support/temp-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Package = {
  version: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
};
type Packages = Record<string, Package>;

const here = { os: [process.platform], cpu: [process.arch] };
const elsewhere = { os: ['aix'], cpu: ['ppc64'] };
const SERVICE: Packages = { 'node_modules/web': { version: '1.0.0', integrity: 'sha512-web' } };
const TOOL: Packages = { 'node_modules/builder': { version: '2.0.0', dev: true } };
const BINARY: Packages = {
  'node_modules/builder-here': { version: '2.0.0', dev: true, optional: true, ...here },
};
const NOT_FOR_HERE: Packages = {
  'node_modules/builder-elsewhere': { version: '2.0.0', dev: true, optional: true, ...elsewhere },
  'node_modules/needed-elsewhere': { version: '3.0.0', dev: true, optional: true },
};
const ALL: Packages = { ...SERVICE, ...TOOL, ...BINARY, ...NOT_FOR_HERE };
const INSTALLED_HERE: Packages = { ...SERVICE, ...TOOL, ...BINARY };

/** Stands in for npm: notes what it is asked for and installs nothing. */
const FAKE_NPM = `
const { appendFileSync, mkdirSync } = require('node:fs');
mkdirSync('node_modules', { recursive: true });
appendFileSync('asked', process.argv.slice(2).filter((word) => /^(ci|--(include|omit)=.*)$/.test(word)).join(' '));
`;

/** A clone whose lock names `locked`. */
function clone(t: TestContext, locked: Packages = ALL) {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  const file = (name: string) => join(folder, name);
  mkdirSync(file('scripts'));
  for (const name of ['ensure-deps.mjs', 'installed-packages.mjs']) {
    cpSync(join(ROOT, 'scripts', name), file(`scripts/${name}`));
  }
  writeFileSync(file('npm.cjs'), FAKE_NPM);
  const root: Packages = { '': { version: '0.0.0' } };
  writeFileSync(file('package-lock.json'), JSON.stringify({ packages: { ...root, ...locked } }));
  /** What npm leaves behind that has installed these. */
  const installed = (packages: Packages) => {
    for (const path of Object.keys(packages)) {
      mkdirSync(file(path), { recursive: true });
      writeFileSync(file(`${path}/package.json`), '{}');
    }
    mkdirSync(file('node_modules'), { recursive: true });
    writeFileSync(file('node_modules/.package-lock.json'), JSON.stringify({ packages }));
  };
  const built = () => {
    mkdirSync(file('dist'));
    writeFileSync(file('dist/index.html'), '');
  };
  /** @returns what npm was asked for, and what a person is told */
  const run = (...command: string[]) => {
    rmSync(file('asked'), { force: true });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [file('scripts/ensure-deps.mjs'), ...command],
      { env: { npm_execpath: file('npm.cjs') }, encoding: 'utf8' },
    );
    assert.deepEqual({ status, stdout }, { status: 0, stdout: '' }, stderr);
    const asked = existsSync(file('asked')) ? readFileSync(file('asked'), 'utf8') : '';
    return { asked, told: stderr };
  };
  return { file, installed, built, run };
}

test('what npm ci has installed is not installed again', (t) => {
  const { installed, run } = clone(t);
  installed(INSTALLED_HERE);
  for (const command of [['start'], ['mail'], []]) {
    assert.deepEqual(run(...command), { asked: '', told: '' }, command[0]);
  }
});

test('what npm has installed on this machine fits the lock of this repository', (t) => {
  const packagesOf = (file: string): Packages =>
    JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  const { installed, run } = clone(t, packagesOf('package-lock.json'));
  installed(packagesOf('node_modules/.package-lock.json'));
  assert.deepEqual(run(), { asked: '', told: '' });
});

test('a service that was installed without the tools starts as it is once the screen is built', (t) => {
  const { installed, built, run } = clone(t);
  installed(SERVICE);
  built();
  assert.deepEqual(run('start'), { asked: '', told: '' });
  assert.equal(run().asked, 'ci --include=dev', 'tests and builds need the tools');
});

test('a screen that is not built yet brings the tools that build it', (t) => {
  const { installed, run } = clone(t);
  installed(SERVICE);
  const { asked, told } = run('start');
  assert.equal(asked, 'ci --include=dev');
  assert.match(told, /^Installing what package-lock\.json names \(first start only; .*\n/);
});

test('a first mail is sent with what the service has', (t) => {
  const { installed, run } = clone(t);
  installed(SERVICE);
  assert.equal(run('mail').asked, '');
});

test('a fresh clone is installed with the tools, and says so first', (t) => {
  const { built, run } = clone(t);
  built();
  const { asked, told } = run('start');
  assert.equal(asked, 'ci --include=dev');
  assert.match(told, /^Installing /);
});

for (const { what, there, asked } of [
  { what: 'lacks a package', there: { ...TOOL, ...BINARY }, asked: 'ci --include=dev' },
  {
    what: 'has another version of a package',
    there: { ...INSTALLED_HERE, 'node_modules/web': { version: '1.0.1' } },
    asked: 'ci --include=dev',
  },
  {
    what: 'has other octets under the same version',
    there: { ...INSTALLED_HERE, 'node_modules/web': { version: '1.0.0', integrity: 'sha512-x' } },
    asked: 'ci --include=dev',
  },
  {
    what: 'has an older tool',
    there: { ...INSTALLED_HERE, 'node_modules/builder': { version: '1.9.0' } },
    asked: 'ci --include=dev',
  },
  {
    what: 'lacks a binary for this machine',
    there: { ...SERVICE, ...TOOL },
    asked: 'ci --include=dev',
  },
  {
    what: 'was installed without the tools and has an older version of a package',
    there: { 'node_modules/web': { version: '0.9.0' } },
    asked: 'ci --omit=dev',
  },
]) {
  test(`what ${what} is installed: npm ${asked}`, (t) => {
    const { installed, built, run } = clone(t);
    installed(there);
    built();
    assert.equal(run('start').asked, asked);
  });
}

test('a package whose folder is gone is installed again', (t) => {
  const { file, installed, run } = clone(t);
  installed(INSTALLED_HERE);
  rmSync(file('node_modules/web'), { recursive: true });
  assert.equal(run('start').asked, 'ci --include=dev');
});

test('an optional package that npm cannot get is asked for once, and not at each start', (t) => {
  const { installed, run } = clone(t);
  installed({ ...SERVICE, ...TOOL });
  assert.notEqual(run().asked, '');
  assert.equal(run().asked, '');
});
