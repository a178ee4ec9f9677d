import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ALIAS, forwardingService } from '#support/service-process.ts';
import { hand } from '#support/forwarding.ts';
import type { SmtpClient } from '#support/smtp-client.ts';

const OCTETS = 30_000_000;
const LINE = `${'0123456789'.repeat(9)}\r\n`;
const BODY = LINE.repeat(Math.ceil(OCTETS / LINE.length));
/** V8 collects garbage on threads that may have to wait on a busy machine; a copy that we make shows in each attempt. */
const TRIES = 5;
/** Far fewer than a session gets while 30 MB pass through. */
const LEAST_REPLIES = 10;

const { hop, client: connect, pid } = await forwardingService({ after });

/** Resident memory: now, and its highest value since the process began or since the last reset. In octets. */
function memory(): { now: number; highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) =>
    1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return { now: of('VmRSS'), highest: of('VmHWM') };
}

/** Resets the highest value: https://docs.kernel.org/filesystems/proc.html (clear_refs). */
const forgetHighest = () => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Sends NOOP again after each reply until `done`, and counts the replies. */
async function repliesUntil(done: Promise<unknown>, client: SmtpClient): Promise<number> {
  const state = { isDone: false, replies: 0 };
  const ending = done.finally(() => (state.isDone = true));
  while (!state.isDone) {
    assert.match(await client.say('NOOP'), /^250 /);
    state.replies += 1;
  }
  await ending;
  return state.replies;
}

test('a message of 30 MB arrives whole, in twice its size of memory, while other sessions get their replies', async () => {
  const [client, other] = [await connect(), await connect()];
  assert.match(await hand(client, [ALIAS], 'From: a@b.test\r\n\r\nsmall\r\n'), /^250 /);
  const before = memory().now;
  const grown: number[] = [];
  const isGood = () => Math.min(...grown) <= 2 * OCTETS;
  while (!isGood() && grown.length < TRIES) {
    hop.messages.length = 0;
    forgetHighest();
    const text = `From: a@b.test\r\nX: ${grown.length}\r\n\r\n${BODY}`;
    const handed = hand(client, [ALIAS], text);
    assert.ok((await repliesUntil(handed, other)) >= LEAST_REPLIES);
    assert.match(await handed, /^250 /);
    // Always more than the service had before its first large message, whatever it keeps of the last one.
    grown.push(memory().highest - before);
    assert.ok(hop.messages[0]?.octets.subarray(-BODY.length).equals(Buffer.from(BODY)));
  }
  assert.ok(isGood(), `octets of memory more in each try: ${grown.join(', ')}`);
});

test('an archive that would unpack to a hundred times its size passes unchanged', async () => {
  const client = await connect();
  const packed = gzipSync(Buffer.alloc(50_000_000)).toString('base64').replace(/.{76}/g, '$&\r\n');
  const bomb = `From: a@b.test\r\nContent-Type: application/gzip\r\nContent-Transfer-Encoding: base64\r\n\r\n${packed}\r\n`;
  assert.match(await hand(client, [ALIAS], 'From: a@b.test\r\n\r\nsmall\r\n'), /^250 /);
  // The start has used more memory, and has returned it.
  forgetHighest();
  const before = memory().now;
  assert.match(await hand(client, [ALIAS], bomb), /^250 /);
  assert.ok(hop.messages.at(-1)?.octets.subarray(-bomb.length).equals(Buffer.from(bomb)));
  const grown = memory().highest - before;
  assert.ok(grown < 20_000_000, `${grown} octets more for a mail of ${bomb.length}`);
});
