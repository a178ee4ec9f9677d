/**
 * `npx veilpost`: an operator's commands on the database, while the service runs. From the arguments to the exit code.
 */

import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { SCHEMA_VERSION } from '#store/migrations/all.ts';
import { DatabaseUnusable } from '#store/errors.ts';
import { openStore } from '#store/open.ts';
import { sqlitePath } from '#store/sqlite/address.ts';
import { backup, backupInto } from '#store/transfer/backup.ts';
import { migrateTo } from '#store/transfer/migrate-to.ts';
import { restore } from '#store/transfer/restore.ts';
import type { Config } from '../config/config.ts';
import { configure, configureFrom } from '../config/configure.ts';
import { EXIT_FAILURE, EXIT_USAGE, Fault } from '../config/fault.ts';
import { VERSION } from '../version.ts';
import { type Arguments, readArguments, takeEnvFile, usageOf, wrongLine } from './arguments.ts';
import { block } from './block.ts';
import { dns } from './dns/dns.ts';
import { doctor } from './doctor/doctor.ts';
import { checked, complaints, counts, tlsReport } from './status.ts';
import { exported } from './export.ts';
import { forget, forgetFactors, type Forgotten } from './forget.ts';
import { letters } from './letters.ts';
import { plan } from './plan.ts';
import type { CommandOptions, DatabaseOptions } from './with-store.ts';

export type CommandOutput = Pick<CommandOptions, 'print' | 'log'> & {
  /** For the one sentence of a fault. */
  complain: (text: string) => void;
};

/** Reads the settings of this process if the command line names no file. @returns the exit code */
export async function run(args: string[], { complain, ...output }: CommandOutput): Promise<number> {
  try {
    const { envFile: file, rest } = takeEnvFile(args);
    const config = () => (file === undefined ? configure() : configureFrom(file));
    await runCommand(rest, { ...output, config, now: Date.now });
    return 0;
  } catch (error) {
    if (!(error instanceof Fault) && !(error instanceof DatabaseUnusable)) throw error;
    complain(`${error.message.trimEnd()}\n`);
    return error instanceof Fault ? error.exitCode : EXIT_FAILURE;
  }
}

/**
 * @param args after the program's name
 * @throws Fault for a wrong command line, DatabaseUnusable for a database that cannot be used
 */
export async function runCommand(args: string[], options: CommandOptions): Promise<void> {
  const { config, print, log } = options;
  if (args.length === 1 && args[0] === '--version') {
    return print(`veilpost ${VERSION}, schema ${SCHEMA_VERSION}\n`);
  }
  const [first, ...own] = args;
  if (first === 'dns') return dns(own, options);
  if (first === 'doctor') return doctor(own, options);
  if (first === 'help') return print(usageOf(own[0]));
  if (args.includes('--help') || args.includes('-h')) return print(usageOf(first));
  const typed = readArguments(args);
  const { command, operand, replace } = typed;
  const databaseUrl = () => config().databaseUrl;
  const database = () => ({ databaseUrl: databaseUrl(), log });
  switch (command) {
    case 'init':
      return init(database(), print);
    case 'migrate-to':
      return migrate(operand, database, print);
    case 'backup':
      return print(await takeBackup(embedded(databaseUrl()), typed));
    case 'status':
      return print(await statusOf(typed, config, database));
    case 'restore': {
      const to = embedded(databaseUrl());
      const aliases = restore({ from: operand, to, replace, now: Date.now() });
      return print(`${to} holds the ${counted(aliases)} of the backup now.\n`);
    }
    case 'letters':
      return print(await letters(database(), config(), typed, options.now));
    case 'plan':
      return print(await plan(database(), config(), typed));
    case 'forget':
      if (typed.factors) return print(await forgottenFactors(database(), operand));
      return print(deletedSentence(await forget(database(), operand)));
    case 'export':
      return print(await exported(database(), config().secretKeys, operand));
    case 'block':
      return print(await block(database(), operand, config().names.domains));
    default:
      throw wrongLine(`Unknown command ${command}`);
  }
}

function statusOf(
  { status, operand, day }: Arguments,
  config: () => Config,
  database: () => DatabaseOptions,
): Promise<string> {
  switch (status) {
    case 'database':
      return checked(operand === '' ? config().databaseUrl : `sqlite:${operand}`);
    case 'count':
      return counts(database());
    case 'complaints':
      return complaints(database(), Date.now());
    case 'tls-report':
      return tlsReport(config(), day);
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
  const isThere = existsSync(operand);
  const isFolder = isThere && statSync(operand).isDirectory();
  if (!isFolder && Number.isFinite(keep)) {
    throw new Fault(
      isThere
        ? `${operand} is a file: --keep requires a folder.`
        : `Folder ${operand} does not exist: create it, owned by the user of the service.`,
      EXIT_FAILURE,
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

async function init(
  { databaseUrl, log }: DatabaseOptions,
  print: CommandOptions['print'],
): Promise<void> {
  let made = '';
  const whenNew = (database: string) => void (made = database);
  const store = await openStore(databaseUrl, { now: Date.now, log, whenNew });
  await store.close();
  print(made ? `A new database was made: ${made}.\n` : 'The database already exists.\n');
}

async function migrate(
  to: string,
  database: () => DatabaseOptions,
  print: CommandOptions['print'],
): Promise<void> {
  if (!/^postgres(?:ql)?:\/\//.test(to)) {
    throw wrongLine(
      'veilpost migrate-to requires an address that begins with postgres://',
      'migrate-to',
    );
  }
  const progress = (copied: number, total: number) =>
    print(`${copied.toLocaleString('en')} of ${counted(total)} copied\r`);
  const { databaseUrl, log } = database();
  const aliases = await migrateTo({ from: embedded(databaseUrl), to, log, progress });
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
