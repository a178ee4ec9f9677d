// Runs before `npm start` and `npm test`, on whatever Node the system has (18 or newer), so: plain JavaScript, built-ins only.
// Installs the locked dependencies once; they carry the Node that everything after this script runs on.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const carried = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
const stamp = join(modules, '.veilpost-installed');
const lock = readFileSync(join(root, 'package-lock.json'));
// A hash, not a time: a clone sets modification times at will.
const wanted = createHash('sha256')
  .update(lock)
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
if (!installed) {
  console.log('Installing dependencies (once) ...');
  install(process.execPath);
  if (!fits([20, 19], [22, 12]) && existsSync(carried)) installByCarriedNode();
}

// npm 9 (Debian 12) leaves the link out where three optional packages offer a command of one name.
const link = join(modules, '.bin', 'node');
if (existsSync(carried) && !existsSync(link)) symlinkSync(carried, link);

if (!existsSync(link) && !existsSync(`${link}.cmd`) && !fits([24, 21])) {
  fail(`Veilpost needs Node 24.21 or newer on this system; this is Node ${process.versions.node}.`);
}
// npm start says `exec`, so that a signal reaches the service and not a shell before it; Windows' shell has no such word.
if (process.platform === 'win32') writeFileSync(join(modules, '.bin', 'exec.cmd'), '@%*\r\n');

if (!installed) writeFileSync(stamp, wanted);

/** @param {string} node that npm runs on */
function install(node) {
  const npm = process.env.npm_execpath;
  if (!npm) fail('Please run this through npm: npm start, or npm test.');
  const run = spawnSync(
    node,
    ['--no-deprecation', npm, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (run.status !== 0) fail('The dependencies could not be installed; npm says why above.');
}

/**
 * npm leaves out optional packages whose `engines` do not fit the Node that it runs on, and the tools' binaries are such
 * packages: an old Node only fetches ours, and ours installs the rest.
 */
function installByCarriedNode() {
  // npm ci empties node_modules first.
  const folder = mkdtempSync(join(tmpdir(), 'veilpost-node-'));
  const copy = join(folder, 'node');
  copyFileSync(carried, copy);
  install(copy);
  rmSync(folder, { recursive: true });
}

/**
 * Whether this Node is of one of the lines from the given minor version on, or newer than the last line.
 * @param {[major: number, minor: number][]} lines
 */
function fits(...lines) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return lines.some(
    ([line, least], i) =>
      (major === line && minor >= least) || (i === lines.length - 1 && major > line),
  );
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
