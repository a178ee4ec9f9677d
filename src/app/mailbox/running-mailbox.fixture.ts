/** A try-out mailbox that runs for one test, mail for it, and its pages. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { systemClock } from '#time/clock.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { createLog } from '../observe/log.ts';
import { type RunningMailbox, startMailbox } from './mailbox.ts';

const log = createLog({ write: (line) => assert.fail(line) }, false);

/** @returns a mailbox that the test closes itself */
export function openMailbox(): Promise<RunningMailbox> {
  return startMailbox({
    host: '127.0.0.1',
    port: 0,
    maxMessageBytes: 8_000_000,
    maxInflightBytes: 32_000_000,
    aliasDomain: 'alias.test',
    site: 'http://localhost:3000',
    clock: systemClock,
    log,
  });
}

/** A mailbox that is closed with the test. */
export async function mailbox(t: TestContext): Promise<RunningMailbox> {
  const running = await openMailbox();
  t.after(() => running.close());
  return running;
}

/** Sends the lines as one message over a real connection; returns the reply to the final dot. */
export async function send(running: RunningMailbox, ...lines: string[]): Promise<string> {
  const client = await SmtpClient.greeted(running.smtpPort);
  await client.sayAll('MAIL FROM:<bounce@sender.test>', 'RCPT TO:<jane@home.test>', 'DATA');
  client.send(Buffer.from(`${lines.join('\r\n')}\r\n.\r\n`));
  const verdict = await client.reply();
  assert.match(verdict, /^250 /);
  await client.say('QUIT');
  client.destroy();
  return verdict;
}

/** A page of the mailbox, which must exist. */
export async function page(
  running: RunningMailbox,
  path = '/',
): Promise<{ text: string; headers: Headers }> {
  const answer = await fetch(`http://127.0.0.1:${running.httpPort}${path}`);
  assert.equal(answer.status, 200, path);
  return { text: await answer.text(), headers: answer.headers };
}

/** The address of the newest message's page. */
export async function newest(running: RunningMailbox): Promise<string> {
  const { text } = await page(running);
  return /href="(\/mail\/[^"]+)"/.exec(text)?.[1] ?? assert.fail('the list is empty');
}
