import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { importsOf as importsIn } from '../scripts/test/imports.ts';
import { TABLE } from '../scripts/test/levels.ts';
import { ROOMS } from './rooms.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The files of ours that a file imports, as paths from the root. */
const importsOf = (file: string) => importsIn(file, readFileSync(join(ROOT, file), 'utf8'));

/** Tests, their shared helpers, and their initial states. */
const isTestCode = (file: string) => /\.(?:test|contract|fixture)\.tsx?$/.test(file);

const sources = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).filter((file) => !file.includes('node_modules'));

/** Cycles of imports, each once; types count, too. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const path: string[] = [];
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (path.includes(file)) circles.push(path.slice(path.indexOf(file)));
    if (seen.has(file)) return;
    seen.add(file);
    path.push(file);
    for (const imported of imports.get(file) ?? []) visit(imported);
    path.pop();
  };
  for (const file of imports.keys()) visit(file);
  return circles;
}

test('a room imports only the rooms that test/rooms.ts allows', () => {
  // The longest name that fits: src/mail/smtp before src/mail.
  const names = [...ROOMS.keys()].toSorted((a, b) => b.length - a.length);
  const roomOf = (file: string) => names.find((name) => file.startsWith(`${name}/`));
  const files = sources('{src,web}/**/*.{ts,tsx}');
  assert.ok(files.length > 100 && names.length === 49, 'the test sees the code and the table');
  const inUse = new Set<string>();
  let seen = 0;
  for (const file of files.filter((name) => !isTestCode(name))) {
    const from = roomOf(file) ?? assert.fail(`${file} belongs to no room`);
    inUse.add(from);
    for (const path of importsOf(file)) {
      seen += 1;
      const to = roomOf(path) ?? assert.fail(`${file} imports ${path}, which belongs to no room`);
      assert.ok(to === from || ROOMS.get(from)?.includes(to), `${file} imports ${path}`);
    }
  }
  assert.ok(seen > 300, `${seen}`);
  assert.deepEqual(names.toSorted(), [...inUse].toSorted(), 'every room has files');
});

test('the rooms do not import each other in a circle', () => {
  assert.deepEqual(circlesOf(ROOMS), []);
});

test('folders of the store import each other one way, and only files of its root that import none of them', () => {
  const files = sources('src/store/**/*.ts').filter((file) => !isTestCode(file));
  const imports = new Map(
    files.map((file) => [file, importsOf(file).filter((path) => path.startsWith('src/store/'))]),
  );
  /** Whether a file of the root is above the folders: it imports one of them, or a file that does. */
  const isAbove = (file: string): boolean =>
    dirname(file) === 'src/store' &&
    imports.get(file)?.some((path) => dirname(path) !== 'src/store' || isAbove(path)) === true;
  const floorOf = (file: string) => (isAbove(file) ? 'above the folders' : dirname(file));
  const floors = Map.groupBy(files, floorOf);
  assert.ok(floors.size > 7 && floors.has('above the folders'), 'the test sees the folders');
  const arrows = [...floors].map(([floor, within]) => {
    const others = within.flatMap((file) => imports.get(file) ?? []).map(floorOf);
    return [floor, others.filter((other) => other !== floor)] as const;
  });
  assert.deepEqual(circlesOf(new Map(arrows)), []);
});

test('files do not import each other in a cycle', () => {
  assert.deepEqual(circlesOf(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b', 'd'] }))), [
    ['b', 'c'],
  ]);
  const files = sources('{src,web,test,bench,scripts}/**/*.{ts,tsx}');
  assert.ok(files.length > 400, `${files.length}`);
  assert.deepEqual(circlesOf(new Map(files.map((file) => [file, importsOf(file)]))), []);
});

test('the api does not name a database: the store has an interface', () => {
  const files = sources('src/api/**/*.ts').filter((file) => !isTestCode(file));
  assert.ok(files.length > 20, 'the test sees the api');
  for (const path of files.flatMap(importsOf)) {
    assert.doesNotMatch(path, /^src\/store\/(?:postgres|sqlite)\//);
  }
});

test('test code among the sources is marked by its name, and no source imports it', () => {
  for (const file of sources('{src,web}/**/*.{ts,tsx}').filter((name) => !isTestCode(name))) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    assert.doesNotMatch(text, /from 'node:(?:test|assert\/strict)'/, file);
    for (const path of importsOf(file)) {
      assert.ok(!isTestCode(path) && !path.startsWith('test/'), `${file} imports ${path}`);
    }
  }
});

test('only app reads the environment, and only app and the clock read the time', () => {
  for (const file of sources(
    'src/{rules,time,domains,collections,limits,network,runtime,secrets,mail,store,auth,api}/**/*.ts',
  )) {
    if (isTestCode(file)) continue;
    const code = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    assert.doesNotMatch(code, /process\.env/, file);
    if (file === 'src/time/clock.ts') continue;
    assert.doesNotMatch(code, /Date\.now|Math\.random|new Date\(\)/, file);
  }
});

test('what the simulation runs has its time, chance, threads and sockets from outside', () => {
  // Sockets are node:net's over handles of the simulation, and databases are SQLite's: both are allowed.
  const forbidden =
    /setInterval|'node:(?:timers|timers\/promises|worker_threads|child_process|dgram|dns|http|https|fs\/promises)'/;
  // Replies and checks, which are not simulated yet, yield by their own turns.
  const inTurns = ['forwarder.ts', 'verify-octets.ts'];
  const rooms =
    'src/{rules,time,domains,collections,limits,runtime,secrets,mail,store/sqlite}/**/*.ts';
  const files = sources(rooms).filter((file) => !isTestCode(file));
  assert.ok(files.length > 150, `${files.length}`);
  for (const file of files) {
    if (inTurns.includes(basename(file))) continue;
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^import type .*$/gm, '');
    assert.doesNotMatch(text, forbidden, file);
  }
});

test('a source has at most 300 lines, and a folder at most 20 sources', () => {
  const files = sources('{src,web,bench,scripts}/**/*.{ts,tsx,mjs,css}').filter(
    (file) => !isTestCode(file),
  );
  assert.ok(files.length > 600, `${files.length}`);
  const lines = (file: string) =>
    readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n').length;
  assert.deepEqual(
    files.filter((file) => lines(file) > 300),
    [],
  );
  const folders = Map.groupBy(files, dirname);
  assert.deepEqual(
    [...folders].filter(([, within]) => within.length > 20).map(([folder]) => folder),
    [],
  );
});

test('no two files of a folder have one name, as form.ts and Form.tsx would', () => {
  const files = sources('{src,web,bench,scripts,test}/**/*.{ts,tsx,mjs,css}');
  assert.ok(files.length > 1000, `${files.length}`);
  const byName = Map.groupBy(files, (file) => file.replace(/\.\w+$/, '').toLowerCase());
  assert.deepEqual(
    [...byName.values()].filter((named) => named.length > 1),
    [],
  );
});

test('the folders of the two databases have the same file for each subject that both have', () => {
  const names = (folder: string) =>
    sources(`src/store/${folder}/*.ts`)
      .filter((file) => !isTestCode(file))
      .map((file) => basename(file));
  const postgres = new Set(names('postgres'));
  const shared = names('sqlite').filter((name) => postgres.has(name));
  assert.deepEqual(shared.toSorted(), [
    'address.ts',
    'check.ts',
    'database.ts',
    'dialect.ts',
    'errors.ts',
    'lookups.ts',
    'migrate.ts',
    'opening.ts',
    'transaction.ts',
  ]);
});

test('the name of an exported type has one meaning', () => {
  const meanings = new Map<string, string[]>();
  for (const file of sources('{src,web,bench,scripts}/**/*.{ts,tsx}')) {
    if (isTestCode(file)) continue;
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^export (?:type|class|interface) (\w+)/gm)) {
      meanings.set(name, [...(meanings.get(name) ?? []), file]);
    }
  }
  assert.ok(meanings.size > 500, `${meanings.size}`);
  assert.deepEqual(
    [...meanings].filter(([, files]) => files.length > 1),
    [],
  );
});

test('files of the screen have at most 200 lines', () => {
  const files = sources('{web,test/browser,scripts/pictures}/**/*.{ts,tsx,css}');
  assert.ok(files.length > 60, 'the test sees the files');
  const lines = (file: string) =>
    readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n').length;
  assert.deepEqual(
    files.filter((file) => lines(file) > 200),
    [],
  );
});

test('a promise that takes the database of the run is tested on PostgreSQL, too', () => {
  const { 'postgres:owners': owners, 'postgres:store': store } = TABLE.lanes;
  const patterns = [owners, store].flatMap(({ files }) => files?.patterns ?? []);
  const onBoth = patterns.flatMap((pattern) => sources(pattern));
  assert.ok(onBoth.length > 20, `${onBoth.length}`);
  for (const file of sources('test/promises/**/*.test.ts')) {
    if (!importsOf(file).includes('test/support/database.ts')) continue;
    assert.ok(onBoth.includes(file), `${file} is missing in ON_POSTGRES of scripts/test/levels.ts`);
  }
});

test('the repository has those pictures of the screen that a page links', () => {
  const linked = sources('{*,docs/**/*}.md').flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/pictures\/[\w-]+\.png/g)].flat(),
  );
  // `npm run pictures` makes many more.
  const kept = [
    ...readFileSync(join(ROOT, '.gitignore'), 'utf8').matchAll(/^!docs\/(pictures.*)$/gm),
  ];
  assert.deepEqual(new Set(kept.map(([, path = '']) => path)), new Set(linked));
  for (const [, path = ''] of kept) assert.ok(existsSync(join(ROOT, 'docs', path)), path);
});

test('every file and heading that one of our pages links to exists', () => {
  for (const page of sources('{*,{docs,bench/results}/**/*}.md')) {
    const text = readFileSync(join(ROOT, page), 'utf8');
    for (const [, path = '', heading] of text.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)) {
      const target = path === '' ? page : join(dirname(page), path);
      assert.ok(existsSync(join(ROOT, target)), `${page} links to ${target}`);
      if (!heading || !target.endsWith('.md')) continue;
      assert.ok(anchorsOf(target).has(heading), `${page} links to ${target}#${heading}`);
    }
  }
});

/** The names that GitHub gives to the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```.*?^```/gms, '');
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  const plain = headings.map((heading) => heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
  return new Set(
    plain.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('the pages for contributors name each file from the root', () => {
  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md']) {
    const named = [
      ...readFileSync(join(ROOT, page), 'utf8').matchAll(/`(\w[\w./-]*\.[a-z]{2,4})`/g),
    ];
    assert.ok(named.length > 10, 'the test sees the names');
    for (const [, path = ''] of named) assert.ok(existsSync(join(ROOT, path)), `${page}: ${path}`);
  }
});
