/**
 * The Chromium for browser tests and pictures: `CHROMIUM_PATH`, an installed Chrome or Chromium, or the one in an npm
 * package, so that a bare `npm ci` is enough.
 */

import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Browser = {
  executablePath: string;
  args: string[];
  env: NodeJS.ProcessEnv;
};

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Unpacked once; a folder of our own, because the package unpacks under fixed names into the folder for temporary files. */
const UNPACKED = fileURLToPath(new URL('../node_modules/.cache/chromium-153', import.meta.url));

/** Only the test's own requests, and the same picture on every machine. */
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // With it each page has a second process, in case it leads to another site.
  '--disable-site-isolation-trials',
  // One process for all pages of a context, and no spare process.
  '--renderer-process-limit=1',
  '--font-render-hinting=none',
];

/** @throws with one sentence if this machine has no browser */
export async function findBrowser(): Promise<Browser> {
  // The sandbox of Chromium refuses to start for root.
  const args = process.getuid?.() === 0 ? [...ARGS, '--no-sandbox'] : ARGS;
  const env = { ...process.env };
  const installed = process.env.CHROMIUM_PATH ?? installedBrowser();
  if (installed) return { executablePath: installed, args, env };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Please install Chrome or Chromium, or set CHROMIUM_PATH to one.');
  }
  await unpack();
  // The package's libraries, for machines without a desktop.
  const libraries = [join(UNPACKED, 'al2023', 'lib'), env.LD_LIBRARY_PATH];
  env.LD_LIBRARY_PATH = libraries.filter(Boolean).join(delimiter);
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(UNPACKED, 'fonts');
  return { executablePath: join(UNPACKED, 'chromium'), args, env };
}

function installedBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const files = folders.flatMap((folder) => INSTALLED.map((name) => join(folder, name)));
  return [...files, MAC].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Unpacks next to the final place and renames at the end: the final folder is always complete. */
async function unpack(): Promise<void> {
  if (existsSync(UNPACKED)) return;
  const { inflate } = await import('@sparticuz/chromium');
  const packed = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../../bin');
  const beside = `${UNPACKED}.${process.pid}`;
  const { TMPDIR } = process.env;
  mkdirSync(beside, { recursive: true });
  process.env.TMPDIR = beside;
  try {
    for (const name of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']) {
      await inflate(join(packed, name));
    }
    renameSync(beside, UNPACKED);
  } finally {
    rmSync(beside, { recursive: true, force: true });
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
