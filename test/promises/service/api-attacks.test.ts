import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { ANON_KEY, apiUnderTest } from '#support/api.ts';
import { httpServer } from '#support/http-server.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { type Attack, attacks } from './api-attacks.ts';

for (const [name, url, reaches] of [
  ['embedded', `sqlite:${tempFolder(after)}/veilpost.sqlite`, () => true],
  // The others end before the database is called.
  [
    'on PostgreSQL',
    await postgresDatabase('attacks'),
    ({ harmless }: Attack) => harmless !== undefined,
  ],
] as const) {
  describe(`attacks on the api, ${name}`, async () => {
    const store = await openStore(url, { now: Date.now, log: SILENT });
    const insertion = await store.insertAlias({
      real_email: 'canary@example.org',
      alias_email: 'alias-1234@a.test',
    });
    assert.ok(insertion.kind === 'created');
    const prey = insertion.alias;
    const { api, logged } = await apiUnderTest(after, { store });
    const send = await httpServer(api, after);

    for (const { name: attack, harmless, ...request } of attacks(prey).filter(reaches)) {
      test(attack, async () => {
        const headers = { apikey: ANON_KEY, ...request.headers };
        const { status, text } = await send({ ...request, headers });
        if (harmless === undefined) assert.ok(status >= 400 && status < 500, `status ${status}`);
        else assert.equal(status, harmless);
        assert.doesNotMatch(text, /canary@example\.org/);
        assert.doesNotMatch(text, /SELECT|INSERT|UPDATE|SQLITE|node_modules|\.ts:/);
        assert.deepEqual((await store.aliasById(prey.id))?.alias, prey);
        const counts = await store.countByDomain();
        assert.deepEqual(counts, [{ domain: 'a.test', active: 1, inactive: 0, retired: 0 }]);
      });
    }

    test('a client that sends its body in chunks is served, up to the length that the call reads', async () => {
      const path = `/rest/v1/aliases?id=eq.${prey.id}`;
      const headers = {
        apikey: ANON_KEY,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      };
      for (const [length, expected] of [
        [4096, 204],
        [4097, 413],
      ] as const) {
        const body = '{"active":true}'.padEnd(length);
        const { status } = await send({ method: 'PATCH', path, headers, body });
        assert.equal(status, expected, `${length} octets`);
      }
    });

    test('after all attacks a visitor is served, and the log contains no address', async () => {
      const path =
        '/rest/v1/aliases?select=*&real_email=eq.canary@example.org&order=created_at.desc';
      const { status, text } = await send({ method: 'GET', path, headers: { apikey: ANON_KEY } });
      assert.deepEqual([status, JSON.parse(text)], [200, [prey]]);
      assert.doesNotMatch(JSON.stringify(logged), /@/);
    });
  });
}
