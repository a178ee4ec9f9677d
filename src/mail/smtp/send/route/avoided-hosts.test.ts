/** A server in trouble does not keep messages from the next server, however many there are. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SILENCE } from '#support/fake-next-hop.ts';
import {
  envelope,
  goingByMx,
  message,
  type Sending,
  server,
  TWO_SERVERS,
  until,
} from '#support/sending.ts';

/** Simultaneous messages. */
const manyMails = ({ nextHop, deadline }: Sending, count: number) =>
  Array.from({ length: count }, () => nextHop.deliver(envelope, message, deadline));

suite('a first server without sessions', () => {
  test('it is a black hole: 100 simultaneous messages reach the second server after 10 s', async (t) => {
    const hop = await server(t);
    const sites = { '192.0.2.1': 'black hole', '192.0.2.2': hop } as const;
    const going = goingByMx(t, TWO_SERVERS, sites);
    const mails = manyMails(going, 100);
    await until(() => going.dialled.length === 5);
    going.clock.advance(10_000);
    await hop.until(() => hop.messages.length === 100);
    assert.ok((await Promise.all(mails)).every(({ kind }) => kind === 'accepted'));
  });

  test('it accepts 3 connections: messages beyond their capacity go to the second server', async (t) => {
    const first = await server(t);
    first.script = {
      greeting: () => (first.connections.open > 3 ? { last: '421 4.7.0 too many' } : undefined),
      dot: SILENCE,
    };
    const second = await server(t);
    const sites = { '192.0.2.1': first, '192.0.2.2': second };
    const mails = manyMails(goingByMx(t, TWO_SERVERS, sites), 50);
    await second.until(() => second.messages.length === 47);
    await first.until(() => first.count('dot') === 3);
    first.say('250 2.0.0 ok');
    assert.ok((await Promise.all(mails)).every(({ kind }) => kind === 'accepted'));
  });

  test('it is tried after the second server for a minute', async (t) => {
    const sites = { '192.0.2.1': 'refuses', '192.0.2.2': await server(t) } as const;
    const { nextHop, dialled, clock, deadline } = goingByMx(t, TWO_SERVERS, sites);
    await nextHop.deliver(envelope, message, deadline);
    clock.advance(59_999);
    await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual(dialled, ['192.0.2.1 25', '192.0.2.2 25', '192.0.2.2 25']);
    clock.advance(1);
    await nextHop.deliver(envelope, message, deadline);
    assert.equal(dialled[3], '192.0.2.1 25');
  });

  test('it is still tried if the second server rejects the message', async (t) => {
    const first = await server(t, {
      greeting: (nth) => (nth === 0 ? '421 4.3.2 busy' : undefined),
    });
    const second = await server(t, { RCPT: (nth) => (nth > 0 ? '451 4.3.0 later' : undefined) });
    const sites = { '192.0.2.1': first, '192.0.2.2': second };
    const { nextHop, deadline } = goingByMx(t, TWO_SERVERS, sites);
    const peers: (string | undefined)[] = [];
    for (let i = 0; i < 3; i++) {
      peers.push((await nextHop.deliver(envelope, message, deadline)).peer?.host);
    }
    // After the second message was accepted, the first server has its place again.
    assert.deepEqual(peers, ['b.test', 'a.test', 'a.test']);
    assert.equal(second.count('RCPT'), 2);
  });
});

suite('a first server that asks us to slow down', () => {
  for (const said of ['421 4.7.0 slow down', '451 4.7.650 throttled']) {
    test(`after ${said} the domain's other server is tried first for a minute`, async (t) => {
      const first = await server(t, { MAIL: (nth) => (nth === 0 ? said : undefined) });
      const sites = { '192.0.2.1': first, '192.0.2.2': await server(t) };
      const { nextHop, clock, deadline } = goingByMx(t, TWO_SERVERS, sites);
      const peers = new Set<string | undefined>();
      for (let i = 0; i < 65; i++) {
        peers.add((await nextHop.deliver(envelope, message, deadline)).peer?.host);
      }
      assert.deepEqual([...peers], ['b.test']);
      assert.equal(first.count('MAIL'), 1);
      clock.advance(60_000);
      const { peer } = await nextHop.deliver(envelope, message, deadline);
      assert.equal(peer?.host, 'a.test');
    });
  }

  test('messages that wait for a connection to it go to the other server immediately', async (t) => {
    const first = await server(t, { MAIL: SILENCE }, { extensions: [] });
    const second = await server(t);
    const going = goingByMx(t, TWO_SERVERS, { '192.0.2.1': first, '192.0.2.2': second });
    const mails = manyMails(going, 20);
    await first.until(() => first.count('MAIL') === 5);
    first.say('421 4.7.0 slow down');
    assert.ok((await Promise.all(mails)).every(({ kind }) => kind === 'accepted'));
    assert.equal(first.count('MAIL'), 5);
    assert.equal(second.messages.length, 20);
  });

  test('greylisting of a mailbox does not change its place', async (t) => {
    const first = await server(t, {
      RCPT: (nth) => (nth === 0 ? '451 4.7.1 greylisted' : undefined),
    });
    const sites = { '192.0.2.1': first, '192.0.2.2': await server(t) };
    const { nextHop, deadline } = goingByMx(t, TWO_SERVERS, sites);
    const peers: (string | undefined)[] = [];
    for (const name of ['real', 'other']) {
      const to = { ...envelope, forwardPath: `${name}@mailbox.test` };
      peers.push((await nextHop.deliver(to, message, deadline)).peer?.host);
    }
    assert.deepEqual(peers, ['b.test', 'a.test']);
  });
});
