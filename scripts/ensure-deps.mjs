// Runs first in npm's scripts, on the system's Node (18 or newer), so: plain JavaScript, built-ins only. They run it in a
// subshell: a shell keeps the path of the `node` that it ran, and the next one is often another. Installs the
// missing packages of package-lock.json, including the Node for everything after this script. With the argument `start`
// or `mail` packages for the tools alone may be missing, once the screen is built. What is installed is read from
// node_modules/.package-lock.json, which npm writes last: `npm ls` takes a second, and our own stamp file missed `npm ci`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedPackages } from './installed-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const carried = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
const stamp = join(modules, '.veilpost-installed');
// A hash, not a time: a clone sets modification times at will.
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

const { any, hasDev, missing } = installedPackages(root);
const built = existsSync(join(root, 'dist', 'index.html'));
const [command] = process.argv.slice(2);
// A clone with the tools installed rebuilds the screen when it changes; one without them runs the existing build.
const toolsNeeded = command === 'mail' ? false : command !== 'start' || hasDev || !built;
const needed = missing.filter(({ dev, optional }) =>
  // The service's own optional packages are the Node for systems whose Node is too old.
  dev ? toolsNeeded : !optional || !fits([24, 21]),
);
// npm omits an optional package that is not available. Retrying at each start would not help.
const excused = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;

if (needed.some(({ optional }) => !optional || !excused)) {
  installAll(toolsNeeded || hasDev || !any);
  writeFileSync(stamp, wanted);
}

// npm 9 (Debian 12) omits the link if three optional packages have a command of the same name.
const link = join(modules, '.bin', 'node');
if (!existsSync(link) && runs(carried)) symlinkSync(carried, link);

// Node's binaries need glibc. If they do not run (musl, as on Alpine), the system's Node is next on npm's PATH.
if (existsSync(link) && !runs(link)) {
  if (!fits([24, 21])) {
    fail(
      `The Node that Veilpost brings along does not run on this system: install Node 24.21 or newer; this is Node ${process.versions.node}.`,
    );
  }
  rmSync(link);
}
if (!existsSync(link) && !existsSync(`${link}.cmd`) && !fits([24, 21])) {
  fail(`Veilpost needs Node 24.21 or newer on this system; this is Node ${process.versions.node}.`);
}
// npm start uses `exec`, so that a signal reaches the service and not a shell; Windows' shell has no such command.
if (process.platform === 'win32') writeFileSync(join(modules, '.bin', 'exec.cmd'), '@%*\r\n');

/**
 * npm omits optional packages whose `engines` do not fit the Node that it runs on, and the tools' binaries are such
 * packages: an old Node only fetches ours, and ours installs the rest.
 * @param {boolean} withTools
 */
function installAll(withTools) {
  const what = withTools
    ? 'the packages of package-lock.json'
    : 'the packages that the service needs';
  say(`Installing ${what} (first start only; a few seconds, or minutes on a slow line) ...`);
  const tooOld = withTools && !fits([20, 19], [22, 12]);
  if (!tooOld || !runs(carried)) install(process.execPath, withTools);
  if (tooOld && runs(carried)) {
    say(`Installing the tools that Node ${process.versions.node} is too old for ...`);
    installByCarriedNode();
  }
  say('Installed.');
}

/**
 * @param {string} node that npm runs on
 * @param {boolean} withTools always passed to npm: NODE_ENV=production alone would omit them
 */
function install(node, withTools) {
  const npm = process.env.npm_execpath;
  if (!npm) fail('Please run this through npm: npm start, or npm test.');
  const tools = withTools ? '--include=dev' : '--omit=dev';
  const run = spawnSync(
    node,
    ['--no-deprecation', npm, 'ci', tools, '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (run.status !== 0) fail('The dependencies could not be installed; npm says why above.');
}

function installByCarriedNode() {
  // npm ci empties node_modules first.
  const folder = mkdtempSync(join(tmpdir(), 'veilpost-node-'));
  const copy = join(folder, 'node');
  copyFileSync(carried, copy);
  install(copy, true);
  rmSync(folder, { recursive: true });
}

/**
 * Whether the file exists and the system can run it. The Node of this process can run.
 * @param {string} node
 */
function runs(node) {
  if (!existsSync(node)) return false;
  if (realpathSync(node) === process.execPath) return true;
  return spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Whether this Node is in one of the lines, at least at its minor version, or newer than the last line.
 * @param {[major: number, minor: number][]} lines
 */
function fits(...lines) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return lines.some(
    ([line, least], i) =>
      (major === line && minor >= least) || (i === lines.length - 1 && major > line),
  );
}

/**
 * Writes to standard error: standard output is the service's.
 * @param {string} sentence
 */
function say(sentence) {
  console.error(sentence);
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  say(sentence);
  process.exit(1);
}
