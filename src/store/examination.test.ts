import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '#support/loopback.ts';
import { examineDatabase } from './examination.ts';

test('a server that does not respond is named, with the reason', async () => {
  const server = `127.0.0.1:${await freePort()}/aliases`;
  await assert.rejects(examineDatabase(`postgres://us:secret@${server}`, Date.now), {
    name: 'DatabaseUnreachable',
    message: `The database ${server} does not respond (ECONNREFUSED).`,
  });
});
