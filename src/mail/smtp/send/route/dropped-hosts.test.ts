/** A host without messages and connections may be dropped; one that a message is about to use may not. */

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Resolve } from '#mail/dns/answer.ts';
import { fakeDns, type Node } from '#support/zone-resolver.ts';
import { SILENCE } from '#support/fake-next-hop.ts';
import { envelope, goingByMx, message, server, until } from '#support/sending.ts';

/** A message in progress whose server's address is unknown until the call of `found`. */
async function lookingUp(t: TestContext, others: Record<string, Node> = {}) {
  const hop = await server(t, { dot: SILENCE });
  const known = Promise.withResolvers<void>();
  const dns = fakeDns({ 'mailbox.test': { A: ['192.0.2.1'] }, ...others });
  const resolve: Resolve = async (name, type) => {
    if (name === 'mailbox.test' && type === 'A') await known.promise;
    return dns.resolve(name, type);
  };
  const going = goingByMx(t, {}, { '192.0.2.1': hop }, { resolve });
  const delivering = going.nextHop.deliver(envelope, message, going.deadline);
  await until(() => dns.questions.includes('AAAA mailbox.test'));
  return { hop, delivering, found: known.resolve, ...going };
}

test('a host whose address is being looked up is not dropped: its connection counts, and the graceful shutdown waits for it', async (t) => {
  const domains = Array.from({ length: 256 }, (_, i) => `other${i}.test`);
  const others = Object.fromEntries(domains.map((domain) => [domain, { A: ['192.0.2.2'] }]));
  const { hop, delivering, found, nextHop, deadline } = await lookingUp(t, others);
  for (const domain of domains) {
    await nextHop.deliver({ ...envelope, forwardPath: `real@${domain}` }, message, deadline);
  }
  found();
  await hop.until(() => hop.count('dot') === 1);
  assert.equal(nextHop.connections.busy, 1);
  const closing = nextHop.close();
  hop.say('250 2.0.0 ok');
  assert.equal((await delivering).kind, 'accepted');
  await closing;
  await hop.until(() => hop.commands.at(-1) === 'QUIT');
});

test('a message whose server is found after the shutdown began is still sent, and the shutdown waits for its connection', async (t) => {
  const { hop, delivering, found, nextHop } = await lookingUp(t);
  const open: number[] = [];
  const closing = nextHop.close().then(() => void open.push(nextHop.connections.busy));
  found();
  await hop.until(() => hop.count('dot') === 1);
  assert.deepEqual(open, [], 'it waits');
  hop.say('250 2.0.0 ok');
  assert.equal((await delivering).kind, 'accepted');
  await closing;
  assert.deepEqual(open, [0]);
  assert.equal(hop.commands.at(-1), 'QUIT');
  // Our end is closed; the server notices it in a turn of its own.
  await hop.until(() => hop.connections.open === 0);
});
