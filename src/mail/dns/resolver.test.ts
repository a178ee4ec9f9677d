/** The resolver, over real sockets. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { behindQuestion, uint16 } from '#support/dns-message.ts';
import { DnsServer, resolverOf } from '#support/dns-server.ts';
import type { AnswerOrPromise } from './answer.ts';
import { said } from './said.fixture.ts';

suite('answers', () => {
  test('every type is returned as served, with names in lower case and without a final dot', async (t) => {
    const long = 'k='.padEnd(392, 'x');
    const server = await DnsServer.during(t, {
      'a.test': {
        A: ['192.0.2.1', '203.0.113.255'],
        AAAA: ['2001:db8::1', '::1', '2001:db8:0:1:1:1:1:1'],
        MX: [
          [10, 'Mail.Test'],
          [0, ''],
        ],
        NS: ['NS.a.test'],
        PTR: ['host.test'],
        TXT: ['v=spf1 -all', long, ['two ', 'strings'], 'caf\xe9', ''],
      },
    });
    const { resolve } = resolverOf(t, [server]);
    assert.deepEqual(said(await resolve('A.Test.', 'A')), ['192.0.2.1', '203.0.113.255']);
    assert.deepEqual(said(await resolve('a.test', 'AAAA')), [
      '2001:db8::1',
      '::1',
      '2001:db8:0:1:1:1:1:1',
    ]);
    assert.deepEqual(said(await resolve('a.test', 'MX')), [
      { exchange: 'mail.test', priority: 10 },
      { exchange: '', priority: 0 },
    ]);
    assert.deepEqual(said(await resolve('a.test', 'NS')), ['ns.a.test']);
    assert.deepEqual(said(await resolve('a.test', 'PTR')), ['host.test']);
    const texts = ['v=spf1 -all', long, 'two strings', 'caf\xe9', ''];
    assert.deepEqual(said(await resolve('a.test', 'TXT')), texts);
  });

  test('a name without such records is distinguished from a name that does not exist', async (t) => {
    const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } });
    const { resolve } = resolverOf(t, [server]);
    assert.equal(said(await resolve('a.test', 'TXT')), 'no-data');
    assert.equal(said(await resolve('b.test', 'TXT')), 'no-name');
  });

  test('aliases are followed within the answer; a loop is trouble', async (t) => {
    const server = await DnsServer.during(t, {
      'a.test': { CNAME: 'B.test' },
      'b.test': { CNAME: 'c.test', ttl: 40 },
      'c.test': { TXT: ['here'] },
      'gone.test': { CNAME: 'nowhere.test' },
      'round.test': { CNAME: 'round.test' },
    });
    const { resolve } = resolverOf(t, [server]);
    const answer = await resolve('a.test', 'TXT');
    const found = { kind: 'records', records: ['here'], canonical: 'c.test' };
    assert.deepEqual(answer, { ...found, ttl: 40, secure: false });
    assert.deepEqual(said(await resolve('a.test', 'CNAME')), ['b.test']);
    assert.equal(said(await resolve('a.test', 'MX')), 'no-data');
    assert.equal(said(await resolve('gone.test', 'TXT')), 'no-name');
    assert.equal(said(await resolve('round.test', 'TXT')), 'malformed');
  });

  test('a text that cannot be a name gives no-name, without a query', async (t) => {
    const server = await DnsServer.during(t, {});
    const { resolve } = resolverOf(t, [server]);
    const names = ['a..test', '.a', 'a b.test', `${'x'.repeat(64)}.test`, 'caf\xe9.test', 'a\\.b'];
    for (const name of [...names, Array.from({ length: 64 }, () => 'abc').join('.')]) {
      assert.equal(said(await resolve(name, 'A')), 'no-name', name);
    }
    assert.deepEqual(server.questions, []);
  });

  test('the root can be queried', async (t) => {
    const server = await DnsServer.during(t, { '': { NS: ['a.root.test'] } });
    assert.deepEqual(said(await resolverOf(t, [server]).resolve('.', 'NS')), ['a.root.test']);
  });

  test('a query requests recursion, the AD bit and answers of up to 1232 octets', async (t) => {
    const queries: Buffer[] = [];
    const server = await DnsServer.during(
      t,
      { 'a.test': { A: ['192.0.2.1'] } },
      {
        behaviour: ({ query }, reply) => {
          queries.push(query);
          return [reply];
        },
      },
    );
    await resolverOf(t, [server]).resolve('a.test', 'A');
    const [query = Buffer.alloc(0)] = queries;
    const end = behindQuestion('a.test');
    assert.deepEqual(query.subarray(2, 12), uint16(0x0120, 1, 0, 0, 1));
    assert.deepEqual(query.subarray(end), Buffer.from('00002904d0000000000000', 'hex'));
  });

  test('the AD bit is trusted only from a server on loopback', async (t) => {
    const server = await DnsServer.during(t, {
      'signed.test': { A: ['192.0.2.1'], authentic: true },
      'unsigned.test': { A: ['192.0.2.1'] },
    });
    const { resolve } = resolverOf(t, [server]);
    const secure = async (asking: AnswerOrPromise<string>) => {
      const answer = await asking;
      return answer.kind === 'records' && answer.secure;
    };
    assert.equal(await secure(resolve('signed.test', 'A')), true);
    assert.equal(await secure(resolve('unsigned.test', 'A')), false);
    // The same server by an address outside loopback that still reaches this machine.
    const other = resolverOf(t, [{ host: '0.0.0.0', port: server.port }]);
    assert.equal(await secure(other.resolve('signed.test', 'A')), false);
  });
});
