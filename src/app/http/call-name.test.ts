import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callName } from './call-name.ts';

test('pages, assets, health checks and calls have a name each in metrics', () => {
  const url = (path: string) => callName('GET', `http://veil.test${path}`);
  assert.deepEqual(
    [
      '/',
      '/?x',
      '/privacy',
      '/privacy/',
      '/healthz',
      '/assets/a.js',
      '/favicon.svg',
      '/nothing',
    ].map(url),
    ['page', 'page', 'page', 'page', 'health', 'asset', 'none', 'none'],
  );
  assert.equal(callName('POST', 'http://veil.test/rest/v1/aliases'), 'create');
  assert.equal(callName('POST', 'http://veil.test/functions/v1/device-code'), 'auth_other');
  assert.equal(callName('POST', 'http://veil.test/functions/v1/not-me'), 'auth_verify');
  assert.equal(url('/functions/v1/not-me'), 'none');
});
