/** A domain without DANE or MTA-STS gets its messages exactly as it did before these were supported. */

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { DnsServer, resolverOf } from '#support/dns-server.ts';
import { USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';
import { rounds } from '#support/seeded-random.ts';
import { envelope, goingByMx, message, RecordingLog, server } from '#support/sending.ts';
import { StsPolicies } from '../tls/sts-policies.ts';

const MAILS = rounds(100);

/** @returns what servers and the DNS have seen when half the messages go to a domain with MX and half to one without */
async function seen(t: TestContext, asks: boolean) {
  const site = await server(t, {}, { extensions: [...USUAL_EXTENSIONS, 'STARTTLS'] });
  const dns = await DnsServer.during(t, {
    'mailbox.test': { MX: [[10, 'a.test']] },
    'a.test': { A: ['192.0.2.1'] },
    'alone.test': { A: ['192.0.2.1'] },
  });
  const { resolve } = resolverOf(t, [dns]);
  const silent = async () => assert.fail('nothing is stored, and no web server is contacted');
  const store = { keep: silent, drop: silent, noteUse: silent, due: silent, claim: silent };
  const policies: StsPolicies = new StsPolicies({
    store: { ...store, find: async () => undefined, forgetExpired: silent, count: silent },
    resolve,
    resolveAnew: resolve,
    fetch: silent,
    clock: new FakeClock(),
    log: new RecordingLog(),
    onFetch: () => {},
  });
  const options = asks ? { resolve, dane: true, policies } : { resolve };
  const { nextHop, deadline } = goingByMx(t, {}, { '192.0.2.1': site }, options);
  for (let i = 0; i < MAILS; i++) {
    const forwardPath = i % 2 === 0 ? 'real@mailbox.test' : 'real@alone.test';
    const { kind } = await nextHop.deliver({ ...envelope, forwardPath }, message, deadline);
    assert.equal(kind, 'accepted');
  }
  const octets = Buffer.concat(site.messages.map((one) => one.octets));
  // After the last message of a connection, at any time.
  const commands = site.commands.filter((one) => one !== 'QUIT');
  return { commands, octets, questions: dns.questions };
}

test(`${MAILS} messages leave as the same octets, with one TXT query for each domain and no TLSA query`, async (t) => {
  const before = await seen(t, false);
  const after = await seen(t, true);
  assert.deepEqual(after.commands, before.commands);
  assert.ok(after.octets.equals(before.octets));
  const further = after.questions.filter((one) => !before.questions.includes(one));
  assert.deepEqual(further.toSorted(), [
    'UDP TXT _mta-sts.alone.test',
    'UDP TXT _mta-sts.mailbox.test',
  ]);
  assert.equal(new Set(after.questions).size, after.questions.length);
});
