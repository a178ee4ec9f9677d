// npx veilpost, on the Node that scripts/veilpost.mjs has found.
import { DatabaseUnusable } from '#store/unusable.ts';
import { configure } from '../configure.ts';
import { Fault } from '../fault.ts';
import { createLog } from '../log.ts';
import { runCommand } from './command.ts';
import { dns } from './dns/dns.ts';
import { doctor } from './doctor/doctor.ts';

const EXIT_FAILURE = 1;

try {
  const [command, ...args] = process.argv.slice(2);
  const print = (text: string) => void process.stdout.write(text);
  const log = createLog(process.stderr, process.stderr.isTTY);
  if (command === 'dns') {
    await dns(args, { config: configure, print, now: Date.now, log });
  } else if (command === 'doctor') {
    await doctor(args, { config: configure, print, log });
  } else {
    const databaseUrl = () => configure().databaseUrl;
    await runCommand(process.argv.slice(2), { databaseUrl, print, log });
  }
} catch (error) {
  if (!(error instanceof Fault) && !(error instanceof DatabaseUnusable)) throw error;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  process.exitCode = error instanceof Fault ? error.exitCode : EXIT_FAILURE;
}
