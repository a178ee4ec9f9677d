/** Three nodes with HAProxy on PostgreSQL under Patroni: the primary fails under load. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { afterSuite } from './folder.ts';
import { Load, MANY_NAMES } from './load/load.ts';
import { Node } from './load/node.ts';
import { startHaproxy } from './servers/haproxy.ts';
import { type Member, PatroniCluster } from './servers/patroni.ts';

describe('three nodes on PostgreSQL under Patroni', async () => {
  const after = afterSuite();
  const hop = await FakeNextHop.during(after);
  const cluster = await PatroniCluster.start(after);
  const database = await cluster.database('veilpost');
  const environment = {
    DATABASE_URL: database.url,
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    ...MANY_NAMES,
  };
  const nodes: Node[] = [];
  for (let i = 0; i < 3; i++) nodes.push(await Node.start(after, environment));
  const balancer = await startHaproxy(after, nodes);

  for (const { name, fail, mend } of [
    {
      name: 'is killed',
      fail: (primary: Member) => primary.kill(),
      mend: (former: Member) => former.start(),
    },
    {
      name: 'falls silent',
      fail: (primary: Member) => primary.freeze(),
      // In production its machine's watchdog resets it before it could continue.
      mend: async (former: Member) => {
        await former.kill();
        former.start();
      },
    },
  ]) {
    test(`when the primary ${name} senders and visitors are deferred, and nothing acknowledged is lost`, async (t) => {
      const load = await Load.start(balancer, hop);
      await load.goesOn();
      const former = await cluster.primary();
      await fail(former);
      const primary = await cluster.successorOf(former);
      await load.goesOn();
      await mend(former);
      await cluster.isWhole();
      await load.stop();
      for (const node of nodes) node.assertRunning();
      const { mails, aliases } = await load.assertNothingLost(database.at(primary));
      assert.equal(load.assertNothingTwice(), 0);
      const { disturbances } = load;
      t.diagnostic(`${mails} messages, ${aliases} aliases; ${JSON.stringify(disturbances)}`);
      for (const reply of disturbances.deferred) assert.match(reply, /^451 4\.3\.0 /);
      assert.equal(disturbances.sessions, 0, 'no sender was cut off');
      assert.equal(disturbances.calls, 0, 'no visitor was cut off');
    });
  }
});
