import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { hand } from '#support/forwarding.ts';
import { browserAt } from '#support/owners-key.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { afterSuite } from './folder.ts';
import { ANN, MAILBOX_DOMAIN, type MailServer } from './servers/mail-server.ts';
import { startPostfix } from './servers/postfix.ts';
import { until } from './program.ts';

const ALIAS = `alias-1001@${ALIAS_DOMAIN}`;
const ABANDONED = `alias-1002@${ALIAS_DOMAIN}`;
const REAL = `jane@${MAILBOX_DOMAIN}`;
const PUBLIC_URL = 'https://veilpost.test';

describe('a Postfix that sends to aliases whose address no one has confirmed', () => {
  const after = afterSuite();
  let all: Awaited<ReturnType<typeof Engine.withHop>>;
  let browser: ReturnType<typeof browserAt>;
  before(async () => {
    const environment = { OWNERSHIP: 'confirmed', PUBLIC_URL };
    all = await Engine.withHop(after, { environment });
    browser = browserAt(all.engine.site, { 'x-alias-ticket': 'T'.repeat(43) });
  });

  const makeAlias = async (alias_email: string, real_email: string) => {
    const row = { alias_email, real_email, active: true };
    assert.equal((await browser.call('POST', '/rest/v1/aliases', row)).status, 201);
  };
  const send = async (postfix: MailServer, alias: string, text: string) => {
    const sender = await SmtpClient.during(after, postfix.port, '127.0.0.2');
    assert.match(await hand(sender, [alias], text, ANN), /^250 /);
  };
  const eventually = (what: string, postfix: MailServer, condition: () => boolean) =>
    until(what, condition, { seconds: 120, state: postfix.log });

  test('the sender keeps the mail, and after the click delivers it once, octet for octet; in between only the confirmation email reaches the mailbox', async () => {
    const { hop, engine, letter } = all;
    const postfix = await startPostfix(after, { relayTo: engine.port });
    await makeAlias(ALIAS, REAL);
    const body = 'The first line.\r\n.dotted\r\n \r\nThe last one: \u00fc\r\n';
    await send(
      postfix,
      ALIAS,
      `From: <${ANN}>\r\nSubject: kept\r\n\r\n${body.replace('\r\n.', '\r\n..')}`,
    );
    const deferrals = () => postfix.log().match(/status=deferred .*450 4\.2\.1 /g)?.length ?? 0;
    await eventually('it was asked to wait twice', postfix, () => deferrals() >= 2);
    assert.equal(hop.messages.length, 0);

    await browser.signIn(REAL, letter);
    await eventually('the queue is empty', postfix, postfix.queueIsEmpty);
    assert.equal(hop.messages.length, 2);
    const [, mail] = hop.messages;
    assert.deepEqual(mail?.recipients, [`<${REAL}>`]);
    assert.ok(mail.octets.toString('latin1').endsWith(`\r\n\r\n${body}`));
  });

  test('without a confirmation the sender returns the mail at the end of its queue lifetime; we send nothing', async () => {
    const { hop, engine } = all;
    const postfix = await startPostfix(after, { relayTo: engine.port, queueLife: '3s' });
    await makeAlias(ABANDONED, `nobody@${MAILBOX_DOMAIN}`);
    const earlier = hop.messages.length;
    await send(postfix, ABANDONED, `From: <${ANN}>\r\nSubject: abandoned\r\n\r\ntext\r\n`);
    await eventually('its sender has the report', postfix, () => postfix.mailbox(ANN).length === 1);
    const report = postfix.mailbox(ANN)[0]?.toString() ?? '';
    assert.match(report, /450 4\.2\.1 Mailbox temporarily unavailable/);
    assert.doesNotMatch(report, /nobody@/);
    assert.equal(hop.messages.length, earlier);
  });
});
