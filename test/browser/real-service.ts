/** The real service in a process of its own, one for all tests of a file: no stand-in, real mail over real sockets. */

import { postgresServer } from '#support/postgres.ts';
import { type Addresses, latestMail, ServiceProcess } from '#support/service-process.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { DIST } from '../../scripts/screen.ts';
import { expect, test as base } from './fixtures.ts';

export { expect };

type CleanUp = () => Promise<void> | void;

/** Of the service of the file whose tests run. */
let started: Addresses | undefined;

/** Its tests run in their order, in one worker; each uses its own real addresses. */
export const test = base.extend<{ addresses: Addresses }>({
  // Playwright reads the names of the fixtures from the pattern.
  // oxlint-disable-next-line no-empty-pattern
  addresses: async ({}, use) => {
    if (!started) throw new Error('startService is not called in this file.');
    await use(started);
  },
  // Playwright reads it even before the service is started.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(started?.http ?? ''),
});

/**
 * One service for all tests of the file. Not a fixture of the worker: Playwright would start a worker for it, after all others.
 * @param settings of its environment
 */
export function startService(settings: Record<string, string> = {}): void {
  const cleanUps: CleanUp[] = [];
  const after = (cleanUp: CleanUp) => void cleanUps.unshift(cleanUp);
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    const environment = { ...settings, ...(await database(after)) };
    started = await ServiceProcess.start(after, tempFolder(after), environment, DIST).addresses();
  });
  test.afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
}

/** The embedded database or, with TEST_DATABASE=postgres, one of a real server. */
async function database(after: (cleanUp: CleanUp) => void): Promise<Record<string, string>> {
  if (process.env.TEST_DATABASE !== 'postgres') return {};
  const server = await postgresServer(after);
  return { DATABASE_URL: await server.database('browser') };
}

/**
 * Sends a message as any mail server would.
 * @param lines of header and body, after From and To
 * @returns the reply to RCPT or, if that is positive, to the final dot
 */
export async function mail(port: number, alias: string, ...lines: string[]): Promise<string> {
  const client = await SmtpClient.greeted(port);
  await client.say('MAIL FROM:<ann@example.org>');
  const recipient = await client.say(`RCPT TO:<${alias}>`);
  if (!recipient.startsWith('250')) return recipient;
  await client.say('DATA');
  const header = ['From: Ann <ann@example.org>', `To: <${alias}>`];
  const verdict = await client.say([...header, ...lines, '.'].join('\r\n'));
  client.destroy();
  return verdict;
}

/** @returns the token of the link in the email to an owner, once there is one */
export async function tokenInLetter(addresses: Addresses, to: string): Promise<string> {
  return /#confirm=([\w-]{43})/.exec(await latestMail(addresses, to))?.[1] ?? '';
}
