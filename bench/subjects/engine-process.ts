/** The mail engine as a process of its own: receiver, forwarder, store and next hop, and nothing beside them. */

import { readFileSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';
import { createSecureContext } from 'node:tls';
import { Forwarder } from '#mail/forward/forwarder.ts';
import { Receiver } from '#mail/smtp/receive/receiver.ts';
import { createNextHop } from '#mail/smtp/send/create-next-hop.ts';
import { systemClock } from '#mail/smtp/time.ts';
import { openStore } from '#store/open.ts';

const [databaseUrl = '', nextHopPort = '', certificate] = process.argv.slice(2);
const quiet = { debug: () => {}, info: () => {}, warn: console.warn, error: console.error };
const clock = systemClock;
const hostname = 'mx.alias.test';

const store = await openStore(databaseUrl, { now: clock.now, log: quiet });
const nextHop = createNextHop({
  target: { kind: 'relay', host: '127.0.0.1', port: Number(nextHopPort), tls: 'opportunistic' },
  hostname,
  resolver: new Resolver(),
  connect,
  clock,
  random: Math.random,
  log: quiet,
  ownAddresses: [],
});
const forwarder = new Forwarder({
  space: { domains: ['alias.test'], numbers: { first: 1000, last: 9999 } },
  store,
  nextHop,
  hostname,
  bounceDomain: 'b.alias.test',
  operator: undefined,
  secrets: ['a secret for the bench alone, of no worth'],
  cacheMs: 0,
  limits: false,
  clock,
  random: Math.random,
  observe: () => {},
  onFault: console.error,
});
const pem = certificate === undefined ? undefined : readFileSync(certificate);
const secureContext = pem && createSecureContext({ key: pem, cert: pem });
const receiver = new Receiver({
  hostname,
  policy: forwarder.policy,
  clock,
  limits: { connectionsPerBlock: Number.POSITIVE_INFINITY },
  inFlight: { octets: 268_435_456, blockShare: 1 },
  blockOf: (address) => address,
  secureContext: () => secureContext,
  onFault: console.error,
});
const port = await receiver.listen(0, '127.0.0.1');
console.log(`listening on ${port}`);

process.once('SIGTERM', () => {
  void receiver
    .close()
    .then(() => forwarder.settled())
    .then(() => nextHop.close())
    .then(() => store.close())
    .then(() => process.exit(0));
});
