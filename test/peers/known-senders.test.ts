/** A newcomer at an alias that takes mail of known senders only: let in from the history, while a real server retries. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isObject } from '#api/body.ts';
import { DnsServer } from '#support/dns-server.ts';
import { hand } from '#support/forwarding.ts';
import { browserAt } from '#support/owners-key.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { afterSuite } from './folder.ts';
import { ANN, JANE, ORIGIN_DOMAIN } from './servers/mail-server.ts';
import { startPostfix } from './servers/postfix.ts';
import { until } from './program.ts';

const ALIAS = `alias-1001@${ALIAS_DOMAIN}`;
const ROW = { real_email: JANE, alias_email: ALIAS, active: true };

const after = afterSuite();

/** The calls of a visitor who becomes the alias's owner. */
async function owner({ engine, letter }: Awaited<ReturnType<typeof Engine.withHop>>) {
  const { call, signIn } = browserAt(engine.site, {
    Prefer: 'return=representation',
    'x-alias-ticket': 'T'.repeat(43),
  });
  const [made] = [(await call('POST', '/rest/v1/aliases', ROW)).json].flat();
  assert.ok(isObject(made));
  await signIn(JANE, letter);
  return { call, id: String(made.id) };
}

test('a newcomer waits at a locked alias, its owner lets it in, and the retry of a Postfix arrives once', async () => {
  const spf = { TXT: ['v=spf1 ip4:127.0.0.1 -all'] };
  const dns = await DnsServer.during({ after }, { [ORIGIN_DOMAIN]: spf });
  const all = await Engine.withHop(after, {
    environment: {
      MAIL_CHECKS: 'on',
      DNS_SERVERS: `127.0.0.1:${dns.port}`,
      OWNERSHIP: 'confirmed',
      PUBLIC_URL: 'https://veilpost.test',
    },
  });
  const { hop, engine } = all;
  const { call, id } = await owner(all);
  const lock = `/rest/v1/alias_states?alias_id=eq.${id}`;
  assert.equal((await call('PATCH', lock, { known_only: true })).status, 200);

  const postfix = await startPostfix(after, { relayTo: engine.port });
  const sender = await SmtpClient.during(after, postfix.port, '127.0.0.2');
  const text = 'tea on sunday';
  const mail = `From: Ann <${ANN}>\r\nTo: <${ALIAS}>\r\nSubject: ${text}\r\n\r\n${text}\r\n`;
  assert.match(await hand(sender, [ALIAS], mail, ANN), /^250 /);

  let newcomer: unknown;
  await until(
    'the history shows the newcomer',
    async () => {
      const { json } = await call('GET', `/functions/v1/history?alias_id=${id}`);
      assert.ok(isObject(json) && Array.isArray(json.events));
      newcomer = json.events.find(({ kind }) => kind === 'held');
      return newcomer !== undefined;
    },
    { state: postfix.log },
  );
  assert.ok(isObject(newcomer));
  assert.deepEqual([newcomer.author, newcomer.reason], [ORIGIN_DOMAIN, 'new_sender']);
  const copies = () => hop.messages.filter(({ octets }) => octets.toString().includes(text)).length;
  assert.equal(copies(), 0);
  const rule = { alias_id: id, sender: newcomer.sender, rule: 'let' };
  assert.equal((await call('POST', '/functions/v1/senders', rule)).status, 200);
  await until('the queue is empty', postfix.queueIsEmpty, { seconds: 120, state: postfix.log });
  assert.equal(copies(), 1);
  assert.match(postfix.log(), /status=deferred .*450 4\.7\.1 This mailbox takes mail of known/);
  assert.match(postfix.log(), /status=sent \(250 2\.0\.0 Delivered/);
});
