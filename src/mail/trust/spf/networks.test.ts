import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientIp, inNetwork, parseIp, reverseName } from './networks.ts';

const ip = (text: string) => parseIp(text) ?? assert.fail(text);

test('addresses of both protocols are read in every form', () => {
  assert.deepEqual(parseIp('192.0.2.255'), [192, 0, 2, 255]);
  for (const [text, octets] of [
    ['::', '00000000000000000000000000000000'],
    ['::1', '00000000000000000000000000000001'],
    ['2001:db8::', '20010db8000000000000000000000000'],
    ['2001:DB8:1:2:3:4:5:6', '20010db8000100020003000400050006'],
    ['2001:db8::5:192.0.2.1', '20010db80000000000000005c0000201'],
    ['1:2:3:4:5:6:192.0.2.1', '000100020003000400050006c0000201'],
  ] as const) {
    assert.equal(Buffer.from(ip(text)).toString('hex'), octets, text);
  }
  for (const text of ' 1.2.3 1.2.3.256 01.2.3.4 1::2::3 ::: fe80::1%eth0 x'.split(' ')) {
    assert.equal(parseIp(text), undefined, text);
  }
});

test('an IPv4 client written as IPv6 is an IPv4 client', () => {
  assert.deepEqual(clientIp('::ffff:192.0.2.1'), [192, 0, 2, 1]);
  assert.deepEqual(clientIp('::FFFF:c000:201'), [192, 0, 2, 1]);
  assert.deepEqual(clientIp('fe80::1%eth0'), ip('fe80::1'));
  assert.equal(clientIp('::192.0.2.1')?.length, 16);
  assert.equal(clientIp('unknown'), undefined);
});

test('a network holds the addresses of its protocol that agree in its first bits', () => {
  for (const [address, network, prefix, within] of [
    ['192.0.2.1', '192.0.2.1', 32, true],
    ['192.0.2.1', '192.0.2.0', 31, true],
    ['192.0.2.2', '192.0.2.0', 31, false],
    ['192.0.2.200', '192.0.2.129', 25, true],
    ['192.0.2.100', '192.0.2.129', 25, false],
    ['10.1.2.3', '192.0.2.1', 0, true],
    ['2001:db8::1', '2001:db8:ffff::', 32, true],
    ['2001:db9::1', '2001:db8::', 32, false],
    ['2001:db9::1', '2001:db8::', 31, true],
    ['192.0.2.1', '::', 0, false],
    ['::1', '0.0.0.0', 0, false],
  ] as const) {
    assert.equal(inNetwork(ip(address), { address: ip(network), prefix }), within, address);
  }
});

test('the reverse name of an address has its parts in reverse order', () => {
  assert.equal(reverseName(ip('192.0.2.65')), '65.2.0.192.in-addr.arpa');
  assert.equal(
    reverseName(ip('2001:db8::cb01')),
    '1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
  );
});
