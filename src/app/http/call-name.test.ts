import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callName } from './call-name.ts';

const named = (method: string, path: string) =>
  callName({ method, path: path.split('?', 1)[0] ?? '', url: `http://veil.test${path}` });

test('pages, assets, health checks and calls have a name each in metrics', () => {
  const url = (path: string) => named('GET', path);
  assert.deepEqual(
    [
      '/',
      '/?x',
      '/privacy',
      '/privacy/',
      '/healthz',
      '/assets/a.js',
      '/robots.txt',
      '/.well-known/security.txt',
      '/favicon.svg',
      '/nothing',
    ].map(url),
    ['page', 'page', 'page', 'page', 'health', 'asset', 'asset', 'asset', 'none', 'none'],
  );
  assert.equal(named('POST', '/rest/v1/aliases'), 'create');
  assert.equal(named('POST', '/functions/v1/device-code'), 'auth_other');
  assert.equal(named('POST', '/functions/v1/not-me'), 'auth_verify');
  assert.equal(named('POST', '/functions/v1/asked-for'), 'auth_verify');
  assert.equal(url('/functions/v1/not-me'), 'none');
});

test('calls of owners and switch-off links have a name each, and HEAD counts as the GET whose work it does', () => {
  const names = (method: string) =>
    [
      '/rest/v1/alias_states?alias_id=eq.x',
      '/rest/v1/aliases?real_email=eq.x',
      '/functions/v1/history?alias_id=x',
      '/functions/v1/my-data',
      '/functions/v1/new-switch-off-link',
      '/off/x',
    ].map((path) => named(method, path));
  assert.deepEqual(names('GET'), ['state', 'lookup', 'history', 'owner', 'none', 'off']);
  assert.deepEqual(names('HEAD'), names('GET'));
  assert.deepEqual(names('POST'), ['none', 'create', 'none', 'none', 'owner', 'off']);
  assert.deepEqual(names('PATCH'), ['state', 'switch', 'none', 'none', 'none', 'none']);
  assert.deepEqual(names('DELETE'), ['none', 'owner', 'none', 'none', 'none', 'none']);
});
