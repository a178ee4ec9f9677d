// npx veilpost, on the Node that scripts/veilpost.mjs has found.
import { DatabaseUnusable } from '#store/errors.ts';
import { configure, configureFrom } from '../config/configure.ts';
import { errorCode, Fault } from '../config/fault.ts';
import { limitsOf } from '../letters.ts';
import { createLog } from '../observe/log.ts';
import { takeEnvFile } from './arguments.ts';
import { runCommand } from './command.ts';
import { dns } from './dns/dns.ts';
import { doctor } from './doctor/doctor.ts';

const EXIT_FAILURE = 1;

let isWritable = true;
process.stdout.on('error', (error) => {
  // A reader that has gone (EPIPE) has read enough; the work goes on.
  if (!isWritable || errorCode(error) === 'EPIPE') return;
  isWritable = false;
  process.stderr.write(`The output cannot be written (${errorCode(error)}).\n`);
  process.exitCode = EXIT_FAILURE;
});

try {
  const args = process.argv.slice(2);
  const print = (text: string) => void process.stdout.write(text);
  const log = createLog(process.stderr, process.stderr.isTTY);
  const { envFile: file, rest } = takeEnvFile(args);
  const [command, ...own] = rest;
  const config = () => (file === undefined ? configure() : configureFrom(file));
  if (command === 'dns') {
    await dns(own, { config, print, now: Date.now, log });
  } else if (command === 'doctor') {
    await doctor(own, { config, print, log });
  } else {
    const letters = () => {
      const settings = config();
      return { secretKeys: settings.secretKeys, limits: limitsOf(settings), now: Date.now };
    };
    await runCommand(rest, {
      databaseUrl: () => config().databaseUrl,
      domains: () => config().names.domains,
      letters,
      admin: config,
      print,
      log,
    });
  }
} catch (error) {
  if (!(error instanceof Fault) && !(error instanceof DatabaseUnusable)) throw error;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  process.exitCode = error instanceof Fault ? error.exitCode : EXIT_FAILURE;
}
