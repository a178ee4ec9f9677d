/** The route to the recipient's own servers by MX. */

import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { mx, NO_ANSWER, type Node } from '#support/zone-resolver.ts';
import { envelope, goingByMx, message, server, TWO_SERVERS, until } from '#support/sending.ts';
import { DnsServer, resolverOf } from '#support/dns-server.ts';

suite('the order of MX hosts', () => {
  test('the first server refuses the connection, the second one gets the message', async (t) => {
    const hop = await server(t);
    const sites = { '192.0.2.1': 'refuses', '192.0.2.2': hop } as const;
    const { nextHop, dialled, deadline } = goingByMx(t, TWO_SERVERS, sites);
    const delivery = await nextHop.deliver(envelope, message, deadline);
    assert.equal(delivery.kind, 'accepted');
    assert.equal(delivery.peer?.host, 'b.test');
    assert.deepEqual(dialled, ['192.0.2.1 25', '192.0.2.2 25']);
  });

  test('the first server is a black hole, the second one gets the message after 10 s', async (t) => {
    const hop = await server(t);
    const sites = { '192.0.2.1': 'black hole', '192.0.2.2': hop } as const;
    const { nextHop, dialled, clock, deadline } = goingByMx(t, TWO_SERVERS, sites);
    const delivering = nextHop.deliver(envelope, message, deadline);
    await until(() => dialled.length === 1);
    clock.advance(10_000);
    assert.equal((await delivering).kind, 'accepted');
  });

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
    const { nextHop, dialled, clock, deadline } = goingByMx(t, zones, sites);
    const delivering = nextHop.deliver(envelope, message, deadline);
    const start = clock.now();
    for (const trial of [1, 2, 3, 4, 5]) {
      await until(() => dialled.length === trial);
      clock.advance(trial < 5 ? 10_000 : 5000);
    }
    const { kind, reply } = await delivering;
    assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.4.1']);
    assert.equal(clock.now() - start, 45_000);
    assert.equal(dialled.length, 5);
  });

  test('servers of one preference are tried in random order', async (t) => {
    const zones = { ...TWO_SERVERS, 'mailbox.test': { MX: mx([5, 'a.test'], [5, 'b.test']) } };
    const chances = [0.9, 0.1];
    const random = () => chances.shift() ?? 0;
    const { nextHop, dialled, deadline } = goingByMx(t, zones, {}, { random });
    await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual(dialled, ['192.0.2.2 25', '192.0.2.1 25']);
  });

  test('the most preferred server is tried first, wherever it is in the answer', async (t) => {
    const others = Array.from({ length: 20 }, (_, i): [number, string] => [50, `other${i}.test`]);
    const zones = { ...TWO_SERVERS, 'mailbox.test': { MX: mx(...others, [1, 'a.test']) } };
    const hop = await server(t);
    const { nextHop, deadline } = goingByMx(t, zones, { '192.0.2.1': hop });
    assert.equal((await nextHop.deliver(envelope, message, deadline)).peer?.host, 'a.test');
  });

  test('a request to back off is kept even if the next server is down', async (t) => {
    const sites = { '192.0.2.1': await server(t, { RCPT: '451 4.7.1 greylisted' }) };
    const { nextHop, dialled, deadline } = goingByMx(t, TWO_SERVERS, sites);
    assert.equal((await nextHop.deliver(envelope, message, deadline)).reply.enhanced, '4.7.1');
    assert.equal(dialled.length, 2);
    assert.equal(nextHop.backingOff(envelope.forwardPath)?.enhanced, '4.7.1');
  });
});

suite('MX lookup', () => {
  const refusal = async (
    t: TestContext,
    zones: Record<string, Node>,
    ownAddresses: string[] = [],
  ) => {
    const { nextHop, dialled, deadline } = goingByMx(t, zones, {}, { ownAddresses });
    const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual(dialled, []);
    return `${kind} ${reply.code} ${reply.enhanced}`;
  };

  for (const [family, zone] of [
    ['A', { A: ['192.0.2.1'] }],
    ['AAAA', { AAAA: ['2001:db8::1'] }],
  ] as const) {
    test(`a domain without MX but with ${family} is its own server`, async (t) => {
      const hop = await server(t);
      const sites = { '192.0.2.1': hop, '2001:db8::1': hop };
      const zones = { 'mailbox.test': { A: [...(zone.A ?? [])], AAAA: [...(zone.AAAA ?? [])] } };
      const { nextHop, deadline } = goingByMx(t, zones, sites);
      assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    });
  }

  for (const [domain, asked] of [
    ['Mail_box.test', 'mail_box.test'],
    ['_mailbox.test', '_mailbox.test'],
    ['mailbox.test.', 'mailbox.test'],
  ]) {
    test(`messages to ${domain} go to the servers of ${asked}, with the address unchanged`, async (t) => {
      const hop = await server(t);
      const zones = {
        [asked ?? '']: { MX: mx([1, 'a_1.test']) },
        'a_1.test': { A: ['192.0.2.1'] },
      };
      const { nextHop, deadline } = goingByMx(t, zones, { '192.0.2.1': hop });
      const to = { ...envelope, forwardPath: `a..b@${domain}` };
      assert.equal((await nextHop.deliver(to, message, deadline)).kind, 'accepted');
      assert.deepEqual(hop.messages[0]?.recipients, [`<a..b@${domain}>`]);
    });
  }

  test('a null MX is 556 5.1.10', async (t) => {
    for (const exchange of ['', '.']) {
      const zones = { 'mailbox.test': { MX: mx([0, exchange]), A: ['192.0.2.1'] } };
      assert.equal(await refusal(t, zones), 'refused 556 5.1.10');
    }
  });

  test('a domain that does not exist is 550 5.1.2', async (t) => {
    assert.equal(await refusal(t, {}), 'refused 550 5.1.2');
  });

  test('a domain that is not a host name is 550 5.1.2 without a DNS query', async (t) => {
    for (const domain of ['[192.0.2.1]', '192.0.2.1', 'a b.test', '', `${'x'.repeat(64)}.test`]) {
      const { nextHop, dns, deadline } = goingByMx(t, {}, {});
      const to = { ...envelope, forwardPath: `real@${domain}` };
      assert.equal((await nextHop.deliver(to, message, deadline)).reply.enhanced, '5.1.2', domain);
      assert.deepEqual(dns.questions, []);
    }
  });

  test('an MX that is not a host name is skipped', async (t) => {
    const hop = await server(t);
    const zones = { ...TWO_SERVERS, 'mailbox.test': { MX: mx([1, 'a\0b'], [2, 'a.test']) } };
    const { nextHop, deadline } = goingByMx(t, zones, { '192.0.2.1': hop });
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
  });

  for (const code of ['timeout', 'failure', 'malformed', 'busy'] as const) {
    test(`trouble (${code}) for MX or for all addresses is 451 4.4.3`, async (t) => {
      assert.equal(await refusal(t, { 'mailbox.test': { MX: code } }), 'deferred 451 4.4.3');
      const zones = { 'mailbox.test': { MX: mx([1, 'a.test']) }, 'a.test': { A: code } };
      assert.equal(await refusal(t, zones), 'deferred 451 4.4.3');
    });
  }

  test('a resolver that never answers is abandoned after 10 s', async (t) => {
    const zones = { 'mailbox.test': { MX: NO_ANSWER } };
    const { nextHop, dns, clock, deadline } = goingByMx(t, zones, {});
    const delivering = nextHop.deliver(envelope, message, deadline);
    await until(() => dns.questions.length === 1);
    clock.advance(10_000);
    assert.equal((await delivering).reply.enhanced, '4.4.3');
  });

  test('a truncated UDP answer is queried again over TCP, and the complete one counts', async (t) => {
    // Of the records a.test, which is tried first, is the last one.
    const others = Array.from({ length: 60 }, (_, i): [number, string] => [50, `other${i}.test`]);
    const dns = await DnsServer.during(t, {
      'mailbox.test': { MX: [...others, [10, 'a.test']] },
      'a.test': { A: ['192.0.2.1'] },
    });
    const resolver = resolverOf(t, [dns]);
    const sites = { '192.0.2.1': await server(t) };
    const { nextHop, dialled, deadline } = goingByMx(t, {}, sites, { resolve: resolver.resolve });
    const delivery = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([delivery.kind, delivery.peer?.host], ['accepted', 'a.test']);
    assert.deepEqual(dialled, ['192.0.2.1 25']);
    assert.deepEqual(dns.questions.slice(0, 2), ['UDP MX mailbox.test', 'TCP MX mailbox.test']);
  });

  test('if the DNS is down the message gets 451 4.4.3', async (t) => {
    const dns = await DnsServer.start({});
    const resolver = resolverOf(t, [dns]);
    // The server is down.
    dns.close();
    const { nextHop, dialled, deadline } = goingByMx(t, {}, {}, { resolve: resolver.resolve });
    const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([kind, reply.code, reply.enhanced, dialled], ['deferred', 451, '4.4.3', []]);
  });

  test('an MX that is an IP literal is rejected with 550 5.4.4', async (t) => {
    const zones = { 'mailbox.test': { MX: mx([1, '192.0.2.1']) } };
    assert.equal(await refusal(t, zones), 'refused 550 5.4.4');
  });

  for (const address of ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.1.1']) {
    test(`an MX at ${address} is rejected with 550 5.4.4`, async (t) => {
      const zones = { 'mailbox.test': { MX: mx([1, 'a.test']) }, 'a.test': { A: [address] } };
      assert.equal(await refusal(t, zones), 'refused 550 5.4.4');
    });
  }

  for (const address of ['::1', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1', '64:ff9b::a01:203']) {
    test(`an MX at ${address} is rejected with 550 5.4.4`, async (t) => {
      const zones = { 'mailbox.test': { MX: mx([1, 'a.test']) }, 'a.test': { AAAA: [address] } };
      assert.equal(await refusal(t, zones), 'refused 550 5.4.4');
    });
  }

  test('an MX at our own address is rejected with 550 5.4.6', async (t) => {
    const zones = { 'mailbox.test': { MX: mx([1, 'a.test']) }, 'a.test': { A: ['192.0.2.1'] } };
    assert.equal(await refusal(t, zones, ['192.0.2.1']), 'refused 550 5.4.6');
  });

  test('an MX of our own name is rejected with 550 5.4.6, wherever it is in the answer', async (t) => {
    const others = Array.from({ length: 20 }, (_, i): [number, string] => [50, `other${i}.test`]);
    const zones = { 'mailbox.test': { MX: mx(...others, [1, 'MX.ours.test']) } };
    assert.equal(await refusal(t, zones), 'refused 550 5.4.6');
  });

  test('servers less preferred than ours are not tried: they would send the message back', async (t) => {
    const zones = {
      'mailbox.test': { MX: mx([10, 'a.test'], [20, 'us.test'], [30, 'b.test']) },
      'a.test': { A: ['192.0.2.1'] },
      'us.test': { A: ['192.0.2.9'] },
      'b.test': { A: ['192.0.2.2'] },
    };
    const options = { ownAddresses: ['192.0.2.9'] };
    const { nextHop, dialled, deadline } = goingByMx(t, zones, {}, options);
    // The second time a.test is tried after the others, because it did not establish a session.
    for (const times of [1, 2]) {
      const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([kind, reply.enhanced], ['deferred', '4.4.1']);
      assert.deepEqual(dialled, Array.from({ length: times }).fill('192.0.2.1 25'));
    }
  });

  test('an MX whose name is a CNAME is followed', async (t) => {
    const hop = await server(t);
    const zones = {
      'mailbox.test': { MX: mx([1, 'alias.test']) },
      'alias.test': { CNAME: 'a.test' },
      'a.test': { A: ['192.0.2.1'] },
    };
    const { nextHop, deadline } = goingByMx(t, zones, { '192.0.2.1': hop });
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
  });

  test('an internationalized domain is looked up by its A-labels', async (t) => {
    const hop = await server(t);
    const zones = { 'xn--mnchen-3ya.test': { A: ['192.0.2.1'] } };
    const { nextHop, deadline } = goingByMx(t, zones, { '192.0.2.1': hop });
    const to = { ...envelope, forwardPath: 'real@MÜNCHEN.test' };
    assert.equal((await nextHop.deliver(to, message, deadline)).kind, 'accepted');
    assert.deepEqual(hop.messages[0]?.recipients, ['<real@xn--mnchen-3ya.test>']);
  });
});

test('at most six addresses of a server and eight servers of a domain are tried', async (t) => {
  const addresses = Array.from({ length: 12 }, (_, i) => `192.0.2.${i}`);
  const one = { 'mailbox.test': { A: addresses } };
  const { nextHop, dialled, deadline } = goingByMx(t, one, {});
  await nextHop.deliver(envelope, message, deadline);
  assert.deepEqual(
    dialled,
    addresses.slice(0, 6).map((address) => `${address} 25`),
  );
  const names = addresses.map((_, i): [number, string] => [i, `${i}.test`]);
  const zones = names.map(([i, name]): [string, Node] => [name, { A: [`192.0.2.${i}`] }]);
  const many = { 'mailbox.test': { MX: mx(...names) }, ...Object.fromEntries(zones) };
  const other = goingByMx(t, many, {});
  await other.nextHop.deliver(envelope, message, other.deadline);
  assert.deepEqual(
    other.dialled,
    addresses.slice(0, 8).map((address) => `${address} 25`),
  );
});

test('if IPv6 is a black hole, IPv4 delivers the message after 2.5 s', async (t) => {
  const hop = await server(t);
  const zones = { 'mailbox.test': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] } };
  const sites = { '2001:db8::1': 'black hole', '192.0.2.1': hop } as const;
  const { nextHop, dialled, clock, deadline } = goingByMx(t, zones, sites);
  const delivering = nextHop.deliver(envelope, message, deadline);
  await until(() => dialled.length === 1);
  clock.advance(2500);
  assert.equal((await delivering).kind, 'accepted');
  assert.deepEqual(dialled, ['2001:db8::1 25', '192.0.2.1 25']);
});
