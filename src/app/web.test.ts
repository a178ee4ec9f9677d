import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { configOf } from './config/reading.fixture.ts';
import { createLog } from './observe/log.ts';
import { openWeb } from './web.ts';

test('a graceful shutdown lets requests in flight end', async () => {
  const log = createLog({ write: () => true }, false);
  const web = await openWeb(configOf({ HTTP_PORT: '0' }), log);
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  web.serve(
    new Hono().get('/', () => {
      begun.resolve();
      return answer.promise;
    }),
  );
  const asked = fetch(web.address);
  await begun.promise;
  const closed = web.close();
  answer.resolve(new Response('answered'));
  assert.equal(await (await asked).text(), 'answered');
  await closed;
});
