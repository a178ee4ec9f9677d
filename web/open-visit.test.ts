import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, type TestContext, test } from 'node:test';
import { defineStorage, removeStorages, StorageInMemory } from './client/storage.fixture.ts';
import { openVisit } from './open-visit.ts';
import { CONFIG } from './screen/owner/parts.fixture.ts';

const KEY = 'veilpost.session';
let local: StorageInMemory;
let tab: StorageInMemory;

/** A session, in the form of auth/v1. @param seconds left for its token */
const sessionOf = (access_token: string, seconds: number) => ({
  access_token,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: seconds,
  expires_at: Math.floor(Date.now() / 1000) + seconds,
  user: { id: '1', email: 'jane@home.example' },
});

/** A browser that keeps a session. @param renewal answers its renewal */
function visitor(
  t: TestContext,
  seconds: number,
  renewal: () => Response,
  isAccepted: (token: string) => boolean,
) {
  local.setItem(KEY, JSON.stringify(sessionOf('old', seconds)));
  const asked: string[] = [];
  t.mock.method(globalThis, 'fetch', async (input: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('Authorization')?.replace('Bearer ', '') ?? '';
    const { pathname } = new URL(input);
    asked.push(`${pathname} ${token}`);
    if (pathname === '/auth/v1/token') return renewal();
    return new Response(null, { status: isAccepted(token) ? 200 : 401 });
  });
  // A session from a time when addresses were confirmed still counts.
  const { ask } = openVisit({ ...CONFIG, ownership: 'open' });
  return { asked, call: () => ask(`${CONFIG.url}/rest`) };
}

describe('the session of a visit', () => {
  beforeEach(() => {
    [local, tab] = [new StorageInMemory(), new StorageInMemory()];
    defineStorage('localStorage', () => local);
    defineStorage('sessionStorage', () => tab);
    Object.defineProperty(globalThis, 'location', {
      value: new URL(CONFIG.url),
      configurable: true,
    });
  });

  afterEach(() => {
    removeStorages();
    Reflect.deleteProperty(globalThis, 'location');
  });

  test('a token that is about to expire is renewed before its use, once for calls at the same time, and takes the place of the earlier one even if storage is full', async (t) => {
    const renewed = () => Response.json(sessionOf('new', 3600));
    const { asked, call } = visitor(t, 80, renewed, (token) => token === 'new');
    local.full = true;
    const answers = await Promise.all([call(), call()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual(asked, ['/auth/v1/token key', '/rest new', '/rest new']);
    assert.equal(local.getItem(KEY), null);
    assert.match(tab.getItem(KEY) ?? '', /"new"/);
  });

  test('a session that was ended elsewhere is renewed once, and then the caller is a stranger', async (t) => {
    const refused = () => Response.json({ error_code: 'session_not_found' }, { status: 400 });
    const { asked, call } = visitor(t, 3600, refused, (token) => token === CONFIG.key);
    assert.equal((await call()).status, 200);
    assert.deepEqual(asked, ['/rest old', '/auth/v1/token key', '/rest key']);
    assert.equal(local.getItem(KEY), null);
  });
});
