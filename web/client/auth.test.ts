import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { openAuth } from './auth.ts';
import { StorageInMemory } from './storage.fixture.ts';
import { sessionsWith } from '../screen/owner/parts.fixture.ts';

const CONFIG = { url: 'https://veilpost.test', key: 'public-key' };

afterEach(() => mock.restoreAll());

/** A kept session whose token has expired. @param answer to its renewal; undefined: none */
function expired(answer: () => Response | undefined) {
  const storage = new StorageInMemory();
  const session = { access_token: 'old', refresh_token: 'r', expires_at: 1 };
  storage.setItem('session', JSON.stringify(session));
  const sessions = sessionsWith({
    key: 'session',
    margin: 90_000,
    storages: () => [storage],
    kept: () => (storage.length > 0 ? { token: 'old', until: 1000, email: '' } : undefined),
    drop: () => storage.clear(),
  });
  let now = Date.now();
  mock.method(Date, 'now', () => now);
  mock.method(globalThis, 'fetch', async () => {
    // So much time has passed that auth-js does not try again.
    now += 60_000;
    const given = answer();
    if (given) return given;
    throw new TypeError('Failed to fetch');
  });
  return { ...openAuth(CONFIG, sessions, () => ({})), kept: () => storage.length > 0 };
}

const refused = (status: number) => () => Response.json({ error_code: 'x' }, { status });

test('a renewal that fails for a moment is an error, and ends no session; a refused one ends it', async () => {
  for (const answer of [() => undefined, refused(500), refused(503), refused(429)]) {
    const { renewed, kept } = expired(answer);
    await assert.rejects(renewed());
    assert.ok(kept());
    mock.restoreAll();
  }
  for (const status of [400, 401, 403]) {
    const { renewed, kept } = expired(refused(status));
    assert.equal(await renewed(), undefined);
    assert.ok(!kept());
    mock.restoreAll();
  }
});
