/** The grammar of the command line of `npx veilpost`. */

import { parseArgs } from 'node:util';
import { MOST_ALIASES_PER_OWNER } from '#rules/plan.ts';
import { EXIT_USAGE, Fault } from '../config/fault.ts';

const USAGE = `Usage: npx veilpost COMMAND      (the database is DATABASE_URL's)

  init                        creates the database if there is none, else leaves it unchanged
  dns [--new-key]             prints every DNS record that is needed, and whether the DNS has it;
                              --new-key: makes the next DKIM key first
  doctor                      checks DNS, ports, certificate, relay, database, disk and clock, and
                              prints each fault with its fix
  migrate-to postgres://...   copies the embedded database to PostgreSQL while the service runs;
                              run again, it resumes an interrupted copy
  backup FILE|FOLDER [--keep N]
                              writes a copy of the embedded database while the service runs, in a
                              folder to a file named by the time; --keep: then deletes the oldest
                              backups there and keeps N
  restore FILE [--replace]    restores the embedded database from a backup; --replace: even if it
                              holds aliases, which are then lost
  status [FILE | --count | --complaints | --tls-report DAY]
                              reads the whole database, or a backup, without changing it; prints
                              its integrity, its version and its number of rows
                              --count: prints how many aliases there are, by domain
                              --complaints: prints the aliases with the most complaints from
                              receivers in the last 30 days (block deletes one)
                              --tls-report: prints what the running service has counted for its TLS
                              reports (MTA_STS=report) on a day, today or yesterday, as 2026-11-26
  letters ADDRESS [--allow | --stop]
                              prints whether we may send letters to this address; --allow: lifts a
                              stop, so that the next letter may be sent now; --stop: stops all but
                              security notices for 180 days
  plan ADDRESS [--aliases N | --free]
                              prints how many aliases this address may have, and how many it has;
                              --aliases: sets its limit to N (1 to 500), whatever ALIASES_PER_OWNER
                              is; --free: removes that limit, so that ALIASES_PER_OWNER applies
  forget ADDRESS [--factors]  deletes everything stored about this address; the names of its
                              aliases are never used again; --factors: removes only the second
                              factors of its user
  export ADDRESS              prints everything stored about this address, as JSON
  block ALIAS                 deletes an alias; its name is never used again

  help COMMAND                prints the usage of one command
  --version                   prints the version of the program and of its database schema
  --env-file FILE             before or after the command: reads all settings from this file, for
                              example /etc/veilpost/environment, and from nowhere else
`;

/** @param command only its lines; undefined, or unknown: all lines */
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
  /** Empty if there is none. */
  operand: string;
  replace: boolean;
  /** Whether only the second factors of an address are forgotten. */
  factors: boolean;
  /** What to print; `database`: its integrity. */
  status: 'database' | 'count' | 'complaints' | 'tls-report';
  /** What to do about the letters to an address; neither: only show it. */
  allow: boolean;
  stop: boolean;
  /** An address's own limit of aliases: to set to this number, to remove, or only to show. */
  limit: number | 'remove' | 'show';
  /** The number of backups to keep in a folder; Infinity: all. */
  keep: number;
  /** Of TLS reports, such as 2026-11-26; empty if none is given. */
  day: string;
};

const OPTIONS = {
  replace: { type: 'boolean', default: false },
  factors: { type: 'boolean', default: false },
  count: { type: 'boolean', default: false },
  complaints: { type: 'boolean', default: false },
  'tls-report': { type: 'string' },
  keep: { type: 'string' },
  allow: { type: 'boolean', default: false },
  stop: { type: 'boolean', default: false },
  aliases: { type: 'string' },
  free: { type: 'boolean', default: false },
} as const;

/** Options of `status`, of which one may be given. */
const STATUS = ['count', 'complaints', 'tls-report'] as const;

/** The operand of a command (in brackets: optional), and its options. */
const GRAMMAR = new Map<string, [operand: string, ...options: (keyof typeof OPTIONS)[]]>([
  ['init', ['']],
  ['migrate-to', ['postgres://user:password@host/database']],
  ['backup', ['FILE or FOLDER', 'keep']],
  ['restore', ['FILE', 'replace']],
  ['status', ['[FILE]', ...STATUS]],
  ['letters', ['ADDRESS', 'allow', 'stop']],
  ['plan', ['ADDRESS', 'aliases', 'free']],
  ['forget', ['ADDRESS', 'factors']],
  ['export', ['ADDRESS']],
  ['block', ['ALIAS']],
]);

/** @param args after the program's name @throws Fault with the reason, and the usage of the command */
export function readArguments(args: string[]): Arguments {
  const { values, positionals } = parsed(args);
  const [command = '', ...operands] = positionals;
  const grammar = GRAMMAR.get(command);
  if (grammar === undefined) {
    throw wrongLine(command === '' ? 'Missing command' : `Unknown command ${command}`);
  }
  const refuse = (reason: string) => wrongLine(`veilpost ${command} ${reason}`, command);
  const [operand, ...options] = grammar;
  const foreign = Object.entries(values).find(
    ([name, value]) => value !== false && !options.some((option) => option === name),
  );
  if (foreign !== undefined) throw refuse(`does not accept --${foreign[0]}`);
  const most = operand === '' ? 0 : 1;
  if (operands.length > most) {
    throw refuse(`takes ${operand || 'no operand'}, but was given ${operands.join(' ')}`);
  }
  const needsOne = most === 1 && !operand.startsWith('[');
  if (operands[0] === '' || (needsOne && operands.length === 0)) {
    throw refuse(`needs ${operand}`);
  }
  const { replace, factors, keep, allow, stop, aliases, free, 'tls-report': day = '' } = values;
  if (allow && stop) throw refuse('takes --allow or --stop, not both');
  if (aliases !== undefined && free) throw refuse('takes --aliases or --free, not both');
  const mayHave = /^[1-9]\d{0,2}$/.test(aliases ?? '1') ? Number(aliases) : Number.NaN;
  if (aliases !== undefined && !(mayHave <= MOST_ALIASES_PER_OWNER)) {
    throw refuse(
      `--aliases requires a number from 1 to ${MOST_ALIASES_PER_OWNER}, but was given ${aliases}`,
    );
  }
  if (keep !== undefined && !/^[1-9][0-9]{0,4}$/.test(keep)) {
    throw refuse(`--keep requires a number from 1 to 99999, but was given ${keep}`);
  }
  const asked = STATUS.filter((name) => values[name] !== undefined && values[name] !== false);
  if (asked.length + operands.length > 1 && command === 'status') {
    throw refuse('takes only one of FILE, --count, --complaints and --tls-report');
  }
  if (asked[0] === 'tls-report' && !isDay(day)) {
    throw refuse(`--tls-report requires a day such as 2026-11-26, but was given ${day}`);
  }
  const [given = ''] = operands;
  const status = asked[0] ?? 'database';
  return {
    command,
    operand: given,
    replace,
    factors,
    status,
    allow,
    stop,
    limit: aliases === undefined ? (free ? 'remove' : 'show') : mayHave,
    keep: keep === undefined ? Infinity : Number(keep),
    day,
  };
}

/** Date.parse accepts February 31, as March 3. */
function isDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node's own advice after the first sentence is for programmers.
    const [reason = ''] = error instanceof Error ? error.message.split(/\.(?:\s|$)/) : [];
    const command = args.find((arg) => GRAMMAR.has(arg));
    throw wrongLine(command === undefined ? reason : `veilpost ${command}: ${reason}`, command);
  }
}

/**
 * The flags of a command that has its own help page, `help` among them.
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

/** The fault of a wrong command line. @param command whose usage is shown; undefined: all */
export function wrongLine(sentence: string, command?: string): Fault {
  return new Fault(`${sentence}.\n\n${usageOf(command)}`, EXIT_USAGE);
}

/**
 * The file of settings, and the arguments without it: `--env-file FILE` or `--env-file=FILE`, before or after the
 * command.
 * @throws Fault if the option has no file, or is given twice
 */
export function takeEnvFile(args: readonly string[]): {
  envFile?: string;
  rest: string[];
} {
  const at = args.findIndex((arg) => /^--env-file(?:=|$)/.test(arg));
  if (at < 0) return { rest: [...args] };
  const apart = args[at] === '--env-file';
  const envFile = apart ? args[at + 1] : args[at]?.slice('--env-file='.length);
  const rest = args.toSpliced(at, apart ? 2 : 1);
  if (!envFile) throw wrongLine('--env-file requires a FILE');
  if (takeEnvFile(rest).envFile !== undefined) throw wrongLine('--env-file is given twice');
  return { envFile, rest };
}
