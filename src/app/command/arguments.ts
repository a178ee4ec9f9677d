/** The grammar of the command line of `npx veilpost`. */

import { parseArgs } from 'node:util';
import { MOST_ALIASES_PER_OWNER } from '#rules/plan.ts';
import { Fault } from '../config/fault.ts';
import { EXIT_USAGE } from './exit-codes.ts';

const USAGE = `Usage: npx veilpost COMMAND      (the database is DATABASE_URL's)

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
  plan ADDRESS [--aliases N | --free]
                              prints how many aliases this address may have, and how many it has;
                              --aliases: it may have N (1 to 500), whatever ALIASES_PER_OWNER is;
                              --free: it may have as many as every other address again
  forget ADDRESS              deletes everything that is kept of this address; the names of its
                              aliases are never given again
  export ADDRESS              prints everything that is kept of this address, as JSON
  block ALIAS                 deletes an alias and never gives its name again
  complaints                  prints the aliases that receivers have complained about most within 30
                              days (block ends one)
  list --count                prints how many aliases there are, by domain
  tls-report --day D --print  prints what the running service has counted for its reports on TLS
                              (MTA_STS=report) on a day, today or yesterday, such as 2026-11-26

  help COMMAND                prints the lines of one command
  --version                   prints the version of the program, and of the schema that it knows
  --env-file FILE             before or behind the command: the settings are those of this file,
                              such as /etc/veilpost/environment, and of nothing else
`;

/** @param command its lines alone; undefined, or none of ours: all lines */
export function usageOf(command?: string): string {
  let name: string | undefined;
  const lines = USAGE.split('\n')
    .slice(2)
    .filter((line) => {
      name = /^ {2}(\S+)/.exec(line)?.[1] ?? name;
      return name === command && line !== '';
    });
  return lines.length === 0 ? USAGE : `Usage: npx veilpost COMMAND\n\n${lines.join('\n')}\n`;
}

export type Arguments = {
  command: string;
  /** Empty where there is none. */
  operand: string;
  replace: boolean;
  /** What becomes of the letters to an address; neither: it is shown. */
  allow: boolean;
  stop: boolean;
  /** The number of aliases that an address may have, and whether its own number goes; undefined and false: it is shown. */
  aliases: number | undefined;
  free: boolean;
  /** The number of backups that stay in a folder; undefined: all. */
  keep: number | undefined;
  /** As 2026-11-26; empty where none is given. */
  day: string;
};

const OPTIONS = {
  replace: { type: 'boolean', default: false },
  count: { type: 'boolean', default: false },
  keep: { type: 'string' },
  allow: { type: 'boolean', default: false },
  stop: { type: 'boolean', default: false },
  aliases: { type: 'string' },
  free: { type: 'boolean', default: false },
  day: { type: 'string' },
  print: { type: 'boolean', default: false },
} as const;

/** The operand of a command (in brackets: it need not be there), and its options. */
const GRAMMAR = new Map<string, [operand: string, ...options: (keyof typeof OPTIONS)[]]>([
  ['init', ['']],
  ['migrate-to', ['postgres://user:password@host/database']],
  ['backup', ['FILE or FOLDER', 'keep']],
  ['restore', ['FILE', 'replace']],
  ['check', ['[FILE]']],
  ['forget-factors', ['ADDRESS']],
  ['letters', ['ADDRESS', 'allow', 'stop']],
  ['plan', ['ADDRESS', 'aliases', 'free']],
  ['forget', ['ADDRESS']],
  ['export', ['ADDRESS']],
  ['block', ['ALIAS']],
  ['complaints', ['']],
  ['list', ['', 'count']],
  ['tls-report', ['', 'day', 'print']],
]);

/** @param args behind the program's name. @throws Fault with what is wrong, and the lines of the command */
export function readArguments(args: string[]): Arguments {
  const { values, positionals } = parsed(args);
  const [command = '', ...operands] = positionals;
  const grammar = GRAMMAR.get(command);
  if (grammar === undefined) {
    throw wrongLine(command === '' ? 'A command is missing' : `There is no command ${command}`);
  }
  const refuse = (reason: string) => wrongLine(`veilpost ${command} ${reason}`, command);
  const [operand, ...options] = grammar;
  const foreign = Object.entries(values).find(
    ([name, value]) => value !== false && !options.some((option) => option === name),
  );
  if (foreign !== undefined) throw refuse(`takes no --${foreign[0]}`);
  const most = operand === '' ? 0 : 1;
  if (operands.length > most) {
    throw refuse(`takes ${operand || 'no operand'}, and was given ${operands.join(' ')}`);
  }
  const needsOne = most === 1 && !operand.startsWith('[');
  if (operands[0] === '' || (needsOne && operands.length === 0)) {
    throw refuse(`needs ${operand}`);
  }
  const { replace, count, keep, allow, stop, aliases, free, day = '', print } = values;
  if (command === 'list' && !count) throw refuse('needs --count: there is no list of addresses');
  if (allow && stop) throw refuse('takes --allow or --stop, and not both');
  if (aliases !== undefined && free) throw refuse('takes --aliases or --free, and not both');
  const mayHave = /^[1-9]\d{0,2}$/.test(aliases ?? '1') ? Number(aliases) : Number.NaN;
  if (aliases !== undefined && !(mayHave <= MOST_ALIASES_PER_OWNER)) {
    throw refuse(
      `--aliases needs a number from 1 to ${MOST_ALIASES_PER_OWNER}, and was given ${aliases}`,
    );
  }
  if (keep !== undefined && !/^[1-9][0-9]{0,4}$/.test(keep)) {
    throw refuse(`--keep needs a number from 1 to 99999, and was given ${keep}`);
  }
  if (command === 'tls-report' && (!print || !isDay(day))) {
    throw refuse('needs --print and --day with a date such as 2026-11-26');
  }
  const [given = ''] = operands;
  const kept = keep ? Number(keep) : undefined;
  const plan = { aliases: aliases === undefined ? undefined : mayHave, free };
  return { command, operand: given, replace, allow, stop, ...plan, keep: kept, day };
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node's own advice behind the first sentence is about programs.
    const [reason = ''] = error instanceof Error ? error.message.split(/\.(?:\s|$)/) : [];
    const command = args.find((arg) => GRAMMAR.has(arg));
    throw wrongLine(command === undefined ? reason : `veilpost ${command}: ${reason}`, command);
  }
}

/**
 * The flags of a command that has a page of its own, `help` among them.
 * @throws Fault for a wrong command line, with the page
 */
export function flagsOf(command: string, page: string, args: readonly string[], flags: string[]) {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]));
  const help = { type: 'boolean', short: 'h' } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: { ...options, help } });
    return new Set(Object.keys(values));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/[.:](?: [^]*)?$/, '') : '';
    throw new Fault(`veilpost ${command}: ${reason}.\n\n${page}`, EXIT_USAGE);
  }
}

/** The fault of a wrong command line. @param command whose lines are shown; undefined: all */
export function wrongLine(sentence: string, command?: string): Fault {
  return new Fault(`${sentence}.\n\n${usageOf(command)}`, EXIT_USAGE);
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
  if (!envFile) throw wrongLine('--env-file needs a FILE');
  if (takeEnvFile(rest).envFile !== undefined) throw wrongLine('--env-file stands there twice');
  return { envFile, rest };
}
