/** Three nodes on one PostgreSQL with Debian's HAProxy: 100 visitors and 10 senders at once, while nodes come and go. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { postgresServer } from '#support/postgres.ts';
import { afterSuite } from './folder.ts';
import { Load, MANY_NAMES } from './load/load.ts';
import { Node } from './load/node.ts';
import { startHaproxy } from './servers/haproxy.ts';

describe('three nodes with HAProxy', async () => {
  const after = afterSuite();
  const hop = await FakeNextHop.during(after);
  const server = await postgresServer(after);
  const database = await server.database('nodes');
  const environment = {
    DATABASE_URL: database,
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    ...MANY_NAMES,
  };
  const nodes: Node[] = [];
  for (let i = 0; i < 3; i++) nodes.push(await Node.start(after, environment));
  const balancer = await startHaproxy(after, nodes);

  test('kills of each node lose nothing acknowledged, and repeat only mail in flight', async (t) => {
    const load = await Load.start(balancer, hop);
    await load.goesOn();
    for (const node of nodes) {
      await node.kill();
      await node.takesPart();
    }
    await load.stop();
    const { mails, aliases } = await load.assertNothingLost(database);
    const repeated = load.assertNothingTwice();
    const { disturbances } = load;
    t.diagnostic(
      `${mails} messages, ${aliases} aliases, ${repeated} copies repeated; ${JSON.stringify(disturbances)}`,
    );
    // Connections end with a node; calls do not get a temporary refusal, because the others continue.
    assert.equal(disturbances.unavailable, 0);
    assert.deepEqual(disturbances.deferred, []);
  });

  test('a rolling restart does not lose or repeat anything', async (t) => {
    const load = await Load.start(balancer, hop);
    await load.goesOn();
    for (const node of nodes) {
      assert.equal(await node.terminate(), 0);
      await node.takesPart();
    }
    await load.stop();
    const { mails, aliases } = await load.assertNothingLost(database);
    assert.equal(load.assertNothingTwice(), 0);
    const { disturbances } = load;
    t.diagnostic(`${mails} messages, ${aliases} aliases; ${JSON.stringify(disturbances)}`);
    assert.deepEqual(load.uncertain, new Map(), 'each mail on its way has got its verdict');
    assert.equal(disturbances.unavailable, 0);
    for (const reply of disturbances.deferred) assert.match(reply, /^421 4\.3\.2 /);
  });
});
