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
  assert.equal(named('POST', '/rest/v1/aliases'), 'create');
  assert.equal(named('POST', '/functions/v1/device-code'), 'auth_other');
  assert.equal(named('POST', '/functions/v1/not-me'), 'auth_verify');
  assert.equal(named('POST', '/functions/v1/asked-for'), 'auth_verify');
  assert.equal(url('/functions/v1/not-me'), 'none');
});

test('calls of owners and switch-off links have a name each, and HEAD counts as the GET whose work it does', () => {
  const paths =
    '/rest/v1/alias_states?alias_id=eq.x /rest/v1/aliases?real_email=eq.x /functions/v1/history?alias_id=x ' +
    '/functions/v1/my-data /functions/v1/new-switch-off-link /off/x';
  const names = (method: string) => paths.split(' ').map((path) => named(method, path));
  assert.deepEqual(names('GET'), ['state', 'lookup', 'history', 'owner', 'none', 'off']);
  assert.deepEqual(names('HEAD'), names('GET'));
  assert.deepEqual(names('POST'), ['none', 'create', 'none', 'none', 'owner', 'off']);
  assert.deepEqual(names('PATCH'), ['state', 'switch', 'none', 'none', 'none', 'none']);
  assert.deepEqual(names('DELETE'), ['none', 'owner', 'none', 'none', 'none', 'none']);
});

test('calls with an API key have three names, for making, reading and changing aliases', () => {
  const names = (method: string, ...paths: string[]) =>
    new Set(paths.map((path) => named(method, `/api/${path}`)));
  const making = ['alias/random/new?hostname=x', 'v2/alias/custom/new', 'v3/alias/custom/new'];
  assert.deepEqual(names('POST', ...making, 'v1/aliases'), new Set(['key_create']));
  const reading = ['user_info', 'v2/aliases?page_id=0', 'v1/aliases', 'aliases/1', 'nothing'];
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    assert.deepEqual(names(method, ...reading), new Set(['key_list']), method);
  }
  assert.deepEqual(names('POST', 'v2/aliases?page_id=0'), new Set(['key_list']));
  const changing = ['aliases/1/toggle', 'aliases/1/contacts', 'v1/active-aliases', 'x/v1/aliases'];
  assert.deepEqual(names('POST', ...changing), new Set(['key_change']));
  assert.deepEqual(names('DELETE', 'aliases/1', 'v1/aliases/x'), new Set(['key_change']));
  assert.deepEqual(names('PATCH', 'aliases/1', 'v1/aliases'), new Set(['key_change']));
});
