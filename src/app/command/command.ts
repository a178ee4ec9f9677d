/** `npx veilpost`: an operator's commands on the database, while the service runs. */

import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { SCHEMA_VERSION } from '#store/migrations/all.ts';
import type { StoreLog } from '#store/database.ts';
import { openStore } from '#store/open.ts';
import { sqlitePath } from '#store/sqlite/address.ts';
import { backup, backupInto } from '#store/transfer/backup.ts';
import { migrateTo } from '#store/transfer/migrate-to.ts';
import { restore } from '#store/transfer/restore.ts';
import { EXIT_USAGE, Fault } from '../config/fault.ts';
import { VERSION } from '../version.ts';
import { type Arguments, readArguments, usageOf, wrongLine } from './arguments.ts';
import { block } from './block.ts';
import { type AdminPlace, checked, complaints, counts, tlsReport } from './status.ts';
import { exported } from './export.ts';
import { forget, forgetFactors, type Forgotten } from './forget.ts';
import { letters, type LetterSettings } from './letters.ts';
import { type OwnersPlan, plan } from './plan.ts';
import type { DatabaseOptions } from './with-store.ts';

export type CommandOptions = {
  /** DATABASE_URL, read only if a command needs it. @throws Fault if the settings are wrong */
  databaseUrl: () => string;
  /** ALIAS_DOMAINS, also read only if needed. @throws Fault */
  domains: () => readonly string[];
  /** SECRET_KEY and the limits of letters, also read only if needed. @throws Fault */
  letters: () => LetterSettings;
  /** ALIASES_PER_OWNER, also read only if needed. @throws Fault */
  plan: () => OwnersPlan;
  /** The address at which the running service reports on itself, also read only if needed. @throws Fault */
  admin: () => AdminPlace;
  /** Prints a line, or a progress message if it ends with a carriage return. */
  print: (text: string) => void;
  log: StoreLog;
};

/**
 * @param args after the program's name
 * @throws Fault for a wrong command line, DatabaseUnusable for a database that cannot be used
 */
export async function runCommand(args: string[], options: CommandOptions): Promise<void> {
  if (args.length === 1 && args[0] === '--version') {
    return options.print(`veilpost ${VERSION}, schema ${SCHEMA_VERSION}\n`);
  }
  const [first, second] = args;
  if (first === 'help') return options.print(usageOf(second));
  if (args.includes('--help') || args.includes('-h')) return options.print(usageOf(first));
  const typed = readArguments(args);
  const { command, operand, replace } = typed;
  const { print, log, databaseUrl } = options;
  const database = () => ({ databaseUrl: databaseUrl(), log });
  switch (command) {
    case 'init':
      return init(databaseUrl(), options);
    case 'migrate-to':
      return migrate(operand, databaseUrl, options);
    case 'backup':
      return print(await takeBackup(embedded(databaseUrl()), typed));
    case 'status':
      return print(await statusOf(typed, options));
    case 'restore': {
      const to = embedded(databaseUrl());
      const aliases = restore({ from: operand, to, replace, now: Date.now() });
      return options.print(`${to} holds the ${counted(aliases)} of the backup now.\n`);
    }
    case 'letters':
      return print(await letters(database(), options.letters(), typed));
    case 'plan':
      return print(await plan(database(), options.plan(), typed));
    case 'forget':
      if (typed.factors) return print(await forgottenFactors(database(), operand));
      return print(deletedSentence(await forget(database(), operand)));
    case 'export':
      return print(await exported(database(), options.letters().secretKeys, operand));
    case 'block':
      return print(await block(database(), operand, options.domains()));
    default:
      throw wrongLine(`Unknown command ${command}`);
  }
}

function statusOf(
  { status, operand, day }: Arguments,
  { databaseUrl, admin, log }: CommandOptions,
): Promise<string> {
  switch (status) {
    case 'database':
      return checked(operand === '' ? databaseUrl() : `sqlite:${operand}`);
    case 'count':
      return counts({ databaseUrl: databaseUrl(), log });
    case 'complaints':
      return complaints({ databaseUrl: databaseUrl(), log }, Date.now());
    case 'tls-report':
      return tlsReport(admin(), day);
  }
}

async function forgottenFactors(database: DatabaseOptions, address: string): Promise<string> {
  const factors = await forgetFactors(database, address);
  const noticed = factors > 0 ? ' The service notifies the user by a letter.' : '';
  return `${factors} second ${factors === 1 ? 'factor is' : 'factors are'} gone.${noticed}\n`;
}

/** @returns a report with the absolute path of the database, so that a wrong folder is noticed */
async function takeBackup(from: string, { operand, keep }: Arguments): Promise<string> {
  const of = resolve(from);
  const isFolder = existsSync(operand) && statSync(operand).isDirectory();
  if (!isFolder && Number.isFinite(keep)) {
    throw new Fault(
      `Folder ${operand} does not exist: create it, owned by the user of the service.`,
      1,
    );
  }
  if (!isFolder) return `${operand} holds ${counted(await backup(from, operand))} of ${of}.\n`;
  const made = await backupInto({ from, folder: operand, keep, now: Date.now() });
  const gone = made.deleted.map((name) => `Deleted: ${name}\n`);
  return [`${made.file} holds ${counted(made.aliases)} of ${of}.\n`, ...gone].join('');
}

function deletedSentence({ aliases, plans, users, changes }: Forgotten): string {
  const gone = [
    aliases > 0 && counted(aliases),
    plans > 0 && 'the number of aliases that the address may have',
    users > 0 && 'the user with sessions and factors',
    changes > 0 && 'a requested change to this address',
  ];
  const names = aliases > 0 ? ' A name is never used again.' : '';
  return `Deleted: ${gone.filter(Boolean).join(', ')}.${names}\n`;
}

async function init(databaseUrl: string, { print, log }: CommandOptions): Promise<void> {
  let made = '';
  const whenNew = (database: string) => {
    made = database;
  };
  const store = await openStore(databaseUrl, { now: Date.now, log, whenNew });
  await store.close();
  print(made ? `A new database was made: ${made}.\n` : 'The database already exists.\n');
}

async function migrate(
  to: string,
  databaseUrl: () => string,
  { print, log }: CommandOptions,
): Promise<void> {
  if (!/^postgres(?:ql)?:\/\//.test(to)) {
    throw wrongLine(
      'veilpost migrate-to requires an address that begins with postgres://',
      'migrate-to',
    );
  }
  const progress = (copied: number, total: number) =>
    print(`${copied.toLocaleString('en')} of ${counted(total)} copied\r`);
  const aliases = await migrateTo({ from: embedded(databaseUrl()), to, log, progress });
  print(
    `\n${counted(aliases)} copied and verified. The old file no longer accepts writes: set DATABASE_URL to the new address and restart.\n`,
  );
}

/** The path of the embedded database. @throws Fault if a server has the aliases */
function embedded(databaseUrl: string): string {
  if (databaseUrl.startsWith('sqlite:')) return sqlitePath(databaseUrl);
  throw new Fault(
    'DATABASE_URL names a PostgreSQL server: use its own tools, pg_dump and pg_restore.',
    EXIT_USAGE,
  );
}

const counted = (aliases: number) =>
  `${aliases.toLocaleString('en')} ${aliases === 1 ? 'alias' : 'aliases'}`;
