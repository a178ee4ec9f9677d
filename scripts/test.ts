/** `node scripts/test.ts LEVEL...`, or `npm test -- LEVEL...` on any Node: the tests, types and lint, by levels. */

import { fileURLToPath } from 'node:url';
import { commandLine, refuse } from './shared/command-line.ts';
import { TABLE } from './test/levels.ts';
import { LevelRun } from './test/run-levels.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const rows = Object.entries(TABLE.levels).map(([name, { what }]) => `  ${name.padEnd(10)} ${what}`);
const USAGE = `Usage: node scripts/test.ts LEVEL...      with any Node: npm test -- LEVEL...

${rows.join('\n')}

A lane can be named, too: ${Object.keys(TABLE.lanes).join(' ')}
`;

const { values, positionals } = commandLine(USAGE, {
  allowPositionals: true,
  options: {
    // For npm test, which appends its arguments.
    default: { type: 'string' },
  },
});
const named = positionals.length === 0 && values.default ? [values.default] : positionals;
const levels = new LevelRun(TABLE, ROOT, (text) => void process.stdout.write(text));
const unknown = named.filter((name) => !levels.knows(name));

if (named.length === 0) refuse('Name a level');
if (unknown.length > 0) refuse(`There is no level ${unknown.join(', ')}`);
// What ran until then is printed; a second signal ends the runner itself. A terminal sends SIGINT to the lanes, too.
process.once('SIGTERM', () => levels.end('SIGTERM'));
process.once('SIGINT', () => levels.end());
if (!(await levels.run(named))) process.exitCode = 1;
