/**
 * Sends one message to each of many random set-ups through Postfix and through our way out, on the same zones and servers, and prints the
 * verdicts as JSON. It runs in a network namespace of its own, as `own-network.sh` makes it.
 */

import { writeFileSync } from 'node:fs';
import { createResolver } from '#app/net/dns.ts';
import { createNextHop } from '#mail/smtp/send/route/create-next-hop.ts';
import { systemClock } from '#time/clock.ts';
import { connect } from 'node:net';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { seededRandom } from '#support/seeded-random.ts';
import { envelope, message, RecordingLog } from '#support/sending.ts';
import { startUnbound } from '../servers/unbound.ts';
import { byFinger, byPostfix, type Verdict } from './postfix-judge.ts';
import { randomSetups, type Setup } from './random-setups.ts';
import { addressOf, KINDS } from './server-kinds.ts';

export type Compared = Setup & { ours: Verdict; postfix: Verdict; finger?: boolean };

const [count = 0, fingers = 0, file = ''] = process.argv.slice(2).map((one) => Number(one) || one);
const cleanUps: (() => Promise<void> | void)[] = [];
const after = (cleanUp: () => Promise<void> | void) => void cleanUps.push(cleanUp);

const { setups, zones } = randomSetups(Number(count), seededRandom(41));
await startUnbound(after, 53, zones);
for (const [place, { options }] of KINDS.entries()) {
  await FakeNextHop.during(after, { ...options, host: addressOf(place), port: 25 });
}

const postfix = await byPostfix(after, setups);
const finger = await byFinger(after);
const compared: Compared[] = [];
const resolver = createResolver([{ address: '127.0.0.1', port: 53 }]);
const nextHop = createNextHop({
  target: { kind: 'mx' },
  hostname: 'mx.ours.test',
  resolve: resolver.resolve,
  connect,
  clock: systemClock,
  random: () => 0,
  log: new RecordingLog(),
  ownAddresses: [],
  dane: true,
  retryMs: 0,
});
for (const setup of setups) {
  const theirs = postfix.get(setup.domain) ?? 'deferred';
  const one: Compared = { ...setup, ours: await byUs(setup), postfix: theirs };
  // It checks only one server.
  const isSingle = !setup.words.some((word) =>
    word.includes(`${setup.domain.split('.')[0]?.replace('d', 'h')}b.`),
  );
  if (compared.filter((other) => other.finger !== undefined).length < Number(fingers) && isSingle) {
    one.finger = await finger(setup);
  }
  compared.push(one);
}
writeFileSync(String(file), JSON.stringify(compared));
await nextHop.close();
resolver.close();
for (const cleanUp of cleanUps.toReversed()) await cleanUp();

async function byUs({ domain }: Setup): Promise<Verdict> {
  const to = { ...envelope, forwardPath: `real@${domain}` };
  const delivery = await nextHop.deliver(to, message, systemClock.now() + 60_000);
  if (delivery.kind !== 'accepted') return 'deferred';
  if (delivery.peer.proof === 'dane') return 'proven';
  return delivery.peer.tls === null ? 'in clear' : 'over TLS';
}
