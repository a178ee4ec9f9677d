/** The route to the recipient's own servers by MX. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { mx, NO_ANSWER, type Node } from '#support/zone-resolver.ts';
import { envelope, goingByMx, message, server, TWO_SERVERS, until } from '#support/sending.ts';

const OTHERS = Array.from({ length: 60 }, (_, i): [number, string] => [50, `other${i}.test`]);

/** The records of a domain whose one server has these. */
const oneServer = (at: Node): Record<string, Node> => ({
  'mailbox.test': { MX: mx([1, 'a.test']) },
  'a.test': at,
});

suite('the order of MX hosts', () => {
  test('if all servers are black holes the verdict is 451 within 45 s', async (t) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.test`);
    const zones: Record<string, Node> = {
      'mailbox.test': { MX: mx(...names.map((name, i): [number, string] => [i, name])) },
    };
    const sites: Record<string, 'black hole'> = {};
    for (const [i, name] of names.entries()) {
      zones[name] = { A: [`192.0.2.${i}`] };
      sites[`192.0.2.${i}`] = 'black hole';
    }
    const { send, dialled, clock } = goingByMx(t, zones, sites);
    const verdict = send();
    const start = clock.now();
    for (const trial of [1, 2, 3, 4, 5]) {
      await until(() => dialled.length === trial);
      clock.advance(trial < 5 ? 10_000 : 5000);
    }
    assert.equal(await verdict, 'deferred 451 4.4.1');
    assert.equal(clock.now() - start, 45_000);
    assert.equal(dialled.length, 5);
  });

  test('servers of one preference are tried in random order', async (t) => {
    const zones = { ...TWO_SERVERS, 'mailbox.test': { MX: mx([5, 'a.test'], [5, 'b.test']) } };
    const chances = [0.9, 0.1];
    const random = () => chances.shift() ?? 0;
    const { send, dialled } = goingByMx(t, zones, {}, { random });
    await send();
    assert.deepEqual(dialled, ['192.0.2.2 25', '192.0.2.1 25']);
  });

  test('the most preferred server is tried first, wherever it is in the answer', async (t) => {
    const zones = { ...TWO_SERVERS, 'mailbox.test': { MX: mx(...OTHERS, [1, 'a.test']) } };
    const { send, dialled } = goingByMx(t, zones, { '192.0.2.1': await server(t) });
    assert.equal(await send(), 'accepted');
    assert.deepEqual(dialled, ['192.0.2.1 25']);
  });

  test('a request to back off is kept even if the next server is down', async (t) => {
    const sites = { '192.0.2.1': await server(t, { RCPT: '451 4.7.1 greylisted' }) };
    const { send, nextHop, dialled } = goingByMx(t, TWO_SERVERS, sites);
    assert.equal(await send(), 'deferred 451 4.7.1');
    assert.equal(dialled.length, 2);
    assert.equal(nextHop.backingOff(envelope.forwardPath)?.enhanced, '4.7.1');
  });
});

suite('MX lookup', () => {
  for (const [what, zones] of [
    ['without MX but with A is its own server', { 'mailbox.test': { A: ['192.0.2.1'] } }],
    ['without MX but with AAAA is, too', { 'mailbox.test': { AAAA: ['2001:db8::1'] } }],
    [
      'whose MX is a CNAME has its target',
      { ...oneServer({ CNAME: 'b.test' }), 'b.test': { A: ['192.0.2.1'] } },
    ],
    [
      'with an MX that is not a host name has its other one',
      { ...TWO_SERVERS, 'mailbox.test': { MX: mx([1, 'a\0b'], [2, 'a.test']) } },
    ],
  ] as [string, Record<string, Node>][]) {
    test(`a domain ${what}`, async (t) => {
      const hop = await server(t);
      const { send } = goingByMx(t, zones, { '192.0.2.1': hop, '2001:db8::1': hop });
      assert.equal(await send(), 'accepted');
    });
  }

  for (const [domain, asked, written = domain] of [
    ['Mail_box.test', 'mail_box.test'],
    ['_mailbox.test', '_mailbox.test'],
    ['mailbox.test.', 'mailbox.test'],
    ['MÜNCHEN.test', 'xn--mnchen-3ya.test', 'xn--mnchen-3ya.test'],
  ] as const) {
    test(`messages to ${domain} go to the servers of ${asked}, with the address as a..b@${written}`, async (t) => {
      const hop = await server(t);
      const zones = { [asked]: { MX: mx([1, 'a_1.test']) }, 'a_1.test': { A: ['192.0.2.1'] } };
      const { send } = goingByMx(t, zones, { '192.0.2.1': hop });
      assert.equal(await send(message, { forwardPath: `a..b@${domain}` }), 'accepted');
      assert.deepEqual(hop.messages[0]?.recipients, [`<a..b@${written}>`]);
    });
  }

  const PRIVATE = ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.1.1'];
  const PRIVATE_6 = ['::1', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1', '64:ff9b::a01:203'];
  const TROUBLE = ['timeout', 'failure', 'malformed', 'busy'] as const;
  type Row = [what: string, verdict: string, zones: Record<string, Node>];
  const REJECTED: Row[] = [
    ['a null MX', 'refused 556 5.1.10', { 'mailbox.test': { MX: mx([0, '']), A: ['192.0.2.1'] } }],
    ['a dot as MX', 'refused 556 5.1.10', { 'mailbox.test': { MX: mx([0, '.']) } }],
    ['a domain that does not exist', 'refused 550 5.1.2', {}],
    ...TROUBLE.flatMap((code): Row[] => [
      [`trouble (${code}) for MX`, 'deferred 451 4.4.3', { 'mailbox.test': { MX: code } }],
      [`trouble (${code}) for all addresses`, 'deferred 451 4.4.3', oneServer({ A: code })],
    ]),
    ['an IP literal as MX', 'refused 550 5.4.4', { 'mailbox.test': { MX: mx([1, '192.0.2.1']) } }],
    ...PRIVATE.map((at): Row => [`an MX at ${at}`, 'refused 550 5.4.4', oneServer({ A: [at] })]),
    ...PRIVATE_6.map(
      (at): Row => [`an MX at ${at}`, 'refused 550 5.4.4', oneServer({ AAAA: [at] })],
    ),
    ['an MX at our own address', 'refused 550 5.4.6', oneServer({ A: ['192.0.2.9'] })],
    [
      'an MX of our own name, wherever it is in the answer',
      'refused 550 5.4.6',
      { 'mailbox.test': { MX: mx(...OTHERS, [1, 'MX.ours.test']) } },
    ],
  ];
  for (const [what, verdict, zones] of REJECTED) {
    test(`${what} is ${verdict}, without a connection`, async (t) => {
      const { send, dialled } = goingByMx(t, zones, {}, { ownAddresses: ['192.0.2.9'] });
      assert.equal(await send(), verdict);
      assert.deepEqual(dialled, []);
    });
  }

  test('a domain that is not a host name is 550 5.1.2 without a DNS query', async (t) => {
    for (const domain of ['[192.0.2.1]', '192.0.2.1', 'a b.test', '', `${'x'.repeat(64)}.test`]) {
      const { send, dns } = goingByMx(t, {}, {});
      const verdict = await send(message, { forwardPath: `real@${domain}` });
      assert.equal(verdict, 'refused 550 5.1.2', domain);
      assert.deepEqual(dns.questions, []);
    }
  });

  test('a resolver that never answers is abandoned after 10 s', async (t) => {
    const zones = { 'mailbox.test': { MX: NO_ANSWER } };
    const { send, dns, clock } = goingByMx(t, zones, {});
    const verdict = send();
    await until(() => dns.questions.length === 1);
    clock.advance(10_000);
    assert.equal(await verdict, 'deferred 451 4.4.3');
  });

  test('servers less preferred than ours are not tried: they would send the message back', async (t) => {
    const zones = {
      'mailbox.test': { MX: mx([10, 'a.test'], [20, 'us.test'], [30, 'b.test']) },
      'a.test': { A: ['192.0.2.1'] },
      'us.test': { A: ['192.0.2.9'] },
      'b.test': { A: ['192.0.2.2'] },
    };
    const options = { ownAddresses: ['192.0.2.9'] };
    const { send, dialled } = goingByMx(t, zones, {}, options);
    // The second time a.test is tried after the others, because it did not establish a session.
    for (const times of [1, 2]) {
      assert.equal(await send(), 'deferred 451 4.4.1');
      assert.deepEqual(dialled, Array.from({ length: times }).fill('192.0.2.1 25'));
    }
  });
});

test('at most six addresses of a server and eight servers of a domain are tried', async (t) => {
  const addresses = Array.from({ length: 12 }, (_, i) => `192.0.2.${i}`);
  const names = addresses.map((_, i): [number, string] => [i, `${i}.test`]);
  const zones = names.map(([i, name]): [string, Node] => [name, { A: [`192.0.2.${i}`] }]);
  for (const [domain, most] of [
    [{ A: addresses }, 6],
    [{ MX: mx(...names) }, 8],
  ] as const) {
    const all = { 'mailbox.test': domain, ...Object.fromEntries(zones) };
    const { send, dialled } = goingByMx(t, all, {});
    await send();
    assert.equal(
      dialled.join(),
      addresses
        .map((address) => `${address} 25`)
        .slice(0, most)
        .join(),
    );
  }
});

test('if IPv6 is a black hole, IPv4 delivers the message after 2.5 s', async (t) => {
  const zones = { 'mailbox.test': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] } };
  const sites = { '2001:db8::1': 'black hole', '192.0.2.1': await server(t) } as const;
  const { send, dialled, clock } = goingByMx(t, zones, sites);
  const verdict = send();
  await until(() => dialled.length === 1);
  clock.advance(2500);
  assert.equal(await verdict, 'accepted');
  assert.deepEqual(dialled, ['2001:db8::1 25', '192.0.2.1 25']);
});
