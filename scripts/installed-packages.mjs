// Compares package-lock.json with npm's own list of installed packages. Plain JavaScript, built-ins only: it runs on
// Node 18 and newer, before any package is installed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * An entry of `packages` in package-lock.json, lockfileVersion 3.
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[] }} Package
 */

/**
 * npm lists the installed packages in node_modules/.package-lock.json, after it has written all of them. Further
 * packages in addition to the locked ones do no harm.
 * @param {string} root the folder of package-lock.json
 * @returns whether npm has installed anything; whether a development dependency is among it; and the packages that are
 * missing or of another version. Of optional packages only those for this platform count: npm omits the others.
 */
export function installedPackages(root) {
  const locked = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  const missing = [];
  let hasDev = false;
  for (const [path, wanted] of Object.entries(locked)) {
    const found = installed[path];
    if (wanted.dev && found) hasDev = true;
    const isThere = found && isSame(wanted, found) && existsSync(join(root, path, 'package.json'));
    if (path === '' || isThere || (wanted.optional && !isForThisPlatform(wanted))) continue;
    missing.push({ path, dev: wanted.dev === true, optional: wanted.optional === true });
  }
  return { any: Object.keys(installed).length > 0, hasDev, missing };
}

/** @param {string} file @returns {Record<string, Package>} nothing if it is absent or not a lock file */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** @param {Package} wanted @param {Package} found */
const isSame = (wanted, found) =>
  wanted.version === found.version && wanted.integrity === found.integrity;

/**
 * Whether it is a binary for this platform. Optional packages without a platform belong to other binaries.
 * @param {Package} wanted
 */
function isForThisPlatform({ os, cpu, libc }) {
  return (
    os?.includes(process.platform) === true &&
    cpu?.includes(process.arch) === true &&
    (libc === undefined || libc.includes(systemLibc()))
  );
}

/** The C library on Linux: glibc reports its version, musl does not. */
const systemLibc = () =>
  process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
