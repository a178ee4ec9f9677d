import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery } from '#mail/smtp/delivery.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { alarm, ALIAS, copies, forwarding, hand, letter } from '#support/forwarding.ts';
import { addressesOf, serviceInProcess } from '#support/service-in-process.ts';

const ARRIVED: Delivery = {
  kind: 'accepted',
  reply: { code: 250, enhanced: '2.0.0' },
  peer: { host: 'mailbox.test', tls: null },
};

test('a hundred recipients are answered one by one and each gets its copy, the next is deferred', async (t) => {
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

test('unknown and switched-off aliases are rejected with the same text', async (t) => {
  const { client, alias, store } = await forwarding(t);
  const off = await alias('alias-2000@alias.test', 'off@mailbox.test');
  await store.setActive(off.id, false, 'anybody');
  const sender = await client();
  await sender.say('MAIL FROM:<ann@example.org>');
  const unknown = await sender.say('RCPT TO:<alias-3000@alias.test>');
  assert.equal(unknown, '550 5.1.1 Recipient address rejected: User unknown');
  for (const address of ['alias-2000@alias.test', 'nobody@alias.test', 'alias-999@alias.test']) {
    assert.equal(await sender.say(`RCPT TO:<${address}>`), unknown, address);
  }
});

test('an alias switched off between RCPT and the final dot still gets this message', async (t) => {
  const { hop, client, store } = await forwarding(t);
  const sender = await client();
  await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`);
  await store.setActive((await store.aliasByAddress(ALIAS))?.alias.id ?? '', false, 'anybody');
  await sender.say('DATA');
  assert.match(await sender.say(`${letter('one')}.`), /^250 /);
  assert.equal(hop.messages.length, 1);
});

test('postmaster and abuse reach the operator, in any case', async (t) => {
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
  const named = ({ octets }: { octets: Buffer }) =>
    /^Delivered-To: (.*)\r$/m.exec(octets.toString())?.[1];
  assert.deepEqual(hop.messages.slice(0, 4).map(named), [
    'postmaster@alias.test',
    'abuse@alias.test',
    'postmaster@alias.test',
    'postmaster@alias.test',
  ]);
  assert.equal(named(hop.messages[5] ?? assert.fail()), 'postmaster@mx.alias.test');
});

test('an alias takes a thousand messages an hour, the next one later, and another alias takes mail meanwhile', async (t) => {
  const { client, alias, clock } = await forwarding(t, {
    through: (usual) => Object.assign(usual, { deliver: async () => ARRIVED }),
  });
  const neighbour = 'alias-1001@alias.test';
  await alias(neighbour, 'joan@mailbox.test');
  const sender = await client();
  const asked = async (to: string, by = sender) => {
    await by.sayAll('RSET', 'MAIL FROM:<ann@example.org>');
    return by.say(`RCPT TO:<${to}>`);
  };
  // A sender that names the alias without sending does not use up the limit.
  assert.match(await asked(ALIAS), /^250 /);
  await sender.say('RSET');
  for (let i = 0; i < 1000; i++) assert.match(await hand(sender, [ALIAS], alarm('x')), /^250 /);
  assert.match(await asked(ALIAS), /^451 4\.7\.1 /);
  assert.match(await asked(neighbour), /^250 /);
  clock.advance(3_600_000);
  assert.match(await asked(ALIAS, await client()), /^250 /);
});

test('mail to the operator is deferred while no address is set', async (t) => {
  const { client } = await forwarding(t, { operator: undefined });
  assert.match(
    await hand(await client(), ['postmaster@alias.test'], letter('one')),
    /^450 4\.2\.1 /,
  );
});

test('mail for a foreign domain is not relayed', async (t) => {
  const { client } = await forwarding(t);
  const sender = await client();
  for (const address of ['x@elsewhere.test', 'postmaster@elsewhere.test', 'x@mx.alias.test']) {
    assert.match(await hand(sender, [address], letter('one')), /^554 5\.7\.1 /, address);
  }
});

test('one alias in many spellings is one recipient, and each spelling reaches it', async (t) => {
  const { hop, client } = await forwarding(t);
  const spellings = [
    ALIAS,
    'ALIAS-4827@Alias.TEST',
    'alias-4827+shop@alias.test',
    'alias-4827@alias.test.',
    // RFC 5321 section 4.1.2: quoted or not, it means the same mailbox.
    '"alias-4827"@alias.test',
    '"Alias-48\\27+a b"@alias.test',
  ];
  const sender = await client();
  assert.match(await hand(sender, spellings, letter('one')), /^250 /);
  assert.equal(hop.messages.length, 1);
  for (const written of spellings) {
    assert.match(await hand(sender, [written], letter(written)), /^250 /, written);
    const arrived = hop.messages.at(-1)?.octets.toString() ?? '';
    assert.match(arrived, new RegExp(`^Delivered-To: ${ALIAS}\r$`, 'm'), written);
  }
  assert.equal(hop.messages.length, 1 + spellings.length);
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

const headers = { apikey: 'public-anonymous-key', 'content-type': 'application/json' };

test('one mailbox gets one alias, in every spelling of its domain, and mail without SMTPUTF8', async (t) => {
  const hop = await FakeNextHop.start({ extensions: ['PIPELINING', '8BITMIME'] });
  t.after(() => hop.close());
  const service = await serviceInProcess(t, {
    ANON_KEY: headers.apikey,
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    OWNERSHIP: 'open',
  });
  const { http } = addressesOf(service.running);
  const create = async (real_email: string, number: number) => {
    const alias_email = `alias-${number}@alias.localhost`;
    const body = JSON.stringify({ real_email, alias_email, active: true });
    return (await fetch(`${http}/rest/v1/aliases`, { method: 'POST', headers, body })).status;
  };
  const written = ['jane@exämple.test', 'jane@exa\u0308mple.test', 'jane@xn--exmple-cua.test'];
  const statuses = await Promise.all(written.map((real, i) => create(real, 4000 + i)));
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [201, 409, 409],
  );
  const alias = `alias-${4000 + statuses.indexOf(201)}@alias.localhost`;
  assert.match(await hand(await service.client(), [alias], letter('x')), /^250 /);
  assert.deepEqual(
    hop.messages.map(({ recipients }) => recipients),
    [['<jane@xn--exmple-cua.test>']],
  );
});
