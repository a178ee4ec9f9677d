/** The command line of a script: --help prints its usage, and a wrong command line is one sentence and exit code 64. */

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { EXIT_USAGE } from '#app/config/fault.ts';

/** Like `parseArgs`, but returns only if the script has something to do. @param config without the option `help` */
export function commandLine<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const given = process.argv.slice(2);
  if (given.includes('--help') || given.includes('-h')) {
    console.log(usage.trimEnd());
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    // Node's own advice after the first sentence is about positional arguments.
    const [reason = ''] = error instanceof Error ? error.message.split(/\.?(?:\s*\n|\. |$)/) : [];
    return refuse(reason);
  }
}

/** Ends the script. @param reason without a full stop */
export function refuse(reason: string): never {
  console.error(`${reason}. See --help.`);
  process.exit(EXIT_USAGE);
}
