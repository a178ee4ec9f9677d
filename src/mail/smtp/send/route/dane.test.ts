/** DANE (RFC 7672) over real sockets: whether the message is delivered, and what an untrusted server sees. */

import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import {
  type Certificate,
  type CertificateOptions,
  issueCertificate,
  selfSignedCertificate,
  tlsa,
  withChain,
} from '#support/certificate.ts';
import { mx, NO_ANSWER, type Node } from '#support/zone-resolver.ts';
import { type FakeHopOptions, USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';
import { envelope, goingByMx, keepsSecret, message, server, until } from '#support/sending.ts';

const STARTTLS = [...USUAL_EXTENSIONS, 'STARTTLS'];
const own = selfSignedCertificate('a.test');
const other = selfSignedCertificate('a.test');
const root = issueCertificate({ commonName: 'Root', isAuthority: true });
const issuer = issueCertificate({ commonName: 'Issuer', isAuthority: true, issuer: root });
const issued = issueCertificate({ names: ['a.test'], issuer });

const SIGNED: Node = { MX: mx([10, 'a.test']), secure: true };
const SERVER: Node = { A: ['192.0.2.1'], secure: true };

type Records = NonNullable<Node['TLSA']>;
type Row = { zones?: Record<string, Node>; certificate?: Certificate; hop?: FakeHopOptions };

/** Sends one message to a server with these records. @returns the verdict, and what the server has seen of it in plaintext */
async function sent(t: TestContext, records: Records, { zones, certificate = own, hop }: Row = {}) {
  const site = await server(t, {}, { extensions: STARTTLS, certificate, ...hop });
  const proofs: string[] = [];
  const internet = {
    'mailbox.test': SIGNED,
    'a.test': SERVER,
    '_25._tcp.a.test': { TLSA: records, secure: true },
    ...zones,
  };
  const onProof = (proof: string, result: string) => void proofs.push(`${proof} ${result}`);
  const going = goingByMx(t, internet, { '192.0.2.1': site }, { dane: true, onProof });
  const delivery = await going.nextHop.deliver(envelope, message, going.deadline);
  const verdict =
    delivery.kind === 'accepted'
      ? `accepted ${delivery.peer.proof} ${delivery.peer.tls}`
      : `${delivery.reply.code} ${delivery.reply.enhanced}`;
  const fault = delivery.kind === 'deferred' ? delivery.untrusted : undefined;
  return { ...going, site, verdict, fault, proofs };
}

const VERIFIED = 'accepted dane TLSv1.3';
const REFUSED = '451 4.7.5';

/** A certificate from the issuer, and the issuer's. */
const below = (options: CertificateOptions) =>
  withChain(issueCertificate({ ...options, issuer }), issuer);
const expired = selfSignedCertificate('a.test', '21');
const wrongName = selfSignedCertificate('z.test');
const UNSIGNED_MX = { 'mailbox.test': { ...SIGNED, secure: false } };

const GOOD: [what: string, records: Records, Row?][] = [
  ['3 1 1', [tlsa('3 1 1', own)]],
  ['3 0 1', [tlsa('3 0 1', own)]],
  ['3 1 2', [tlsa('3 1 2', own)]],
  ['3 0 0', [tlsa('3 0 0', own)]],
  ['3 1 0', [tlsa('3 1 0', own)]],
  ['3 1 1 of an expired certificate', [tlsa('3 1 1', expired)], { certificate: expired }],
  ['3 1 1 for another name', [tlsa('3 1 1', wrongName)], { certificate: wrongName }],
  ['3 1 1 of the next key beside it', [tlsa('3 1 1', other), tlsa('3 1 1', own)]],
  ['3 1 1 wrong beside 3 1 2 right', [tlsa('3 1 1', other), tlsa('3 1 2', own)]],
  ['3 1 1 with an unsigned MX', [tlsa('3 1 1', own)], { zones: UNSIGNED_MX }],
  ['2 1 1 of the issuer', [tlsa('2 1 1', issuer)], { certificate: withChain(issued, issuer) }],
  ['2 0 1 of the root', [tlsa('2 0 1', root)], { certificate: withChain(issued, issuer, root) }],
  ['2 0 1, another order', [tlsa('2 0 1', root)], { certificate: withChain(issued, root, issuer) }],
  ['2 0 0, the anchor not sent', [tlsa('2 0 0', issuer)], { certificate: issued }],
  ['2 1 0, the anchor not sent', [tlsa('2 1 0', issuer)], { certificate: issued }],
];

suite('the message is delivered with DANE', () => {
  for (const [what, records, row] of GOOD) {
    test(what, async (t) => {
      const { verdict, proofs, site } = await sent(t, records, row);
      assert.deepEqual([verdict, proofs], [VERIFIED, ['dane ok']]);
      keepsSecret(site);
      assert.equal(site.messages[0]?.tls, true);
    });
  }

  test("2 1 1: the recipient's domain also names the server if the list of servers is signed", async (t) => {
    const records = [tlsa('2 1 1', issuer)];
    const row = { certificate: below({ names: ['mailbox.test'] }) };
    assert.equal((await sent(t, records, row)).verdict, VERIFIED);
    assert.equal((await sent(t, records, { ...row, zones: UNSIGNED_MX })).verdict, REFUSED);
  });

  test('a domain without MX is its own server', async (t) => {
    const zones = {
      'mailbox.test': SERVER,
      '_25._tcp.mailbox.test': { TLSA: [tlsa('3 1 1', own)], secure: true },
    };
    assert.equal((await sent(t, [], { zones })).verdict, VERIFIED);
  });
});

const OWN = [tlsa('3 1 1', own)];
const OTHER = [tlsa('3 1 1', other)];
const TA = [tlsa('2 1 1', issuer)];
const besideRoot = withChain(issueCertificate({ names: ['a.test'], issuer: other }), root);
const expiredBelow = below({ names: ['a.test'], until: '21' });
const belowLeaf = withChain(issueCertificate({ names: ['a.test'], issuer: own }), own);
const BAD: [what: string, fault: string, records: Records, Row?][] = [
  ['3 1 1 of another key', 'tlsa-mismatch', OTHER],
  ['a wrong 3 1 1 with an unsigned MX', 'tlsa-mismatch', OTHER, { zones: UNSIGNED_MX }],
  ['3 1 2 wrong beside 3 1 1 right', 'tlsa-mismatch', [tlsa('3 1 2', other), ...OWN]],
  ['3 1 1 without STARTTLS', 'no-starttls', OWN, { hop: { extensions: USUAL_EXTENSIONS } }],
  ['3 1 1 and 454', 'no-starttls', OWN, { hop: { script: { STARTTLS: '454 4.7.0 later' } } }],
  ['a failed handshake', 'handshake', OWN, { hop: { script: { STARTTLS: { last: '220 go' } } } }],
  ['2 1 1, the issuer not sent', 'tlsa-mismatch', TA, { certificate: issued }],
  ['2 1 1, another name', 'name', TA, { certificate: below({ names: ['z.test'] }) }],
  ['2 1 1, a common name alone', 'name', TA, { certificate: below({ commonName: 'a.test' }) }],
  ['2 1 1, the leaf expired', 'expired', TA, { certificate: expiredBelow }],
  ['2 1 1 of the leaf itself', 'tlsa-mismatch', [tlsa('2 1 1', own)]],
  ['2 1 1 of no authority', 'tlsa-mismatch', [tlsa('2 1 1', own)], { certificate: belowLeaf }],
  ['2 1 1 of another root', 'tlsa-mismatch', [tlsa('2 1 1', root)], { certificate: besideRoot }],
];

suite('without the proof nothing of the message is sent', () => {
  for (const [what, fault, records, row] of BAD) {
    test(`${what}: 451 4.7.5`, async (t) => {
      const { verdict, proofs, site, ...result } = await sent(t, records, row);
      assert.deepEqual([verdict, result.fault, proofs], [REFUSED, fault, [`dane ${fault}`]]);
      assert.deepEqual([site.count('MAIL'), site.connections.total], [0, 1]);
      keepsSecret(site);
    });
  }

  test('the next server is judged by its own records, and accepts the message', async (t) => {
    const first = await server(t, {}, { extensions: STARTTLS });
    const second = await server(t, {}, { extensions: STARTTLS, certificate: own });
    const zones = {
      'mailbox.test': { MX: mx([10, 'a.test'], [20, 'b.test']), secure: true },
      'a.test': SERVER,
      'b.test': { A: ['192.0.2.2'], secure: true },
      '_25._tcp.a.test': { TLSA: OWN, secure: true },
      '_25._tcp.b.test': { TLSA: OWN, secure: true },
    };
    const sites = { '192.0.2.1': first, '192.0.2.2': second };
    const { send } = goingByMx(t, zones, sites, { dane: true });
    assert.equal(await send(), 'accepted');
    assert.deepEqual([first.count('MAIL'), second.messages.length], [0, 1]);
    // The fault does not mean that the server is down, so the next message tries it first again.
    await send();
    assert.deepEqual([first.connections.total, second.connections.total], [2, 1]);
  });
});

suite('unusable records', () => {
  const junk = (usage: number, selector: number, matching: number, octets: number) => [
    { usage, selector, matching, data: Buffer.alloc(octets, 1) },
  ];
  for (const [what, records] of [
    ['usage 0', [tlsa('0 1 1', own)]],
    ['usage 1', [tlsa('1 1 1', own)]],
    ['an unknown selector', junk(3, 2, 1, 32)],
    ['an unknown matching type', junk(3, 1, 3, 32)],
    ['31 octets of SHA-256', junk(3, 1, 1, 31)],
    ['a whole certificate that is none', junk(2, 0, 0, 99)],
  ] as const) {
    test(`${what}: TLS with any certificate, and never plaintext`, async (t) => {
      assert.equal((await sent(t, records)).verdict, 'accepted encrypted TLSv1.3');
      const clear = await sent(t, records, { hop: { extensions: USUAL_EXTENSIONS } });
      assert.deepEqual([clear.verdict, clear.site.count('MAIL')], [REFUSED, 0]);
      keepsSecret(clear.site);
    });
  }
});

suite('if the DNS proves nothing the message is sent as usual', () => {
  const unsigned = { 'a.test': { A: ['192.0.2.1'] } };
  for (const [what, at, zones] of [
    ['TLSA without signature', { TLSA: [tlsa('3 1 1', other)] }, {}],
    ['no TLSA data', { TLSA: [], secure: true }, {}],
    ['unsigned addresses', { TLSA: 'failure' }, unsigned],
  ] as [string, Node, Record<string, Node>][]) {
    test(what, async (t) => {
      const row = { zones: { ...zones, '_25._tcp.a.test': at } };
      const { verdict, proofs, dns } = await sent(t, [], row);
      assert.deepEqual([verdict, proofs], ['accepted any TLSv1.3', ['any ok']]);
      const asked = dns.questions.some((question) => question.startsWith('TLSA'));
      assert.equal(asked, what !== 'unsigned addresses');
    });
  }

  for (const trouble of ['failure', 'timeout', 'malformed', NO_ANSWER] as const) {
    test(`TLSA ends in ${trouble}: 451 4.7.5, without a connection`, async (t) => {
      const at = { 'mailbox.test': SIGNED, 'a.test': SERVER, '_25._tcp.a.test': { TLSA: trouble } };
      const { send, dns, clock, dialled } = goingByMx(t, at, {}, { dane: true });
      const verdict = send();
      await until(() => dns.questions.some((one) => one.startsWith('TLSA')));
      if (trouble === NO_ANSWER) clock.advance(10_000);
      assert.deepEqual([await verdict, dialled], ['deferred 451 4.7.5', []]);
    });
  }

  test('too many TLSA records count as DNS trouble', async (t) => {
    const records = Array.from({ length: 17 }, () => tlsa('3 1 1', own));
    assert.equal((await sent(t, records)).fault, 'tlsa-trouble');
  });

  test('with DANE off there are no TLSA queries', async (t) => {
    const hop = await server(t, {}, { extensions: STARTTLS });
    const zones = { 'mailbox.test': SIGNED, 'a.test': SERVER };
    const { send, dns } = goingByMx(t, zones, { '192.0.2.1': hop });
    assert.equal(await send(), 'accepted');
    assert.deepEqual(dns.questions, ['MX mailbox.test', 'AAAA a.test', 'A a.test']);
  });
});

suite('a server whose name is an alias', () => {
  const records = (certificate: Certificate) => ({
    TLSA: [tlsa('3 1 1', certificate)],
    secure: true,
  });

  const bothSigned = { 'a.test': { CNAME: 'real.test', secure: true }, 'real.test': SERVER };
  const aliasSigned = {
    'a.test': { CNAME: 'real.test', secureAlias: true },
    'real.test': { A: ['192.0.2.1'] },
  };
  for (const [what, at, ofTarget, ofAlias, verdict, serverNames] of [
    ["its target's records count", bothSigned, records(own), records(other), VERIFIED, 'real.test'],
    ['without them its own count', bothSigned, {}, records(own), VERIFIED, 'a.test'],
    ['trouble at its target', bothSigned, { TLSA: 'failure' }, records(own), REFUSED, ''],
    ['its target unsigned', aliasSigned, records(other), records(own), VERIFIED, 'a.test'],
    ['its target unsigned, a wrong record', aliasSigned, {}, records(other), REFUSED, 'a.test'],
  ] as [string, Record<string, Node>, Node, Node, string, string][]) {
    test(`${what}: ${verdict}, and the handshake names '${serverNames}'`, async (t) => {
      const named = { '_25._tcp.real.test': ofTarget, '_25._tcp.a.test': ofAlias };
      const { site, ...result } = await sent(t, [], { zones: { ...at, ...named } });
      assert.equal(result.verdict, verdict);
      assert.equal(site.serverNames.join(), serverNames);
    });
  }
});
