/** A command of `npx veilpost` within its process: from its arguments to its exit code. */

import { DatabaseUnusable } from '#store/errors.ts';
import { mayHaveSeveral } from '../config/config.ts';
import { configure, configureFrom } from '../config/configure.ts';
import { EXIT_FAILURE, Fault } from '../config/fault.ts';
import { limitsOf } from '../letters.ts';
import type { Log } from '../observe/log.ts';
import { takeEnvFile } from './arguments.ts';
import { runCommand } from './command.ts';
import { dns } from './dns/dns.ts';
import { doctor } from './doctor/doctor.ts';

export type CommandOutput = {
  print: (text: string) => void;
  /** For the one sentence of a fault. */
  complain: (text: string) => void;
  log: Log;
};

/** Reads the settings of this process if the command line names no file. @returns the exit code */
export async function run(
  args: string[],
  { print, complain, log }: CommandOutput,
): Promise<number> {
  try {
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
        plan: () => {
          const settings = config();
          return { perOwner: settings.aliasesPerOwner, isPossible: mayHaveSeveral(settings) };
        },
        admin: config,
        print,
        log,
      });
    }
    return 0;
  } catch (error) {
    if (!(error instanceof Fault) && !(error instanceof DatabaseUnusable)) throw error;
    complain(`${error.message.trimEnd()}\n`);
    return error instanceof Fault ? error.exitCode : EXIT_FAILURE;
  }
}
