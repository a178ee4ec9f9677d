/** The real service in a process of its own, one for all tests of a file: no stand-in, real mail over real sockets. */

import { test as base, expect } from '@playwright/test';
import { postgresServer } from '#support/postgres.ts';
import { type Addresses, ServiceProcess } from '#support/service-process.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { DIST } from '../../scripts/screen.ts';

export { expect };

type After = (cleanUp: () => Promise<void> | void) => void;

type WorkerFixtures = {
  /** Of the service's environment. */
  settings: Record<string, string>;
  addresses: Addresses;
};

/** Its tests run in their order, in one worker; each takes real addresses of its own. */
export const test = base.extend<{ baseURL: string }, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  addresses: [
    async ({ settings }, use) => {
      const cleanUps: (() => Promise<void> | void)[] = [];
      const after: After = (cleanUp) => void cleanUps.unshift(cleanUp);
      const environment = { ...settings, ...(await database(after)) };
      const service = ServiceProcess.start(after, tempFolder(after), environment, DIST);
      await use(await service.addresses());
      for (const cleanUp of cleanUps) await cleanUp();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ addresses }, use) => use(addresses.http),
});

/** The embedded database or, with TEST_DATABASE=postgres, one of a real server. */
async function database(after: After): Promise<Record<string, string>> {
  if (process.env.TEST_DATABASE !== 'postgres') return {};
  const server = await postgresServer(after);
  return { DATABASE_URL: await server.database('browser') };
}

/**
 * Sends a mail as any mail server would.
 * @param lines of header and body, after From and To
 * @returns the reply to RCPT or, where that is positive, to the final dot
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
