import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '#store/store.ts';
import { CLOSE, SILENCE } from '#support/fake-next-hop.ts';
import { ALIAS, copies, forwarding, hand, letter, REAL } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';

test('a mail to an alias is answered 250 only after the real mailbox’s 250', async (t) => {
  const { hop, client } = await forwarding(t, { hop: { script: { dot: SILENCE } } });
  const sender = await client();
  await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  sender.send(`${letter('one')}.\r\n`);
  await hop.until(() => hop.count('dot') === 1);
  let answered = false;
  const answer = sender.reply().then((text) => {
    answered = true;
    return text;
  });
  // The far side has the whole mail and is silent: so are we.
  const other = await client();
  await other.say('NOOP');
  assert.equal(answered, false);
  hop.say('250 2.0.0 taken');
  assert.equal(await answer, '250 2.0.0 Delivered g0000g0000');
});

test('a sender that closes its side after its final dot still gets the verdict', async (t) => {
  const { hop, client } = await forwarding(t, { hop: { script: { dot: SILENCE } } });
  const sender = await client();
  await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  sender.send(`${letter('one')}.\r\n`);
  sender.endWriting();
  await hop.until(() => hop.count('dot') === 1);
  hop.say('250 2.0.0 taken');
  assert.equal(await sender.untilClosed(), '250 2.0.0 Delivered g0000g0000\r\n');
});

test('the next hop gets the mail to the real address, from our return path', async (t) => {
  const { hop, client } = await forwarding(t);
  assert.match(await hand(await client(), [ALIAS], letter('one')), /^250 /);
  const [taken] = hop.messages;
  assert.deepEqual(taken?.recipients, [`<${REAL}>`]);
  assert.match(taken?.mail ?? '', /^MAIL FROM:<srs0=[^>]*@b\.alias\.test>/);
});

test('A04 the mail of a client that knows only HELO arrives, marked as received with SMTP', async (t) => {
  const { port, hop } = await forwarding(t);
  const sender = await SmtpClient.connect(port);
  await sender.reply();
  assert.equal(await sender.say('HELO old.test'), '250 mx.alias.test');
  assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
  assert.match(
    String(hop.messages[0]?.octets),
    /^Received: from old\.test \(\[127\.0\.0\.1\]\)\r\n\tby mx\.alias\.test with SMTP id \w+\r\n/,
  );
  await sender.say('QUIT');
});

test('A15 a hundred recipients are answered one by one and each gets its copy, the next is deferred', async (t) => {
  const all = await forwarding(t);
  const boxes = Array.from({ length: 101 }, (_, i) => ({
    address: `alias-${1000 + i}@alias.test`,
    real: `box-${i}@mailbox.test`,
  }));
  for (const { address, real } of boxes) await all.alias(address, real);
  const sender = await all.client();
  await sender.say('MAIL FROM:<ann@example.org>');
  const answers = [];
  for (const { address } of boxes) answers.push(await sender.say(`RCPT TO:<${address}>`));
  for (const answer of answers.slice(0, 100)) assert.match(answer, /^250 2\.1\.5 /);
  assert.match(answers[100] ?? '', /^452 4\.5\.3 /);
  await sender.say('DATA');
  assert.match(await sender.say(`${letter('one')}.`), /^250 /);
  const arrived = () => boxes.map(({ real }) => copies(all, 'one', real));
  assert.deepEqual(arrived(), [...Array.from({ length: 100 }, () => 1), 0]);
  assert.match(await hand(sender, [boxes[100]?.address ?? ''], letter('one')), /^250 /);
  assert.deepEqual(
    arrived(),
    Array.from({ length: 101 }, () => 1),
  );
  assert.equal(all.hop.messages.length, 101);
});

const FAR_SAYS: [said: string, heard: RegExp][] = [
  ['451 4.2.2 jane.doe@mailbox.test is over quota', /^451 4\.2\.2 /],
  ['452 4.3.1 full', /^452 4\.3\.1 /],
  ['550 5.7.1 jane.doe@mailbox.test does not like you', /^550 5\.7\.1 /],
  ['552 5.2.3 too large for jane.doe', /^552 5\.2\.3 /],
];

for (const step of ['MAIL', 'RCPT', 'DATA', 'dot'] as const) {
  for (const [said, heard] of FAR_SAYS) {
    test(`the far side's ${said.slice(0, 9)} to ${step} is the sender's answer, in our words`, async (t) => {
      const { hop, client } = await forwarding(t, { hop: { script: { [step]: said } } });
      const answer = await hand(await client(), [ALIAS], letter('one'));
      assert.match(answer, heard);
      assert.doesNotMatch(answer, /jane|doe|mailbox\.test/i);
      assert.equal(hop.messages.length, 0);
    });
  }
}

test('a next hop that cannot be reached is a 451, and the mail arrives when it is back', async (t) => {
  const { hop, client } = await forwarding(t, { hop: { script: { greeting: CLOSE } } });
  const sender = await client();
  assert.match(await hand(sender, [ALIAS], letter('one')), /^4\d\d 4\./);
  hop.script = {};
  assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
  assert.equal(hop.messages.length, 1);
});

test('I28 a sender that leaves before its final dot has sent nothing', async (t) => {
  const { hop, client, leave, receiver, forwarder } = await forwarding(t);
  const sender = await client();
  await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  sender.send(letter('half'));
  await leave(sender);
  await forwarder.settled();
  assert.equal(hop.connections.total, 0);
  assert.equal(receiver.inFlightOctets, 0);
});

test('A11 unknown and switched-off aliases are refused in the same words', async (t) => {
  const { client, alias, store } = await forwarding(t);
  const off = await alias('alias-2000@alias.test', 'off@mailbox.test');
  await store.setActive(off.id, false, 'anybody');
  const sender = await client();
  await sender.say('MAIL FROM:<ann@example.org>');
  const unknown = await sender.say('RCPT TO:<alias-3000@alias.test>');
  assert.equal(unknown, '550 5.1.1 There is no such mailbox here');
  for (const address of ['alias-2000@alias.test', 'nobody@alias.test', 'alias-999@alias.test']) {
    assert.equal(await sender.say(`RCPT TO:<${address}>`), unknown, address);
  }
});

test('an alias that is switched off refuses the very next mail', async (t) => {
  const { client, store } = await forwarding(t);
  const sender = await client();
  assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
  const alias = (await store.aliasByAddress(ALIAS))?.alias;
  await store.setActive(alias?.id ?? '', false, 'anybody');
  assert.match(await hand(sender, [ALIAS], letter('two')), /^550 5\.1\.1 /);
  await store.setActive(alias?.id ?? '', true, 'anybody');
  assert.match(await hand(sender, [ALIAS], letter('three')), /^250 /);
});

test('I33 an alias switched off between RCPT and the final dot still gets this mail', async (t) => {
  const { hop, client, store } = await forwarding(t);
  const sender = await client();
  await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`);
  await store.setActive((await store.aliasByAddress(ALIAS))?.alias.id ?? '', false, 'anybody');
  await sender.say('DATA');
  assert.match(await sender.say(`${letter('one')}.`), /^250 /);
  assert.equal(hop.messages.length, 1);
});

test('A07 a mail with the null reverse-path keeps it', async (t) => {
  const { hop, client } = await forwarding(t);
  assert.match(await hand(await client(), [ALIAS], letter('one'), ''), /^250 /);
  assert.match(hop.messages[0]?.mail ?? '', /^MAIL FROM:<>/);
});

test('A13 postmaster and abuse reach the operator, in any case', async (t) => {
  const { hop, client } = await forwarding(t);
  const sender = await client();
  for (const address of [
    'postmaster@alias.test',
    'ABUSE@Alias.Test',
    'Postmaster',
    '"postmaster"@alias.test',
    '"\\Abuse"@alias.test.',
    // RFC 5321 section 4.5.1: each domain that receives mail.
    'Postmaster@MX.alias.test',
    'abuse@mx.alias.test.',
    'postmaster@b.alias.test',
    'ABUSE@b.alias.test',
  ]) {
    assert.match(await hand(sender, [address], letter(address)), /^250 /, address);
    assert.match(hop.messages.at(-1)?.recipients[0] ?? '', /operator@mailbox\.test/);
  }
});

test('mail to the operator is deferred while no address is set', async (t) => {
  const { client } = await forwarding(t, { operator: undefined });
  assert.match(
    await hand(await client(), ['postmaster@alias.test'], letter('one')),
    /^450 4\.2\.1 /,
  );
});

test('A14 mail for a foreign domain is not relayed', async (t) => {
  const { client } = await forwarding(t);
  const sender = await client();
  for (const address of ['x@elsewhere.test', 'postmaster@elsewhere.test', 'x@mx.alias.test']) {
    assert.match(await hand(sender, [address], letter('one')), /^554 5\.7\.1 /, address);
  }
});

test('A16 one alias in many spellings is one recipient', async (t) => {
  const { hop, client } = await forwarding(t);
  const spellings = [
    ALIAS,
    'ALIAS-4827@Alias.TEST',
    'alias-4827+shop@alias.test',
    'alias-4827@alias.test.',
    // RFC 5321 section 4.1.2: quoted or not, it is the same mailbox.
    '"alias-4827"@alias.test',
    '"Alias-48\\27+a b"@alias.test',
  ];
  assert.match(await hand(await client(), spellings, letter('one')), /^250 /);
  assert.equal(hop.messages.length, 1);
});

for (const written of [
  'alias-4827@alias.test.',
  '"alias-4827"@alias.test',
  '"Alias-48\\27+a b"@Alias.test.',
]) {
  test(`mail to ${written} reaches its alias`, async (t) => {
    const { hop, client } = await forwarding(t);
    assert.match(await hand(await client(), [written], letter('one')), /^250 /);
    assert.match(
      hop.messages[0]?.octets.toString() ?? '',
      new RegExp(`^Delivered-To: ${ALIAS}\r$`, 'm'),
    );
  });
}

/** A store whose look-ups of aliases can fail. */
const downWhere = (isDown: () => boolean) => (store: Store) => ({
  recall: store.recall.bind(store),
  remember: store.remember.bind(store),
  aliasByAddress: (address: string) =>
    isDown() ? Promise.reject(new Error('down')) : store.aliasByAddress(address),
});

test('I31 a store that does not answer is a 451, and later all works', async (t) => {
  let down = true;
  const { client, faults } = await forwarding(t, {
    seen: downWhere(() => down),
  });
  const sender = await client();
  assert.match(await hand(sender, [ALIAS], letter('one')), /^451 4\.3\.0 /);
  assert.equal(faults.length, 1);
  down = false;
  assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
});

test('I31 a cached alias is served while the store is down, for two seconds and no longer', async (t) => {
  let down = false;
  const { client, clock, hop } = await forwarding(t, {
    cacheMs: 2000,
    seen: downWhere(() => down),
  });
  const sender = await client();
  assert.match(await hand(sender, [ALIAS], letter('looked up')), /^250 /);
  down = true;
  for (const ms of [1000, 999]) {
    clock.advance(ms);
    assert.match(await hand(sender, [ALIAS], letter(`${ms} ms later`)), /^250 /);
  }
  clock.advance(1);
  assert.match(await hand(sender, [ALIAS], letter('too late')), /^451 4\.3\.0 /);
  down = false;
  assert.match(await hand(sender, [ALIAS], letter('all is well')), /^250 /);
  assert.equal(hop.messages.length, 4);
});

test('I31 while a store is slow its sender waits and loses nothing, and mail that needs no store is served', async (t) => {
  const asked = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<void>();
  const { client, hop } = await forwarding(t, {
    seen: (store) => ({
      recall: (key, now) => store.recall(key, now),
      remember: (key, entry, expires) => store.remember(key, entry, expires),
      async aliasByAddress(address) {
        asked.resolve();
        await answers.promise;
        return store.aliasByAddress(address);
      },
    }),
  });
  const verdict = hand(await client(), [ALIAS], letter('one'));
  await asked.promise;
  assert.match(await hand(await client(), ['postmaster@alias.test'], letter('two')), /^250 /);
  answers.resolve();
  assert.match(await verdict, /^250 /);
  assert.equal(hop.messages.length, 2);
});

test('an alias of an internationalized domain is found in both forms of its name', async (t) => {
  const domain = 'xn--bcher-kva.example';
  const space = { domains: ['alias.test', domain], numbers: { first: 1000, last: 9999 } };
  const all = await forwarding(t, { space });
  await all.alias(`alias-1001@${domain}`, 'books@mailbox.test');
  const sender = await all.client();
  await sender.say('MAIL FROM:<ann@example.org> SMTPUTF8');
  for (const form of [domain, 'bücher.example', 'BÜCHER.example']) {
    const line = Buffer.from(`RCPT TO:<alias-1001@${form}>`).toString('latin1');
    assert.match(await sender.say(line), /^250 /, form);
  }
});
