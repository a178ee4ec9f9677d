import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateTime, type Origin, receivedField } from './received.ts';

const now = Date.UTC(2026, 10, 1, 9, 5, 7);
const origin: Origin = {
  helo: 'out.example.org',
  address: '192.0.2.1',
  esmtp: true,
  tls: null,
  utf8: false,
};

test('Received names the client, us, the protocol and the alias', () => {
  assert.equal(
    receivedField(origin, 'mx.alias.test', 'k2a', 'alias-1000@alias.test', now),
    'Received: from out.example.org ([192.0.2.1])\r\n\tby mx.alias.test with ESMTP id k2a\r\n' +
      '\tfor <alias-1000@alias.test>; Sun, 1 Nov 2026 09:05:07 +0000\r\n',
  );
});

test('the protocol has the names of RFC 3848 and 6531', () => {
  const protocolOf = (change: Partial<Origin>) =>
    / with (\S+) /.exec(receivedField({ ...origin, ...change }, 'b', 'i', 'r', now))?.[1];
  assert.equal(protocolOf({ esmtp: false }), 'SMTP');
  assert.equal(protocolOf({ tls: 'TLSv1.3' }), 'ESMTPS');
  assert.equal(protocolOf({ utf8: true }), 'UTF8SMTP');
  assert.equal(protocolOf({ utf8: true, tls: 'TLSv1.3' }), 'UTF8SMTPS');
});

test('a client is written as an address literal; one of IPv4 even if the system gives its IPv6 form', () => {
  for (const [address, literal] of [
    ['fe80::1%eth0', '([IPv6:fe80::1])'],
    ['::ffff:192.0.2.1', '([192.0.2.1])'],
  ] as const) {
    const line = receivedField({ ...origin, address }, 'b', 'i', 'r', now);
    assert.ok(line.includes(literal), line);
  }
});

test('a date has the form of RFC 5322', () => {
  assert.equal(dateTime(0), 'Thu, 1 Jan 1970 00:00:00 +0000');
});
