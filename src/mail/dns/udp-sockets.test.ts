import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { until } from '#support/sending.ts';
import { asking } from './asking.fixture.ts';

test('queries come from 16 ports, with random ids', async (t) => {
  const ids: number[] = [];
  const { server, ask } = await asking(t, {});
  server.behaviour = ({ query }, reply) => {
    ids.push(query.readUInt16BE(0));
    return [reply];
  };
  for (let i = 0; i < 300; i++) await ask(`n${i}.test`, 'A');
  assert.equal(new Set(server.ports).size, 16);
  assert.ok(new Set(ids).size > 280, 'few ids occur twice');
  const steps = ids.map((id, i) => (65_536 + id - (ids[i - 1] ?? 0)) % 65_536);
  assert.ok(new Set(steps).size > 280, 'no step occurs often');
});

test('a socket is replaced after 200 queries, and answers to its queries still arrive', async (t) => {
  // The random source always picks the first socket; ids are counted.
  let id = 0;
  const randomInt = (below: number) => (below === 16 ? 0 : id++ % below);
  const sockets: Socket[] = [];
  const { server, ask } = await asking(t, undefined, {
    randomInt,
    createSocket(options) {
      const made = typeof options === 'string' ? createSocket(options) : createSocket(options);
      sockets.push(made);
      return made;
    },
  });
  for (let i = 1; i <= 199; i++) await ask(`n${i}.test`, 'A');
  server.hold();
  const held = ask('a.test', 'A');
  await until(() => server.questions.length === 200);
  const next = ask('next.test', 'A');
  await until(() => server.questions.length === 201);
  const closed = once(sockets[0] ?? assert.fail(), 'close');
  server.release();
  assert.deepEqual(await held, ['192.0.2.1']);
  await closed;
  assert.equal(await next, 'no-name');
  assert.equal(new Set(server.ports.slice(0, 200)).size, 1);
  assert.notEqual(server.ports[200], server.ports[0]);
});
