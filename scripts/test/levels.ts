/** The levels of `node scripts/test.ts`, as data: which lanes each has, and what a lane runs. */

/** Of the files that match, those that need a process of their own, or all others. */
export type SortedFiles = { patterns: readonly string[]; ownProcess: boolean };

/** One program and its output. */
export type Lane = {
  /** The program and its arguments; `node` is the one that runs this. */
  command: readonly string[];
  /** Further arguments: test files, found when the lane starts. */
  files?: SortedFiles;
  /** Variables that differ from those of the runner; `undefined` removes one. */
  env?: Readonly<Record<string, string | undefined>>;
};

/** Lanes and other levels, by their names. */
export type Level = {
  /** For the usage. */
  what: string;
  of: readonly string[];
  /** `to the end`: one after the other, also after a failure. */
  order: 'at once' | 'to the end' | 'until one fails';
  /** As in Lane, for each lane of the level. */
  env?: Readonly<Record<string, string>>;
};

/** All that the runner knows. A level and a lane have different names. */
export type LevelTable = {
  levels: Readonly<Record<string, Level>>;
  lanes: Readonly<Record<string, Lane>>;
};

const CACHED = ['node', '--import', './test/support/compile-cache.mjs'];
const TESTS = [...CACHED, '--test', '--test-force-exit'];
/** A test that hangs ends after two minutes, by its name. */
const LIMITED = [...TESTS, '--test-timeout=120000'];
/** Files that leave the state of the process as it was: a start costs as much CPU as the tests of one. */
const ONE_PROCESS = [
  ...LIMITED,
  // Threads of the garbage collector take a sixth of the CPU, and both cores have a lane of their own.
  '--single-threaded-gc',
  // Otherwise 64 MB of buffers start a collection of the whole heap: 16 % of the CPU, and the small young generation as much.
  '--external-memory-accounted-in-global-limit',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--test-isolation=none',
];
/** One file more than two cores: a file waits for its processes most of the time. */
const OWN_PROCESSES = [...LIMITED, '--test-concurrency=3'];

const OF_MAIL = [
  'test/promises/{mail,replies,trust}/*.test.ts',
  'test/{standards,fuzz}/**/*.test.ts',
];
const OF_SERVICE = ['test/promises/!(mail|replies|trust)/*.test.ts'];
/** Tests of the store: each promise that uses the database of the run, in two halves. */
const ON_POSTGRES = {
  owners: ['test/promises/owners/*.test.ts'],
  store: [
    'test/promises/supabase/*.test.ts',
    'test/promises/sessions/!(sessions).test.ts',
    'test/promises/store/!(broken-disk|database-gone|foreign-lock).test.ts',
  ],
};

/** @param patterns of the files, of which the lane runs those that need a process of their own, or the others */
const promises = (patterns: readonly string[], ownProcess: boolean): Lane => ({
  command: ownProcess ? OWN_PROCESSES : ONE_PROCESS,
  files: { patterns, ownProcess },
});
const types = (project: string, name: string): Lane => ({
  command:
    `tsc -p ${project} --incremental --tsBuildInfoFile node_modules/.cache/tsc/${name}.tsbuildinfo`.split(
      ' ',
    ),
});

/** The quick unit tests, in two halves. */
const UNITS = {
  service: ['src/{api,app,auth,store}/**/!(*.heavy).test.ts'],
  mail: [
    'src/!(api|app|auth|store)/**/!(*.heavy).test.ts',
    'web/**/*.test.ts',
    'scripts/**/!(*.heavy).test.ts',
    'test/*.test.ts',
  ],
};
/** Of one half, the files that a change can reach. */
const changed = (half: keyof typeof UNITS): Lane => ({
  command: ['node', 'scripts/unit-changed.ts', half, ...UNITS[half], '--', ...ONE_PROCESS.slice(1)],
});

/** The levels of this repository. */
export const TABLE = {
  levels: {
    all: {
      what: 'npm test: fast, heavy, promises and browser, until one fails',
      of: ['fast', 'heavy', 'promises', 'browser'],
      order: 'until one fails',
    },
    check: {
      what: 'npm run check: types, and lint and most unit tests of what has changed',
      of: ['types:server', 'types:web', 'lint:changed', 'changed:service', 'changed:mail'],
      order: 'at once',
      env: { GOGC: 'off' },
    },
    fast: {
      what: 'types, lint of what has changed, most unit tests',
      of: ['types:server', 'types:web', 'lint:changed', 'unit:service', 'unit:mail'],
      order: 'at once',
      // tsc and the linter end before they need their memory again.
      env: { GOGC: 'off' },
    },
    heavy: {
      what: 'unit tests that start a database, a process or the service; the simulation; unused code',
      of: ['lint:unused', 'heavy:service', 'heavy:mail', 'simulation'],
      order: 'at once',
    },
    promises: {
      what: 'promises over real sockets, standards and fuzzing',
      of: ['promises:mail', 'promises:service', 'promises:alone'],
      order: 'at once',
    },
    browser: {
      what: 'the screen in Chromium; it is built first if it has changed',
      of: ['screen', 'browser:specs'],
      order: 'until one fails',
    },
    types: {
      what: 'the types of server and screen',
      of: ['types:server', 'types:web'],
      order: 'at once',
    },
    lint: {
      what: 'all rules on all files',
      of: ['lint:code', 'lint:format', 'lint:unused'],
      order: 'at once',
    },
    postgres: {
      what: 'what has to do with the store, on PostgreSQL',
      of: ['postgres:units', 'postgres:owners', 'postgres:store', 'postgres:alone'],
      order: 'at once',
      env: { TEST_DATABASE: 'postgres' },
    },
    peers: {
      what: 'real mail servers, clients and databases; npm run peers installs them first',
      of: ['peers:together', 'peers:alone'],
      order: 'to the end',
    },
    engines: {
      what: 'the screen in Firefox and WebKit; npm run engines installs them first',
      of: ['screen', 'engines:tests'],
      order: 'until one fails',
    },
  },
  lanes: {
    'types:server': types('.', 'server'),
    'types:web': types('web', 'web'),
    'lint:changed': { command: ['node', 'scripts/lint-changed.ts'] },
    'lint:code': { command: ['oxlint', '--type-aware', '--deny-warnings'] },
    'lint:format': { command: ['biome', 'format', '.'] },
    'lint:unused': { command: ['knip', '--no-progress', '--cache'] },
    'unit:service': { command: [...ONE_PROCESS, ...UNITS.service] },
    'unit:mail': { command: [...ONE_PROCESS, ...UNITS.mail] },
    'changed:service': changed('service'),
    'changed:mail': changed('mail'),
    'heavy:service': { command: [...ONE_PROCESS, 'src/{app,store}/**/*.heavy.test.ts'] },
    'heavy:mail': {
      command: [
        ...ONE_PROCESS,
        'src/!(app|store)/**/*.heavy.test.ts',
        'scripts/**/*.heavy.test.ts',
      ],
    },
    simulation: { command: [...ONE_PROCESS, 'test/simulation/**/*.test.ts'] },
    'promises:mail': promises(OF_MAIL, false),
    'promises:service': promises(OF_SERVICE, false),
    'promises:alone': promises([...OF_MAIL, ...OF_SERVICE], true),
    'postgres:units': {
      command: [...ONE_PROCESS, 'src/store/{,migrations/,postgres/}*.heavy.test.ts'],
    },
    'postgres:owners': promises(ON_POSTGRES.owners, false),
    'postgres:store': promises(ON_POSTGRES.store, false),
    'postgres:alone': promises([...ON_POSTGRES.owners, ...ON_POSTGRES.store], true),
    screen: { command: ['node', 'scripts/build.ts', '--if-changed'] },
    'browser:specs': {
      command: [
        ...CACHED,
        'node_modules/@playwright/test/cli.js',
        'test',
        '--config=test/browser/playwright.config.ts',
      ],
    },
    'peers:together': {
      // Real servers retry after their own times, and the tests wait for them.
      command: [
        ...TESTS,
        '--test-timeout=600000',
        '--test-concurrency=6',
        'test/peers/!(failover|three-nodes).test.ts',
      ],
    },
    // These measure how soon another node takes over: not beside the builds of a release.
    'peers:alone': {
      command: [
        ...TESTS,
        '--test-timeout=300000',
        '--test-concurrency=2',
        'test/peers/{failover,three-nodes}.test.ts',
      ],
    },
    'engines:tests': {
      // Browsers wait for the screen's own times, as in browser:specs.
      command: [
        'node',
        '--test',
        '--test-force-exit',
        '--test-concurrency=3',
        'test/engines/*.test.ts',
      ],
    },
  },
} as const satisfies LevelTable;
