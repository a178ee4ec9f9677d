/** The grammar of the command line of `npx veilpost`. */

import { parseArgs } from 'node:util';
import { Fault } from '../fault.ts';
import { EXIT_USAGE } from './exit-codes.ts';

export const USAGE = `Usage: npx veilpost COMMAND      (the database is DATABASE_URL's)

  init                        makes the database where there is none; one that is there stays as
                              it is
  dns [--new-key]             prints every record that is needed in the DNS, and says of each whether
                              it is there; --new-key: makes the next key for DKIM first
  doctor                      looks at DNS, ports, certificate, relay, database, disk and clock, and
                              prints each fault with its remedy
  migrate-to postgres://...   moves the embedded database to PostgreSQL while the service runs;
                              a move that broke off goes on where it was
  backup FILE                 writes a copy of the embedded database while the service runs
  backup FOLDER [--keep N]    writes it into the folder under the time as its name; --keep: and then
                              deletes the oldest ones there beyond N
  restore FILE [--replace]    puts a backup into the embedded database; --replace: also where
                              it holds aliases, which are then gone
  check [FILE]                reads the whole database, or a backup, and changes nothing; prints
                              its integrity, its version and the number of its rows
  forget-factors ADDRESS      removes the second factors of the user with this address
  letters ADDRESS [--allow | --stop]
                              prints whether our letters to this address may leave; --allow: lifts
                              a stop, and lets the next one leave now; --stop: stops them for 180
                              days, but for notices about the account
  forget ADDRESS              deletes everything that is kept of this address; the names of its
                              aliases are never given again
  export ADDRESS              prints everything that is kept of this address, as JSON
  block ALIAS                 deletes an alias and never gives its name again
  list --count                prints how many aliases there are, by domain

  --version                   prints the version of the program, and of the schema that it knows
  --env-file FILE             before or behind the command: the settings are those of this file,
                              such as /etc/veilpost/environment, and of nothing else
`;

export type Arguments = {
  command: string;
  /** Empty where there is none. */
  operand: string;
  replace: boolean;
  /** What becomes of the letters to an address; neither: it is shown. */
  allow: boolean;
  stop: boolean;
  /** The number of backups that stay in a folder; undefined: all. */
  keep: number | undefined;
};

/** The number of operands of each command, at least and at most. */
const OPERANDS = new Map<string, [least: number, most: number]>([
  ['init', [0, 0]],
  ['list', [0, 0]],
  ['check', [0, 1]],
]);

/** @param args behind the program's name. @throws Fault where they are wrong */
export function readArguments(args: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        replace: { type: 'boolean', default: false },
        count: { type: 'boolean', default: false },
        keep: { type: 'string' },
        allow: { type: 'boolean', default: false },
        stop: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const { replace, count, keep, allow, stop } = values;
    const [command = '', ...operands] = positionals;
    const [least, most] = OPERANDS.get(command) ?? [1, 1];
    const fits =
      operands.length >= least &&
      operands.length <= most &&
      operands.every((operand) => operand !== '') &&
      count === (command === 'list') &&
      (command === 'restore' || !replace) &&
      (command === 'letters' ? !(allow && stop) : !(allow || stop)) &&
      (keep === undefined || (command === 'backup' && /^[1-9][0-9]{0,4}$/.test(keep)));
    if (fits) {
      const [operand = ''] = operands;
      return { command, operand, replace, allow, stop, keep: keep ? Number(keep) : undefined };
    }
  } catch {
    // An unknown option: the usage lists the known ones.
  }
  throw new Fault(USAGE, EXIT_USAGE);
}

/**
 * The settings' file, and the arguments without it: `--env-file FILE` or `--env-file=FILE`, before or behind the command.
 * @throws Fault where the option has no file, or stands there twice
 */
export function takeEnvFile(args: readonly string[]): {
  envFile: string | undefined;
  rest: string[];
} {
  const at = args.findIndex((arg) => /^--env-file(?:=|$)/.test(arg));
  if (at < 0) return { envFile: undefined, rest: [...args] };
  const apart = args[at] === '--env-file';
  const envFile = apart ? args[at + 1] : args[at]?.slice('--env-file='.length);
  const rest = args.toSpliced(at, apart ? 2 : 1);
  if (envFile && takeEnvFile(rest).envFile === undefined) return { envFile, rest };
  throw new Fault(USAGE, EXIT_USAGE);
}
