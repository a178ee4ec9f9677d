import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callName } from './call-name.ts';

const named = (method: string, path: string) =>
  callName({ method, path: path.split('?', 1)[0] ?? '', url: `http://veil.test${path}` });

test('pages, assets, health checks and calls have a name each in metrics', () => {
  const url = (path: string) => named('GET', path);
  const paths =
    '/ /?x /privacy /privacy/ /healthz /assets/a.js /robots.txt /.well-known/security.txt /favicon.svg /nothing';
  assert.equal(
    paths.split(' ').map(url).join(' '),
    'page page page page health asset asset asset none none',
  );
  // Others: src/api/call.test.ts.
  assert.equal(named('POST', '/rest/v1/aliases'), 'create');
  assert.equal(url('/rest/v1/aliases?real_email=eq.x'), 'lookup');
});
