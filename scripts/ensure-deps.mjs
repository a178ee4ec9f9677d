// Runs before `npm start` and `npm test`, on whatever Node the system has (18 or newer), so: plain JavaScript, built-ins only.
// Installs the locked dependencies once; they carry the Node that everything after this script runs on.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.veilpost-installed`;
const lock = readFileSync(`${root}package-lock.json`);
// A hash, not a time: a clone sets modification times at will.
const wanted = createHash('sha256')
  .update(lock)
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
if (!installed) {
  const npm = process.env.npm_execpath;
  if (!npm) fail('Please run this through npm: npm start, or npm test.');
  console.log('Installing dependencies (once) ...');
  const run = spawnSync(
    process.execPath,
    [npm, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (run.status !== 0) fail('The dependencies could not be installed; npm says why above.');
}

// npm 9 (Debian 12) leaves the link out where three optional packages offer a command of one name.
const inPackage = `node-${process.platform}-${process.arch}/bin/node`;
if (existsSync(`${root}node_modules/${inPackage}`)) {
  const link = `${root}node_modules/.bin/node`;
  if (!existsSync(link)) symlinkSync(`../${inPackage}`, link);
}

const carried =
  existsSync(`${root}node_modules/.bin/node`) || existsSync(`${root}node_modules/.bin/node.cmd`);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (!carried && (major < 24 || (major === 24 && minor < 21))) {
  fail(`Veilpost needs Node 24.21 or newer on this system; this is Node ${process.versions.node}.`);
}
if (!installed) writeFileSync(stamp, wanted);

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
