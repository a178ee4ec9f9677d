import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand } from '#support/forwarding.ts';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { type After, afterSuite } from './folder.ts';
import { ANN, JANE, JOHN, type MailServer } from './servers/mail-server.ts';
import { startPostfix } from './servers/postfix.ts';
import { until } from './program.ts';

const KILLS = rounds(6);
const TERMINATIONS = 3;
/** The maximum number of messages between one kill or shutdown of the engine and the next. */
const MAILS_BETWEEN = 32;
/** Turns of this process's event loop, at most, between a message's arrival and the kill; together a few milliseconds. */
const TURNS = 1000;
/** Most time of the engine's graceful shutdowns, as the time limit of their test: a bound for each would measure the machine, too. */
const PATIENT = { timeout: TERMINATIONS * 30_000 };

const ALIASES = {
  [`alias-1001@${ALIAS_DOMAIN}`]: JANE,
  [`alias-1002@${ALIAS_DOMAIN}`]: JOHN,
};
const FILLING = `${'0123456789'.repeat(7)}\r\n`.repeat(100);

describe('a Postfix that sends as fast as it can', () => {
  const after = afterSuite();

  test(`nothing is lost, and only mail in flight is repeated, after kills at ${KILLS} random moments`, async (t) => {
    const random = seededRandom(29);
    const load = await startLoad(after, (KILLS + 1) * MAILS_BETWEEN);
    for (let kill = 1; kill <= KILLS; kill++) {
      await randomMoment(load.hop, random, kill * MAILS_BETWEEN);
      await load.engine.kill();
      await load.engine.restart();
    }
    const arrived = await arrivals(load);
    const uncertain = uncertainAttempts(load.postfix.log());
    let repeated = 0;
    for (const [id, copies] of arrived) {
      const most = 1 + (uncertain.get(id) ?? 0);
      assert.ok(copies <= most, `${id} has ${copies} copies, ${most} at most were in flight`);
      repeated += copies - 1;
    }
    t.diagnostic(`${arrived.size} messages, ${KILLS} kills, 0 lost, ${repeated} copies repeated`);
  });

  test(`nothing is lost or repeated over ${TERMINATIONS} graceful shutdowns`, PATIENT, async () => {
    const load = await startLoad(after, (TERMINATIONS + 1) * MAILS_BETWEEN);
    for (let ending = 1; ending <= TERMINATIONS; ending++) {
      await load.hop.until(() => load.hop.messages.length >= ending * MAILS_BETWEEN);
      assert.equal(await load.engine.terminate(), 0);
      await load.engine.restart();
    }
    for (const [id, copies] of await arrivals(load)) assert.equal(copies, 1, id);
    assert.equal(uncertainAttempts(load.postfix.log()).size, 0);
  });
});

type Load = {
  hop: FakeNextHop;
  engine: Engine;
  postfix: MailServer;
  mails: number;
  /** Resolves when Postfix has accepted all of them. */
  sent: Promise<void>;
};

/** Sets up next hop, engine and Postfix, and begins to send. */
async function startLoad(after: After, mails: number): Promise<Load> {
  const { hop, engine } = await Engine.withHop(after, { aliases: ALIASES });
  const postfix = await startPostfix(after, { relayTo: engine.port });
  return { hop, engine, postfix, mails, sent: send(postfix.port, mails) };
}

/**
 * Waits for some more messages to arrive, and then for some turns of the event loop: the engine may just have received the
 * next hop's 250 without having passed it on, or read a sender's final dot, or be in any other state.
 * @param most messages that may have arrived, so that there are enough for all of the moments
 */
async function randomMoment(hop: FakeNextHop, random: () => number, most: number): Promise<void> {
  const more = 1 + Math.floor(random() * MAILS_BETWEEN);
  const arrived = Math.min(hop.messages.length + more, most);
  await hop.until(() => hop.messages.length >= arrived);
  for (let turns = Math.floor(random() * TURNS); turns > 0; turns--) await setImmediate();
}

async function send(port: number, mails: number): Promise<void> {
  const client = await SmtpClient.greeted(port);
  const aliases = Object.keys(ALIASES);
  for (let i = 0; i < mails; i++) {
    const alias = aliases[i % aliases.length] ?? '';
    const header = `From: <${ANN}>\r\nTo: <${alias}>\r\nMessage-ID: <${i}@origin.test>\r\n`;
    assert.match(await hand(client, [alias], `${header}\r\n${FILLING}${i}\r\n`, ANN), /^250 /);
  }
  client.destroy();
}

/** Waits until Postfix has finished all messages, none of which came back. @returns the copies of each message */
async function arrivals({ hop, postfix, mails, sent }: Load): Promise<Map<string, number>> {
  await sent;
  await until('all messages are delivered', postfix.queueIsEmpty, {
    seconds: 120,
    state: postfix.log,
  });
  assert.deepEqual(postfix.mailbox(ANN), []);
  const copies = new Map<string, number>();
  for (const { octets } of hop.messages) {
    const text = octets.toString('latin1');
    const id = /\r\nMessage-ID: <(\d+)@/.exec(text)?.[1] ?? 'none';
    assert.ok(text.endsWith(`\r\n\r\n${FILLING}${id}\r\n`), `${id} is not whole`);
    copies.set(id, (copies.get(id) ?? 0) + 1);
  }
  assert.equal(copies.size, mails, 'every mail has arrived');
  return copies;
}

/**
 * Postfix's own record of its attempts, by Message-ID: the number of times that it had sent a whole message and the
 * connection broke before a reply. Such a message may have arrived, and it must be sent again (RFC 1047).
 */
function uncertainAttempts(log: string): Map<string, number> {
  const messages = new Map<string, string>();
  const attempts = new Map<string, number>();
  for (const line of log.split('\n')) {
    const [, queued, id] = /: ([0-9A-F]+): message-id=<([^@>]*)/.exec(line) ?? [];
    if (queued !== undefined && id !== undefined) messages.set(queued, id);
    const [, broken] = /: ([0-9A-F]+): to=.*message may be sent more than once/.exec(line) ?? [];
    if (broken === undefined) continue;
    const sent = messages.get(broken) ?? broken;
    attempts.set(sent, (attempts.get(sent) ?? 0) + 1);
  }
  return attempts;
}
