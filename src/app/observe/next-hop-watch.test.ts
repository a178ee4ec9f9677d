import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { Relay } from '#mail/smtp/send/route/target.ts';
import { systemClock } from '#time/clock.ts';
import { mx } from '#support/zone-resolver.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { envelope, goingByMx, message, sending, server } from '#support/sending.ts';
import { NextHopWatch, relayProbe } from './next-hop-watch.ts';

test('a relay that rejects our login fails from the first message on, until it accepts it again', async (t) => {
  const hop = await FakeNextHop.start({ extensions: ['AUTH PLAIN', 'PIPELINING'] });
  t.after(() => hop.close());
  const target: Relay = {
    kind: 'relay',
    host: '127.0.0.1',
    port: hop.port,
    tls: 'opportunistic',
    credentials: { user: 'us', password: 'secret' },
  };
  const { nextHop, clock, deadline } = sending({ target });
  const surroundings = { hostname: 'mx.ours.test', connect, clock: systemClock };
  const watch = new NextHopWatch(target, relayProbe(target, surroundings), clock.now);
  const watched = watch.watch(nextHop);
  t.after(() => watched.close());
  hop.script = { AUTH: '535 5.7.8 unknown' };
  await watch.check();
  assert.equal(hop.connections.total, 0, 'a relay is left alone as long as mail passes');
  assert.equal((await watched.deliver(envelope, message, deadline)).kind, 'deferred');
  await assert.rejects(watch.check);
  clock.advance(86_400_000);
  await assert.rejects(watch.check, 'also where no further mail comes');
  hop.script = {};
  await watch.check();
  const asked = hop.connections.total;
  await watch.check();
  assert.equal(hop.connections.total, asked);
});

test('one domain with unreachable servers is its own problem, three without other mail between are ours', async (t) => {
  const zones = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name, i) => [
      `${name}.test`,
      { MX: mx([10, `${name}.test`]), A: [`192.0.2.${i}`] },
    ]),
  );
  const refuses = 'refuses' as const;
  const hop = await server(t);
  const { nextHop, clock } = goingByMx(t, zones, {
    '192.0.2.0': refuses,
    '192.0.2.1': refuses,
    '192.0.2.2': refuses,
    '192.0.2.3': hop,
  });
  const watch = new NextHopWatch({ kind: 'mx' }, () => assert.fail(), clock.now);
  const watched = watch.watch(nextHop);
  const mailTo = (...domains: string[]) =>
    Promise.all(
      domains.map((domain) =>
        watched.deliver(
          { ...envelope, forwardPath: `jane@${domain}` },
          message,
          clock.now() + 150_000,
        ),
      ),
    );
  for (let i = 0; i < 5; i += 1) await mailTo('a.test');
  await mailTo('b.test');
  await watch.check();
  await mailTo('d.test');
  await mailTo('c.test');
  await watch.check();
  await mailTo('a.test', 'b.test');
  await assert.rejects(watch.check);
  // No one sends any more: the state is unknown.
  clock.advance(600_000);
  await watch.check();
});
