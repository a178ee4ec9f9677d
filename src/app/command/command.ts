/** `npx veilpost`: what an operator does with the database, while the service runs. */

import { parseArgs } from 'node:util';
import type { StoreLog } from '#store/store-log.ts';
import { openStore } from '#store/open.ts';
import { sqlitePath } from '#store/sqlite/path.ts';
import { backup } from '#store/transfer/backup.ts';
import { migrateTo } from '#store/transfer/migrate-to.ts';
import { restore } from '#store/transfer/restore.ts';
import { Fault } from '../fault.ts';
import { block } from './block.ts';
import { counts } from './counts.ts';
import { EXIT_USAGE } from './exit-codes.ts';
import { exported } from './export.ts';
import { forget, type Forgotten } from './forget.ts';
import { forgetFactors } from './forget-factors.ts';

export const USAGE = `Usage: npx veilpost COMMAND      (the database is DATABASE_URL's)

  init                        makes the database where there is none; one that is there stays as
                              it is
  dns [--new-key]             prints every record that is needed in the DNS, and says of each whether
                              it is there; --new-key: makes the next key for DKIM first
  doctor                      looks at DNS, ports, certificate, relay, database, disk and clock, and
                              says what is wrong and what mends it
  migrate-to postgres://...   moves the embedded database to PostgreSQL while the service runs;
                              a move that broke off goes on where it was
  backup FILE                 writes a copy of the embedded database while the service runs
  restore FILE [--replace]    puts a backup into the embedded database; --replace: also where
                              it holds aliases, which are then gone
  forget-factors ADDRESS      removes the second factors of whoever signs in with this address
  forget ADDRESS              deletes everything that is kept of this address; the names of its
                              aliases are never given again
  export ADDRESS              prints everything that is kept of this address, as JSON
  block ALIAS                 deletes an alias and never gives its name again
  list --count                prints how many aliases there are, by domain
`;

export type CommandOptions = {
  /** DATABASE_URL, read only where a command needs it. @throws Fault where the settings are wrong */
  databaseUrl: () => string;
  /** Takes a line or, where it ends with a carriage return, a passing state. */
  print: (text: string) => void;
  log: StoreLog;
};

/**
 * @param args behind the program's name
 * @throws Fault for a wrong command line, DatabaseUnusable for a database that cannot be used
 */
export async function runCommand(args: string[], options: CommandOptions): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return options.print(USAGE);
  const { command, operand, replace } = readArguments(args);
  const { print, log } = options;
  const database = () => ({ databaseUrl: options.databaseUrl(), log });
  switch (command) {
    case 'init':
      return init(options);
    case 'migrate-to':
      return migrate(operand, options);
    case 'backup': {
      const aliases = await backup(embedded(options.databaseUrl()), operand);
      return options.print(`${operand} holds ${counted(aliases)}.\n`);
    }
    case 'restore': {
      const to = embedded(options.databaseUrl());
      const aliases = restore({ from: operand, to, replace, now: Date.now() });
      return options.print(`${to} holds the ${counted(aliases)} of the backup now.\n`);
    }
    case 'forget-factors': {
      const databaseUrl = options.databaseUrl();
      const factors = await forgetFactors({ databaseUrl, address: operand, log });
      const toBeTold = factors > 0 ? ' The service tells the person by a letter.' : '';
      return print(
        `${factors} second ${factors === 1 ? 'factor is' : 'factors are'} gone.${toBeTold}\n`,
      );
    }
    case 'forget':
      return print(told(await forget(database(), operand)));
    case 'export':
      return print(await exported(database(), operand));
    case 'block':
      return print(await block(database(), operand));
    case 'list':
      return print(await counts(database()));
    default:
      throw new Fault(USAGE, EXIT_USAGE);
  }
}

function told({ aliases, users, changes }: Forgotten): string {
  const gone = [
    aliases > 0 && counted(aliases),
    users > 0 && 'the user with sessions and factors',
    changes > 0 && 'a change to this address that somebody had asked for',
  ];
  const names = aliases > 0 ? ' A name is never given again.' : '';
  return `Deleted: ${gone.filter(Boolean).join(', ')}.${names}\n`;
}

async function init({ databaseUrl, print, log }: CommandOptions): Promise<void> {
  let made = '';
  const whenNew = (database: string) => {
    made = database;
  };
  const store = await openStore(databaseUrl(), { now: Date.now, log, whenNew });
  await store.close();
  print(made ? `A new database was made: ${made}.\n` : 'The database is there already.\n');
}

async function migrate(to: string, { databaseUrl, print, log }: CommandOptions): Promise<void> {
  if (!/^postgres(?:ql)?:\/\//.test(to)) throw new Fault(USAGE, EXIT_USAGE);
  const progress = (copied: number, total: number) =>
    print(`${copied.toLocaleString('en')} of ${counted(total)} copied\r`);
  const aliases = await migrateTo({ from: embedded(databaseUrl()), to, log, progress });
  print(
    `\n${counted(aliases)} moved and compared. The old file takes no more writes: set DATABASE_URL to the new address and start again.\n`,
  );
}

const WITHOUT_OPERAND = new Set(['init', 'list']);

function readArguments(args: string[]): { command: string; operand: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        replace: { type: 'boolean', default: false },
        count: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const { replace, count } = values;
    const [command = '', operand = '', ...more] = positionals;
    const isComplete = (operand === '') === WITHOUT_OPERAND.has(command) && more.length === 0;
    const fits = count === (command === 'list') && (command === 'restore' || !replace);
    if (isComplete && fits) return { command, operand, replace };
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new Fault(USAGE, EXIT_USAGE);
}

/** The path of the embedded database. @throws Fault where a server keeps the aliases */
function embedded(databaseUrl: string): string {
  if (databaseUrl.startsWith('sqlite:')) return sqlitePath(databaseUrl);
  throw new Fault(
    'DATABASE_URL names a PostgreSQL server: use its own tools, pg_dump and pg_restore.',
    EXIT_USAGE,
  );
}

const counted = (aliases: number) =>
  `${aliases.toLocaleString('en')} ${aliases === 1 ? 'alias' : 'aliases'}`;
