// npx veilpost, on the Node that scripts/veilpost.mjs has found.
import { DatabaseUnusable } from '#store/unusable.ts';
import { configure, databaseUrlIn } from '../configure.ts';
import { Fault } from '../fault.ts';
import { createLog } from '../log.ts';
import { runCommand } from './command.ts';

const EXIT_FAILURE = 1;

try {
  await runCommand(process.argv.slice(2), {
    databaseUrl: (envFile) =>
      envFile === undefined ? configure().databaseUrl : databaseUrlIn(envFile),
    print: (text) => process.stdout.write(text),
    log: createLog(process.stderr, process.stderr.isTTY),
  });
} catch (error) {
  if (!(error instanceof Fault) && !(error instanceof DatabaseUnusable)) throw error;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  process.exitCode = error instanceof Fault ? error.exitCode : EXIT_FAILURE;
}
