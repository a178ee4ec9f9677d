/** MTA-STS (RFC 8461) over real sockets: whether the message is delivered, and what an untrusted server sees. */

import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { issueCertificate, selfSignedCertificate, tlsa } from '#support/certificate.ts';
import { mx, type Node } from '#support/zone-resolver.ts';
import { type FakeHopOptions, USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';
import { envelope, goingByMx, keepsSecret, message, server } from '#support/sending.ts';
import type { PolicyAnswer } from '../tls/sts-policies.ts';

const STARTTLS = [...USUAL_EXTENSIONS, 'STARTTLS'];
const authority = issueCertificate({ commonName: 'Authority', isAuthority: true });
const good = issueCertificate({ names: ['a.test'], issuer: authority });
const selfSigned = selfSignedCertificate('a.test');
const published = (mode: 'enforce' | 'testing', name: string) => ({
  mode,
  mx: [name],
  fetchedAt: 0,
  expiresAt: 604_800_000,
});
const ENFORCE = published('enforce', 'a.test');
const TESTING = published('testing', 'a.test');

const ONE: Record<string, Node> = {
  'mailbox.test': { MX: mx([10, 'a.test']) },
  'a.test': { A: ['192.0.2.1'] },
};

/** One server, and a domain with a policy. */
async function under(
  t: TestContext,
  policy: PolicyAnswer,
  hop: FakeHopOptions = {},
  zones: Record<string, Node> = {},
) {
  const site = await server(t, {}, { extensions: STARTTLS, certificate: good, ...hop });
  if (typeof policy === 'object' && policy.mode === 'enforce') t.after(() => keepsSecret(site));
  const proofs: string[] = [];
  /** `next`: the policy that the domain has published meanwhile. */
  const now: { policy: PolicyAnswer; renewals: number; next?: PolicyAnswer } = {
    policy,
    renewals: 0,
  };
  const sites = { '192.0.2.1': site, '192.0.2.2': site };
  const going = goingByMx(t, { ...ONE, ...zones }, sites, {
    ca: authority.cert,
    dane: true,
    policies: {
      of: async () => now.policy,
      renewed: async () => {
        now.renewals += 1;
        now.policy = now.next ?? now.policy;
        return now.next !== undefined;
      },
    },
    onProof: (proof, result) => proofs.push(`${proof} ${result}`),
  });
  const send = async () => {
    const delivery = await going.nextHop.deliver(envelope, message, going.deadline);
    return delivery.kind === 'accepted'
      ? `accepted ${delivery.peer.proof} ${delivery.peer.tls}`
      : `${delivery.reply.code} ${delivery.reply.enhanced}`;
  };
  return { ...going, site, proofs, now, send };
}

const REFUSED = '451 4.7.5';

const expired = issueCertificate({ names: ['a.test'], issuer: authority, until: '21' });
const otherName = issueCertificate({ names: ['z.test'], issuer: authority });
const commonNameAlone = issueCertificate({ commonName: 'a.test', issuer: authority });
const partly = issueCertificate({ names: ['a*.test'], issuer: authority });
const FAULTS: [what: string, fault: string, FakeHopOptions][] = [
  ['a self-signed certificate', 'certificate', { certificate: selfSigned }],
  ['an expired certificate', 'expired', { certificate: expired }],
  ['a certificate for another name', 'name', { certificate: otherName }],
  ['the name only as common name', 'name', { certificate: commonNameAlone }],
  ['a star that matches part of a label', 'name', { certificate: partly }],
  ['a handshake that fails', 'handshake', { script: { STARTTLS: { last: '220 go' } } }],
  // OpenSSL has the old versions only at its lowest security level.
  ['TLS 1.1 alone', 'handshake', { tls: { maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } }],
  ['no STARTTLS', 'no-starttls', { extensions: USUAL_EXTENSIONS }],
  ['454 to STARTTLS', 'no-starttls', { script: { STARTTLS: '454 4.7.0 later' } }],
];

for (const [what, fault, hop] of FAULTS) {
  test(`enforce and ${what}: 451 4.7.5, and the server does not see MAIL`, async (t) => {
    const { send, proofs, site, now } = await under(t, ENFORCE, hop);
    assert.equal(await send(), REFUSED);
    assert.deepEqual(proofs, [`pkix ${fault}`]);
    assert.deepEqual([site.connections.total, now.renewals], [1, 1]);
    assert.ok(site.commands.every((one) => /^(?:EHLO|STARTTLS|QUIT)/.test(one)));
  });

  test(`testing and ${what}: delivered as if there were no policy, and counted`, async (t) => {
    const { send, proofs, site } = await under(t, TESTING, hop);
    assert.match(await send(), /^accepted any /);
    assert.equal(site.messages.length, 1);
    // The failed handshake was followed by a plaintext connection.
    const seen = fault === 'handshake' && site.messages[0]?.tls === false ? 'no-starttls' : fault;
    assert.deepEqual(proofs, ['any ok', `testing ${seen}`]);
  });
}

suite('servers that the policy does not list', () => {
  const TWO = {
    'mailbox.test': { MX: mx([10, 'b.test'], [20, 'a.test']) },
    'b.test': { A: ['192.0.2.2'] },
  };

  const MANY = Array.from({ length: 9 }, (_, i): [number, string] => [i, `m${i}.test`]);
  const AFTER_MANY = { 'mailbox.test': { MX: mx(...MANY, [20, 'a.test']) } };
  const COUNTED = ['any ok', 'testing mx-not-in-policy'];
  const unlisted = (mode: 'enforce' | 'testing') => published(mode, 'c.test');
  for (const [what, policy, zones, verdict, dialled, counted] of [
    ['are skipped', ENFORCE, TWO, 'accepted pkix TLSv1.3', 1, ['pkix ok']],
    ['also after eight others', ENFORCE, AFTER_MANY, 'accepted pkix TLSv1.3', 1, ['pkix ok']],
    ['without another one', unlisted('enforce'), TWO, REFUSED, 0, ['pkix mx-not-in-policy']],
    ['are used in testing mode', unlisted('testing'), TWO, 'accepted any TLSv1.3', 1, COUNTED],
  ] as const) {
    test(`${what}: ${verdict}`, async (t) => {
      const { send, proofs, ...seen } = await under(t, policy, {}, zones);
      assert.deepEqual([await send(), proofs], [verdict, counted]);
      assert.equal(seen.dialled.length, dialled);
      assert.equal(seen.now.renewals, verdict === REFUSED ? 1 : 0);
    });
  }
});

test('a policy that has changed meanwhile is used immediately; if the store fails to return it, the message gets 451 4.3.0', async (t) => {
  const { send, now, dialled } = await under(t, 'unknown');
  assert.deepEqual([await send(), dialled], ['451 4.3.0', []]);
  now.policy = published('enforce', 'c.test');
  now.next = ENFORCE;
  assert.equal(await send(), 'accepted pkix TLSv1.3');
});

suite('a policy and records of a signed zone', () => {
  const signed = (certificate: { cert: string }, numbers = '3 1 1') => ({
    'mailbox.test': { MX: mx([10, 'a.test']), secure: true },
    'a.test': { A: ['192.0.2.1'], secure: true },
    '_25._tcp.a.test': { TLSA: [tlsa(numbers, certificate)], secure: true },
  });

  const wrong = signed(selfSigned);
  const unusable = signed(selfSigned, '1 1 1');
  for (const [what, certificate, zones, verdict, proof] of [
    ['a good certificate, another record', good, wrong, REFUSED, 'dane tlsa-mismatch'],
    ['its record', selfSigned, signed(selfSigned), 'accepted dane TLSv1.3', 'dane ok'],
    ['an unusable record', selfSigned, unusable, REFUSED, 'pkix certificate'],
  ] as const) {
    test(`${what}: ${verdict}`, async (t) => {
      const { send, proofs } = await under(t, ENFORCE, { certificate }, zones);
      assert.deepEqual([await send(), proofs], [verdict, [proof]]);
    });
  }
});

suite('one pool serves messages with and without a proof', () => {
  test('an unverified idle connection is not used for a message that requires a proof', async (t) => {
    const { send, now, site } = await under(t, undefined, { certificate: selfSigned });
    assert.equal(await send(), 'accepted any TLSv1.3');
    now.policy = ENFORCE;
    assert.equal(await send(), REFUSED);
    assert.deepEqual([site.messages.length, site.count('MAIL'), site.connections.total], [1, 1, 2]);
    // It is still used for other messages.
    now.policy = undefined;
    assert.equal(await send(), 'accepted any TLSv1.3');
    assert.equal(site.connections.total, 2);
  });

  test('a verified idle connection is used for a message that does not require a proof', async (t) => {
    const { send, now, site } = await under(t, ENFORCE);
    await send();
    now.policy = undefined;
    assert.equal(await send(), 'accepted any TLSv1.3');
    assert.equal(site.connections.total, 1);
  });

  test('the connection limit applies to both kinds together', async (t) => {
    const { send, now, site } = await under(t, undefined, { certificate: selfSigned });
    const sent = Array.from({ length: 30 }, (_, i) => {
      now.policy = i % 2 === 0 ? undefined : ENFORCE;
      return send();
    });
    const verdicts = await Promise.all(sent);
    assert.equal(verdicts.filter((one) => one === 'accepted any TLSv1.3').length, 15);
    assert.equal(verdicts.filter((one) => one === REFUSED).length, 15);
    assert.ok(site.connections.peak <= 20, `${site.connections.peak}`);
    assert.equal(site.messages.length, 15);
  });

  test('a server rejected for its name is rejected again: no TLS session is resumed', async (t) => {
    const { send, site, now } = await under(t, ENFORCE, { certificate: otherName });
    for (let i = 0; i < 3; i++) assert.equal(await send(), REFUSED);
    now.policy = undefined;
    assert.equal(await send(), 'accepted any TLSv1.3');
    now.policy = ENFORCE;
    assert.equal(await send(), REFUSED);
    assert.deepEqual([site.count('MAIL'), site.connections.total], [1, 5]);
  });
});
