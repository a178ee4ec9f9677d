/**
 * The process: starts the service from the environment. A fault becomes one sentence and an exit code, a signal a
 * graceful shutdown.
 */

import { availableParallelism } from 'node:os';
import { StoreUnavailable } from '#store/store.ts';
import { systemClock } from '#time/clock.ts';
import type { Config } from './config/config.ts';
import { configure, unknownVariables } from './config/configure.ts';
import { errorCode, Fault } from './config/fault.ts';
import { collectStartGarbage, delayFullCollections } from '#runtime/garbage.ts';
import { type BuiltScreen, readBuiltScreen } from './http/built-screen.ts';
import { createLog, isJournal, type Log, priority } from './observe/log.ts';
import { inUrl, siteAddress } from './config/listen-address.ts';
import { type Service, startService } from './service.ts';
import { handleSignals, ignoreUserSignals, ignoreOutputErrors } from './signals.ts';
import { VERSION } from './version.ts';
import { warnOfSettings, warnOfUnknown } from './config/warnings.ts';

/** @param dist the folder of the built screen */
export async function main(dist: string): Promise<void> {
  // Before anything uses libuv's threads: with more of them than cores, this thread runs half as fast.
  process.env['UV_THREADPOOL_SIZE'] ??= String(availableParallelism());
  const terminal = process.stdout.isTTY;
  const log = createLog(process.stdout, terminal, isJournal(1, process.env.JOURNAL_STREAM));
  ignoreUserSignals(log);
  ignoreOutputErrors();
  try {
    const config = configure();
    const unknown = unknownVariables();
    endOnError(log);
    delayFullCollections();
    const service = await startService(config, builtScreen(dist), log);
    // Before the start is announced: a supervisor may end the process at once.
    handleSignals(service, log, systemClock.now);
    warnOfUnknown(unknown, log);
    warnOfSettings(config, log);
    // People read the addresses below; a log collector reads this line.
    const { httpPort, smtpPort, adminPort, mailboxPort } = service;
    const ports = { httpPort, smtpPort, adminPort, mailboxPort };
    if (!terminal) log.info({ version: VERSION, ...ports }, 'started');
    process.stdout.write(welcome(config, service));
    // After the output above, which a program may wait for.
    setImmediate(collectStartGarbage);
  } catch (error) {
    const known = error instanceof Fault || error instanceof StoreUnavailable;
    if (!known) throw error;
    const before = isJournal(2, process.env.JOURNAL_STREAM) ? priority('error') : '';
    process.stderr.write(`${before}${error.message}\n`);
    process.exitCode = error instanceof Fault ? error.exitCode : 1;
  }
}

function builtScreen(dist: string): BuiltScreen {
  try {
    return readBuiltScreen(dist);
  } catch (error) {
    throw new Fault(`The screen is not built (${errorCode(error)}): run npm run build.`, 1);
  }
}

/** The addresses of all servers, and what to do next. */
function welcome(config: Config, { httpPort, smtpPort, mailboxPort }: Service): string {
  const host = inUrl(config.httpHost);
  const domain = config.names.domains[0] ?? '';
  const lines = [
    `Screen       ${siteAddress(config, httpPort)}`,
    `Mail server  smtp://${inUrl(config.smtpHost)}:${smtpPort}`,
    ...(mailboxPort === undefined ? [] : [`Mailbox      http://${host}:${mailboxPort}`]),
    '',
    mailboxPort === undefined
      ? 'Check DNS, ports and certificate: npx veilpost doctor'
      : `Take an alias on the screen, then send it a first mail: npm run mail -- alias-1234@${domain}`,
  ];
  return `\n  ${lines.join('\n  ').replaceAll('\n  \n', '\n\n')}\n\n`;
}

/**
 * An uncaught error leaves the process in an unknown state: it exits, and its supervisor (systemd, Docker) restarts it.
 */
function endOnError(log: Log): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'exiting after an uncaught error');
    process.exit(1);
  });
}
