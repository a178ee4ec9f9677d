import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { deriveAuthKeys } from '#auth/tokens/keys.ts';
import { RefreshTokens } from '#auth/tokens/refresh-token.ts';
import { Sessions } from '#auth/tokens/sessions.ts';
import { inserted } from '#store/sessions/auth-rows.fixture.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { migrateTo } from '#store/transfer/migrate-to.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';

const folder = tempFolder(after);
const options = { now: Date.now, log: SILENT };
const tokens = new RefreshTokens(deriveAuthKeys(['a secret']).refresh);
const sessionsOf = ({ auth }: Store) =>
  new Sessions({ store: auth.sessions, tokens, now: Date.now });

/** Signs a user in. @returns the refresh token */
async function signIn(store: Store): Promise<string> {
  const person = await inserted({ store: () => store.auth });
  const sessions = sessionsOf(store);
  return sessions.tokenOf(await sessions.begin(person.id, 'otp'));
}

async function refresh(store: Store, token: string): Promise<string> {
  const sessions = sessionsOf(store);
  const refreshed = await sessions.refresh(token);
  assert.ok(refreshed.kind === 'refreshed', refreshed.kind);
  return sessions.tokenOf(refreshed.session);
}

test('a move to PostgreSQL under refreshes signs no one out', async () => {
  const from = join(folder, 'moved.sqlite');
  const to = await postgresDatabase('sessions_moved');
  const store = await openStore(`sqlite:${from}`, options);
  const people = await Promise.all(Array.from({ length: 30 }, () => signIn(store)));
  await store.insertAlias({ alias_email: 'alias-1000@a.test', real_email: 'jane@b.test' });
  const meanwhile: Promise<string>[] = [];
  await migrateTo({
    from,
    to,
    log: SILENT,
    progress: () => {
      const token = people[meanwhile.length];
      // A browser that gets a 503 at the very end tries again with the same token.
      if (token !== undefined) meanwhile.push(refresh(store, token).catch(() => token));
    },
  });
  const latest = [...(await Promise.all(meanwhile)), ...people.slice(meanwhile.length)];
  assert.ok(meanwhile.length > 0);
  const target = await openStore(to, options);
  for (const token of latest) await refresh(target, await refresh(target, token));
  await assert.rejects(signIn(store), 'the old file does not accept sign-ins any more');
  await store.close();
  await target.close();
});
