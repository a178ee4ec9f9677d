import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFilterAddress } from './address.ts';

test('FILTER names a server or a local socket, an optional password, and whether replies are filtered', () => {
  const server = (host: string, port: number, isSecure = false) => ({ host, port, isSecure });
  for (const [text, to, password = ''] of [
    ['http://127.0.0.1:11333', server('127.0.0.1', 11_333)],
    ['http://127.0.0.1', server('127.0.0.1', 11_333)],
    ['http://filter.example:80/', server('filter.example', 80)],
    ['http://[::1]:11333?password=q%261', server('::1', 11_333), 'q&1'],
    ['https://filter.example', server('filter.example', 443, true)],
    ['https://filter.example:8443?password=x', server('filter.example', 8443, true), 'x'],
    ['unix:/run/rspamd/worker.sock', { socketPath: '/run/rspamd/worker.sock' }],
    ['unix:/run/r%20s?password=y', { socketPath: '/run/r s' }, 'y'],
  ] as const) {
    assert.deepEqual(parseFilterAddress(text), { to, password, replies: false }, text);
  }
  for (const [options, password, replies] of [
    ['?replies=on', '', true],
    ['?replies=off', '', false],
    ['?password=x&replies=on', 'x', true],
    ['?replies=on&password=x', 'x', true],
  ] as const) {
    const to = server('127.0.0.1', 11_333);
    const read = parseFilterAddress(`http://127.0.0.1${options}`);
    assert.deepEqual(read, { to, password, replies }, options);
  }
});

test('an invalid address gives a one-sentence error without the password', () => {
  const host = 'http://127.0.0.1';
  const endings =
    '/checkv2 #secret ?secret ?password= ?pass=secret ?password=secret%0d%0aX:y ?password=secret&password=secret ' +
    '?password=secret&replies=yes ?replies=on&replies=on&password=secret';
  const others =
    '127.0.0.1:11333 rspamd ftp://127.0.0.1 http:// http://user:secret@127.0.0.1 http://secret@127.0.0.1 ' +
    'http://:secret@127.0.0.1 unix:worker.sock unix://host/secret unix:/a%00secret unix:/a%secret';
  for (const text of [...endings.split(' ').map((end) => host + end), ...others.split(' ')]) {
    assert.throws(
      () => parseFilterAddress(text),
      (error: Error) => !error.message.includes('secret'),
      text,
    );
  }
});
