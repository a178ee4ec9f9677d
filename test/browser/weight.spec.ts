/** The size of the screen, compressed as it is served. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { DIST } from '../../scripts/screen.ts';
import { expect, test } from './fixtures.ts';

const PAGE = readFileSync(join(DIST, 'index.html'), 'utf8');

const compressed = (path: string) => readFileSync(join(DIST, `${path}.br`)).length;

test('the first load is at most 64.5 kB of scripts and 5 kB of styles', () => {
  const scripts = [...PAGE.matchAll(/(?:src|href|import)[=(]["']\.\/([^"']+\.js)["']/g)];
  expect(scripts.length).toBeGreaterThan(0);
  const sum = scripts.reduce((total, [, path = '']) => total + compressed(path), 0);
  expect(sum).toBeLessThanOrEqual(64_500);
  const styles = /<style>(.*?)<\/style>/s.exec(PAGE)?.[1] ?? '';
  expect(brotliCompressSync(styles).length).toBeLessThanOrEqual(5000);
  expect(readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.css'))).toEqual([]);
});

/** By name; kB of brotli. */
const ON_DEMAND = { 'on-demand': 13.9, owner: 12.2, manage: 9.3, aliases: 9, auth: 21 };

test('each script that is loaded on demand has its limit, and imports only the first', () => {
  const files = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js'));
  const named = (name: string) => files.filter((file) => file.startsWith(`${name}-`));
  for (const [name, limit] of Object.entries(ON_DEMAND)) {
    const [file = '', ...more] = named(name);
    expect(more, name).toEqual([]);
    expect(compressed(`assets/${file}`), name).toBeLessThanOrEqual(limit * 1000);
    // After a failure it may have been loaded again under another address.
    const imported = [
      ...readFileSync(join(DIST, 'assets', file), 'utf8').matchAll(/from\s*"([^"]+)"/g),
    ];
    for (const [, path = ''] of imported) expect(path, name).toMatch(/^\.\/index-/);
  }
  expect(files).toHaveLength(Object.keys(ON_DEMAND).length + 1);
});
