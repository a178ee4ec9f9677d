/** A validating unbound over zones that are signed, unsigned and broken: what it returns to our resolver, and where mail then goes. */

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import type { Resolver } from '#mail/dns/resolver.ts';
import { createResolver } from '#app/net/dns.ts';
import { systemClock } from '#time/clock.ts';
import { type Certificate, selfSignedCertificate, tlsa } from '#support/certificate.ts';
import { FakeNextHop, USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';
import { freePort } from '#support/loopback.ts';
import { envelope, message, sending } from '#support/sending.ts';
import { afterSuite } from './folder.ts';
import { startUnbound } from './servers/unbound.ts';

const own = selfSignedCertificate('mx.good.signed.test');
const other = selfSignedCertificate('mx.good.signed.test');
const record = (certificate: Certificate) =>
  `3 1 1 ${tlsa('3 1 1', certificate).data.toString('hex')}`;

const NAMES: [string, Certificate][] = [
  ['good', own],
  ['wrong', other],
];

/** Two mailbox domains in each zone: the record of one matches, and that of the other does not. */
const records = (zone: string) =>
  NAMES.map(
    ([name, certificate]) => `${name}.${zone}. IN MX 10 mx.${name}.${zone}.
mx.${name}.${zone}. IN A 192.0.2.1
_25._tcp.mx.${name}.${zone}. IN TLSA ${record(certificate)}
`,
  ).join('');

const changed = (zone: string) =>
  zone.replaceAll('192.0.2.1', '192.0.2.9').replaceAll(/(TLSA\t3 1 1 )[\da-f]{8}/g, '$1deadbeef');

describe('with a validating unbound', () => {
  const after = afterSuite();
  let resolver: Resolver;
  let hop: FakeNextHop;
  before(async () => {
    const port = await freePort();
    const zones = ['signed.test', 'unsigned.test', 'bogus.test'].map((name) => ({
      name,
      records: records(name),
      isSigned: name !== 'unsigned.test',
      // As an attacker on the path would.
      ...(name === 'bogus.test' && { changed }),
    }));
    await startUnbound(after, port, zones);
    resolver = createResolver([{ address: '127.0.0.1', port }]);
    after(() => resolver.close());
    hop = await FakeNextHop.start({
      certificate: own,
      extensions: [...USUAL_EXTENSIONS, 'STARTTLS'],
    });
    after(() => hop.close());
  });

  test('a signed zone has the AD bit, an unsigned one has not, and a changed one has no answer', async () => {
    const said = async (name: string) => {
      const answer = await resolver.resolve(name, 'TLSA');
      return answer.kind === 'trouble' ? answer.reason : `${answer.kind} ${answer.secure}`;
    };
    assert.equal(await said('_25._tcp.mx.good.signed.test'), 'records true');
    assert.equal(await said('_25._tcp.nobody.signed.test'), 'no-name true');
    assert.equal(await said('_25._tcp.mx.good.unsigned.test'), 'records false');
    assert.equal(await said('_25._tcp.mx.good.bogus.test'), 'failure');
  });

  for (const [domain, verdict] of [
    ['good.signed.test', 'accepted dane'],
    ['wrong.signed.test', '451 4.7.5'],
    ['good.unsigned.test', 'accepted any'],
    ['wrong.unsigned.test', 'accepted any'],
    ['good.bogus.test', '451 4.4.3'],
  ] as const) {
    test(`mail to ${domain}: ${verdict}`, async (t) => {
      const { nextHop, deadline } = sending({
        target: { kind: 'mx' },
        resolve: resolver.resolve,
        dane: true,
        clock: systemClock,
        connect: ({ onread }) => connect({ host: '127.0.0.1', port: hop.port, onread }),
      });
      t.after(() => nextHop.close());
      const delivery = await nextHop.deliver(
        { ...envelope, forwardPath: `real@${domain}` },
        message,
        systemClock.now() + Math.min(deadline, 60_000),
      );
      const said =
        delivery.kind === 'accepted'
          ? `accepted ${delivery.peer.proof}`
          : `${delivery.reply.code} ${delivery.reply.enhanced}`;
      assert.equal(said, verdict);
    });
  }
});
