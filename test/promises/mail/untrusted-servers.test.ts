/** What people notice if the policy of a mailbox's domain is not met, through the whole engine. */

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { PolicyAnswer } from '#mail/smtp/send/tls/sts-policies.ts';
import { answering } from '#support/answering.ts';
import { selfSignedCertificate } from '#support/certificate.ts';
import { fakeDns, mx } from '#support/zone-resolver.ts';
import { USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';
import { ALIAS } from '#support/forwarding.ts';
import { sending } from '#support/sending.ts';

const ENFORCE = { mode: 'enforce', mx: ['a.test'], fetchedAt: 0, expiresAt: 1e15 } as const;

/** An engine that sends to servers found by MX; their certificate is not from a known authority. */
async function engine(t: TestContext) {
  const now: { policy: PolicyAnswer; port: number } = { policy: undefined, port: 0 };
  const list = { MX: mx([10, 'a.test']) };
  const { nextHop } = sending({
    target: { kind: 'mx' },
    resolve: fakeDns({
      'mailbox.test': list,
      'example.org': list,
      'a.test': { A: ['192.0.2.1'] },
    }).resolve,
    connect: ({ onread }) => connect({ host: '127.0.0.1', port: now.port, onread }),
    policies: { of: async () => now.policy, renewed: async () => false },
  });
  t.after(() => nextHop.close());
  const all = await answering(t, {
    hop: {
      extensions: [...USUAL_EXTENSIONS, 'STARTTLS'],
      certificate: selfSignedCertificate('a.test'),
    },
    through: () => nextHop,
  });
  now.port = all.hop.port;
  return { ...all, now };
}

test('notifications, test mails and replies of owners follow the same rules', async (t) => {
  const { forwarder, store, hop, now, written, answer } = await engine(t);
  const [token = ''] = await written();
  const row = await store.aliasByAddress(ALIAS);
  assert.ok(row);
  const site = 'https://veilpost.test';
  const all = async () => {
    const code = { to: 'jane.doe@mailbox.test', site, code: '123456' };
    const sent = await forwarder.sendLetter({ kind: 'reauthentication', ...code }, 'a'.repeat(32));
    const tried = await forwarder.sendTestMail(row.alias, 'Hello', 'A line.');
    const answered = await answer([token]);
    const said = ({ code: number, enhanced }: typeof sent.reply) => `${number} ${enhanced}`;
    return [said(sent.reply), said(tried.delivery.reply), answered.slice(0, 9)];
  };
  const before = hop.messages.length;
  now.policy = ENFORCE;
  assert.deepEqual(await all(), ['451 4.7.5', '451 4.7.5', '451 4.7.5']);
  assert.equal(hop.messages.length, before);
  now.policy = undefined;
  assert.deepEqual(
    (await all()).map((one) => one.slice(0, 3)),
    ['250', '250', '250'],
  );
  assert.equal(hop.messages.length, before + 3);
});
