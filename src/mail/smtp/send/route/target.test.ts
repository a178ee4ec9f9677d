import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNextHop } from './target.ts';

const relay = { kind: 'relay', host: 'relay.test', port: 25, tls: 'opportunistic' } as const;
const credentials = { user: 'us', password: 'p:s/s@' };

test('a next hop is a relay or the MX hosts; TLS is opportunistic unless an option, smtps or a password requires it', () => {
  assert.deepEqual(parseNextHop('mx:'), { kind: 'mx' });
  for (const [text, differs] of [
    ['smtp://relay.test', {}],
    ['smtp://relay.test:2525/', { port: 2525 }],
    ['smtp://192.0.2.1', { host: '192.0.2.1' }],
    ['smtp://[2001:db8::1]:26', { host: '2001:db8::1', port: 26 }],
    ['smtp://relay.test?tls=required', { tls: 'required' }],
    ['smtps://relay.test', { port: 465, tls: 'implicit' }],
    ['smtp://us:p%3As%2Fs%40@relay.test:587', { port: 587, tls: 'required', credentials }],
  ] as const) {
    assert.deepEqual(parseNextHop(text), { ...relay, ...differs });
  }
});

test('a password may be sent in plaintext only on this machine', () => {
  const local = parseNextHop('smtp://us:p%3As%2Fs%40@127.0.0.1:26');
  const expected = { ...relay, host: '127.0.0.1', port: 26, credentials };
  assert.deepEqual(local, expected);
  for (const host of ['relay.test', '127.relay.test', '127.0.0.1.relay.test']) {
    const elsewhere = parseNextHop(`smtp://us:p%3As%2Fs%40@${host}`);
    assert.deepEqual(elsewhere, { ...relay, host, tls: 'required', credentials });
    assert.throws(
      () => parseNextHop(`smtp://us:pw@${host}?tls=opportunistic`),
      /never sent in plaintext/,
      host,
    );
  }
});

test('an invalid NEXT_HOP is explained in one sentence that does not contain the password', () => {
  for (const [text, sentence] of [
    ['', /not an address of a mail server/],
    ['relay.test', /not an address of a mail server/],
    ['smtp://', /host is missing/],
    ['smtp://us:secret@relä.test', /neither a name in ASCII nor an IP address/],
    ['http://us:secret@relay.test', /'http:' is not a supported scheme/],
    ['smtp://relay.test:70000', /not an address of a mail server/],
    ['smtp://relay.test:0', /port 0/],
    ['smtp://relay.test/inbox', /nothing may follow/],
    ['smtp://relay.test#x', /nothing may follow/],
    ['smtps://us:secret#1@relay.test', /percent-encoded: %23/],
    ['smtp://us:1/secret@relay.test', /percent-encoded: %23, %2F/],
    ['smtp://us:1?secret@relay.test:587', /percent-encoded: %23, %2F, %3F/],
    ['smtp://us@relay.test', /both user and password/],
    ['smtp://:secret@relay.test', /both user and password/],
    ['smtp://us:secret%@relay.test', /%25/],
    ['smtp://relay.test?tls=maybe', /the only option/],
    ['smtp://us:secret@relay.test?ssl=1', /the only option/],
    ['smtp://relay.test?tls=required&tls=required', /the only option/],
  ] as const) {
    assert.throws(
      () => parseNextHop(text),
      (error: Error) => sentence.test(error.message) && !error.message.includes('secret'),
      text,
    );
  }
});
