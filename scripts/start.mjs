// npm start. Plain JavaScript, without imports of TypeScript before the cache: to strip the types of one file the
// runtime loads a compiler that stays, 14 MiB in every process.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `Usage: npm start

Starts the screen, the mail server and, unless NEXT_HOP names another next hop, the try-out mailbox.
Settings are variables of the environment or lines of a file .env; .env.example lists them all.
Backup, restore and the move to PostgreSQL: npx veilpost --help
`;

/** Exit code of sysexits.h for a wrong command line. */
const EXIT_USAGE = 64;

/** @returns whether to start the service; if not, the reason has been printed */
function isPlainStart() {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help) process.stdout.write(USAGE);
    return !values.help;
  } catch {
    const given = process.argv.slice(2).join(' ');
    process.stderr.write(`npm start accepts only --help, but was given: ${given}\n`);
    process.exitCode = EXIT_USAGE;
    return false;
  }
}

// From the second start on, the compile cache saves type stripping and compilation, which halves the time of a start.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));

if (isPlainStart()) {
  const { DIST, screenIsReady } = await import('./screen.ts');
  if (screenIsReady()) {
    const { main } = await import('#app/main.ts');
    await main(DIST);
  } else {
    process.exitCode = 1;
  }
}
