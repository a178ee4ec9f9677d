/** The built screen (`npm run build`), read into memory once at start: a request reads nothing from disk. */

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { PageHashes } from './page.ts';
import { type Representation, tagOf } from './representation.ts';

/** An index.html, and the hashes for its Content-Security-Policy. */
export type BuiltPage = { html: string; hashes: PageHashes };

export type BuiltScreen = BuiltPage & {
  /** The same in other languages, by tag, each in a folder of that name. */
  languages: Map<string, BuiltPage>;
  /** By path in the address: `/assets/index-abc123.js`. */
  files: Map<string, Representation>;
};

/** The type of a page, which needs a Content-Security-Policy. */
export const HTML = 'text/html; charset=utf-8';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': HTML,
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** @throws if the folder does not hold a built screen */
export function readBuiltScreen(folder: string): BuiltScreen {
  const { languages = {}, ...hashes }: PageHashes & { languages?: Record<string, PageHashes> } =
    JSON.parse(readFileSync(join(folder, 'csp.json'), 'utf8'));
  const html = (path: string) => readFileSync(join(folder, path, 'index.html'), 'utf8');
  // These are served in another way, or are only for the build.
  const served = new Set(['/csp.json', '/index.html']);
  for (const tag of Object.keys(languages)) served.add(`/${tag}/index.html`);
  const files = new Map<string, Representation>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length).split(sep).join('/').replace(/^\/?/, '/');
    if (!entry.isFile() || type === undefined || served.has(path)) continue;
    const represented = represent(path, type, file);
    // A page beside the screen is found with and without the slash.
    if (type === HTML) files.set(path.replace(/\/index\.html$/, ''), represented);
    files.set(path.replace(/\/index\.html$/, '/'), represented);
  }
  return {
    html: html('.'),
    hashes,
    languages: new Map(
      Object.entries(languages).map(([tag, own]) => [tag, { html: html(tag), hashes: own }]),
    ),
    files,
  };
}

function represent(path: string, type: string, file: string): Representation {
  const compressed = compressedBeside(file);
  const octets = compressed ?? readFileSync(file);
  return {
    type,
    // A file under assets/ has the hash of its content in its name and never changes.
    cache: /^(?:\/[\w-]+)?\/assets\//.test(path)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
    octets,
    isCompressed: compressed !== undefined,
    tag: tagOf(octets),
  };
}

/** The file that the build has compressed at the highest level, if it has. */
function compressedBeside(file: string): Buffer<ArrayBuffer> | undefined {
  try {
    return readFileSync(`${file}.br`);
  } catch {
    return undefined;
  }
}
