/** The whole service in the test's process, with one alias made through its api, and the calls of the product. */

import type { TestContext } from 'node:test';
import { addressesOf, nodeInProcess } from './service-in-process.ts';
import { SmtpClient } from './smtp-client.ts';

export const ALIAS = 'alias-1000@alias.localhost';

export type OneAlias = Awaited<ReturnType<typeof oneAlias>>;

/** @param DATABASE_URL of a database that the test owns */
export async function oneAlias(
  t: TestContext,
  DATABASE_URL: string,
  environment: Record<string, string> = {},
) {
  const { running, logged } = await nodeInProcess(t, { DATABASE_URL, ...environment });
  t.after(() => running.close());
  const { http, smtpPort, admin } = addressesOf(running);
  const apikey = /"key":"([^"]+)"/.exec(await (await fetch(http)).text())?.[1] ?? '';
  const headers = { apikey, 'Content-Type': 'application/json' };
  const client = await SmtpClient.greeted(smtpPort);
  t.after(() => client.destroy());
  /** Makes an alias. @returns the status of the answer */
  const create = async (number: number) => {
    const row = {
      real_email: `real${number}@home.example`,
      alias_email: `alias-${number}@alias.localhost`,
    };
    const body = JSON.stringify(row);
    return (await fetch(`${http}/rest/v1/aliases`, { method: 'POST', headers, body })).status;
  };
  const made = await create(1000);
  if (made !== 201) throw new Error(`the first alias was answered ${made}`);
  return {
    running,
    logged,
    create,
    /** The answer of /healthz. */
    health: async () => {
      const answer = await fetch(`${admin}/healthz`);
      return { status: answer.status, text: await answer.text() };
    },
    /** The mail server's reply to a message for this address. */
    rcpt: (address: string) =>
      client.sayAll('RSET', 'MAIL FROM:<a@b.example>', `RCPT TO:<${address}>`),
    /** Status of the page. */
    page: async () => (await fetch(http)).status,
  };
}
