/** DANE (RFC 7672) over real sockets: whether the message is delivered, and what an untrusted server sees. */

import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import {
  type Certificate,
  issueCertificate,
  selfSignedCertificate,
  tlsa,
  withChain,
} from '#support/certificate.ts';
import { mx, NO_ANSWER, type Node } from '#support/zone-resolver.ts';
import { type FakeHopOptions, USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';
import { envelope, goingByMx, keepsSecret, message, server } from '#support/sending.ts';

const STARTTLS = [...USUAL_EXTENSIONS, 'STARTTLS'];
const own = selfSignedCertificate('a.test');
const other = selfSignedCertificate('a.test');
const root = issueCertificate({ commonName: 'Root', isAuthority: true });
const issuer = issueCertificate({ commonName: 'Issuer', isAuthority: true, issuer: root });
const issued = issueCertificate({ names: ['a.test'], issuer });

const SIGNED: Node = { MX: mx([10, 'a.test']), secure: true };
const SERVER: Node = { A: ['192.0.2.1'], secure: true };

type Row = {
  zones?: Record<string, Node>;
  records?: Node['TLSA'];
  certificate?: Certificate;
  hop?: FakeHopOptions;
};

/** Sends one message to a server with these records. @returns the verdict, and what the server has seen of it in plaintext */
async function sent(t: TestContext, { zones, records, certificate = own, hop }: Row) {
  const site = await server(t, {}, { extensions: STARTTLS, certificate, ...hop });
  const proofs: string[] = [];
  const internet = {
    'mailbox.test': SIGNED,
    'a.test': SERVER,
    '_25._tcp.a.test': { TLSA: records ?? [], secure: true },
    ...zones,
  };
  const sites = { '192.0.2.1': site };
  const going = goingByMx(t, internet, sites, {
    dane: true,
    onProof: (proof, result) => proofs.push(`${proof} ${result}`),
  });
  const delivery = await going.nextHop.deliver(envelope, message, going.deadline);
  const verdict =
    delivery.kind === 'accepted'
      ? `accepted ${delivery.peer.proof} ${delivery.peer.tls}`
      : `${delivery.reply.code} ${delivery.reply.enhanced}`;
  return { ...going, site, delivery, verdict, proofs };
}

/** The message was delivered as it is without records. */
const AS_EVER = 'accepted any TLSv1.3';
const VERIFIED = 'accepted dane TLSv1.3';
const REFUSED = '451 4.7.5';

const expired = selfSignedCertificate('a.test', '21');
const GOOD: [what: string, Row][] = [
  ['3 1 1', { records: [tlsa('3 1 1', own)] }],
  ['3 0 1', { records: [tlsa('3 0 1', own)] }],
  ['3 1 2', { records: [tlsa('3 1 2', own)] }],
  ['3 0 0', { records: [tlsa('3 0 0', own)] }],
  ['3 1 0', { records: [tlsa('3 1 0', own)] }],
  ['3 1 1 of an expired certificate', { records: [tlsa('3 1 1', expired)], certificate: expired }],
  ['3 1 1 of the next key beside it', { records: [tlsa('3 1 1', other), tlsa('3 1 1', own)] }],
  [
    '2 1 1 of the issuer',
    { records: [tlsa('2 1 1', issuer)], certificate: withChain(issued, issuer) },
  ],
  [
    '2 0 1 of the root',
    { records: [tlsa('2 0 1', root)], certificate: withChain(issued, issuer, root) },
  ],
  [
    '2 0 1 of the root, sent in another order',
    { records: [tlsa('2 0 1', root)], certificate: withChain(issued, root, issuer) },
  ],
  ['2 0 0, the anchor not sent', { records: [tlsa('2 0 0', issuer)], certificate: issued }],
  ['2 1 0, the anchor not sent', { records: [tlsa('2 1 0', issuer)], certificate: issued }],
  ['3 1 1 wrong beside 3 1 2 right', { records: [tlsa('3 1 1', other), tlsa('3 1 2', own)] }],
  [
    '3 1 1 with an unsigned MX',
    { records: [tlsa('3 1 1', own)], zones: { 'mailbox.test': { ...SIGNED, secure: false } } },
  ],
];
const wrongName = selfSignedCertificate('z.test');

suite('the message is delivered with DANE', () => {
  for (const [what, given] of GOOD) {
    test(what, async (t) => {
      const { verdict, proofs, site } = await sent(t, given);
      assert.deepEqual([verdict, proofs], [VERIFIED, ['dane ok']]);
      keepsSecret(site);
      assert.equal(site.messages[0]?.tls, true);
    });
  }

  test('3 1 1 of a certificate for another name', async (t) => {
    const row = { records: [tlsa('3 1 1', wrongName)], certificate: wrongName };
    assert.equal((await sent(t, row)).verdict, VERIFIED);
  });

  test("2 1 1: the recipient's domain also names the server if the list of servers is signed", async (t) => {
    const certificate = withChain(issueCertificate({ names: ['mailbox.test'], issuer }), issuer);
    const row = { records: [tlsa('2 1 1', issuer)], certificate };
    assert.equal((await sent(t, row)).verdict, VERIFIED);
    const unsigned = { ...row, zones: { 'mailbox.test': { ...SIGNED, secure: false } } };
    assert.equal((await sent(t, unsigned)).verdict, REFUSED);
  });

  test('a domain without MX is its own server', async (t) => {
    const zones = {
      'mailbox.test': SERVER,
      '_25._tcp.mailbox.test': { TLSA: [tlsa('3 1 1', own)], secure: true },
    };
    assert.equal((await sent(t, { zones })).verdict, VERIFIED);
  });
});

const [, , ...alien] = [own, other, issueCertificate({ names: ['a.test'], issuer: other })];
const TA_BELOW_LEAF = issueCertificate({ names: ['a.test'], issuer: own });
const BAD: [what: string, fault: string, Row][] = [
  ['3 1 1 of another key', 'tlsa-mismatch', { records: [tlsa('3 1 1', other)] }],
  [
    '2 1 1, the issuer not sent',
    'tlsa-mismatch',
    { records: [tlsa('2 1 1', issuer)], certificate: issued },
  ],
  [
    '2 1 1, another name',
    'name',
    {
      records: [tlsa('2 1 1', issuer)],
      certificate: withChain(issueCertificate({ names: ['z.test'], issuer }), issuer),
    },
  ],
  [
    '2 1 1, the name as common name alone',
    'name',
    {
      records: [tlsa('2 1 1', issuer)],
      certificate: withChain(issueCertificate({ commonName: 'a.test', issuer }), issuer),
    },
  ],
  [
    '2 1 1, the leaf expired',
    'expired',
    {
      records: [tlsa('2 1 1', issuer)],
      certificate: withChain(issueCertificate({ names: ['a.test'], issuer, until: '21' }), issuer),
    },
  ],
  ['2 1 1 of the leaf itself', 'tlsa-mismatch', { records: [tlsa('2 1 1', own)] }],
  [
    '2 1 1 of a certificate that is not an authority',
    'tlsa-mismatch',
    { records: [tlsa('2 1 1', own)], certificate: withChain(TA_BELOW_LEAF, own) },
  ],
  [
    '2 1 1 of a root that has not signed what was sent',
    'tlsa-mismatch',
    { records: [tlsa('2 1 1', root)], certificate: withChain(alien[0] ?? own, root) },
  ],
  [
    '3 1 2 wrong beside 3 1 1 right',
    'tlsa-mismatch',
    { records: [tlsa('3 1 2', other), tlsa('3 1 1', own)] },
  ],
  [
    '3 1 1 without STARTTLS',
    'no-starttls',
    { records: [tlsa('3 1 1', own)], hop: { extensions: USUAL_EXTENSIONS } },
  ],
  [
    '3 1 1 and 454',
    'no-starttls',
    { records: [tlsa('3 1 1', own)], hop: { script: { STARTTLS: '454 4.7.0 later' } } },
  ],
  [
    '3 1 1 and a handshake that fails',
    'handshake',
    { records: [tlsa('3 1 1', own)], hop: { script: { STARTTLS: { last: '220 go' } } } },
  ],
  [
    'a wrong 3 1 1 with an unsigned MX',
    'tlsa-mismatch',
    { records: [tlsa('3 1 1', other)], zones: { 'mailbox.test': { ...SIGNED, secure: false } } },
  ],
];

suite('without the proof nothing of the message is sent', () => {
  for (const [what, fault, given] of BAD) {
    test(`${what}: 451 4.7.5`, async (t) => {
      const { verdict, delivery, proofs, site } = await sent(t, given);
      assert.equal(verdict, REFUSED);
      assert.equal(delivery.kind === 'deferred' && delivery.untrusted, fault);
      assert.deepEqual(proofs, [`dane ${fault}`]);
      assert.deepEqual([site.count('MAIL'), site.connections.total], [0, 1]);
      keepsSecret(site);
    });
  }

  test('plaintext octets after the 220: 451 4.5.0, and MAIL is not sent', async (t) => {
    const script = { STARTTLS: { pieces: ['220 go\r\n250 ok\r\n'] } };
    const { verdict, site } = await sent(t, { records: [tlsa('3 1 1', own)], hop: { script } });
    assert.deepEqual([verdict, site.count('MAIL')], ['451 4.5.0', 0]);
  });

  test('the next server is judged by its own records, and accepts the message', async (t) => {
    const first = await server(t, {}, { extensions: STARTTLS });
    const second = await server(t, {}, { extensions: STARTTLS, certificate: own });
    const zones = {
      'mailbox.test': { MX: mx([10, 'a.test'], [20, 'b.test']), secure: true },
      'a.test': SERVER,
      'b.test': { A: ['192.0.2.2'], secure: true },
      '_25._tcp.a.test': { TLSA: [tlsa('3 1 1', own)], secure: true },
      '_25._tcp.b.test': { TLSA: [tlsa('3 1 1', own)], secure: true },
    };
    const sites = { '192.0.2.1': first, '192.0.2.2': second };
    const { nextHop, deadline } = goingByMx(t, zones, sites, { dane: true });
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    assert.deepEqual([first.count('MAIL'), second.messages.length], [0, 1]);
    // The fault does not mean that the server is down, so the next message tries it first again.
    await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([first.connections.total, second.connections.total], [2, 1]);
  });

  test('the sender gets the verdict immediately: waiting does not fix a certificate', async (t) => {
    const hop = await server(t, {}, { extensions: STARTTLS });
    const zones = {
      'mailbox.test': SIGNED,
      'a.test': SERVER,
      '_25._tcp.a.test': { TLSA: [tlsa('3 1 1', own)], secure: true },
    };
    const options = { dane: true, retryMs: 30_000 };
    const { nextHop, deadline } = goingByMx(t, zones, { '192.0.2.1': hop }, options);
    assert.equal((await nextHop.deliver(envelope, message, deadline)).reply.enhanced, '4.7.5');
    assert.deepEqual([nextHop.held, hop.connections.total], [0, 1]);
  });
});

suite('unusable records', () => {
  const junk = (usage: number, selector: number, matching: number, octets: number) => ({
    usage,
    selector,
    matching,
    data: Buffer.alloc(octets, 1),
  });
  for (const [what, records] of [
    ['usage 0', [tlsa('0 1 1', own)]],
    ['usage 1', [tlsa('1 1 1', own)]],
    ['an unknown selector', [junk(3, 2, 1, 32)]],
    ['an unknown matching type', [junk(3, 1, 3, 32)]],
    ['31 octets of SHA-256', [junk(3, 1, 1, 31)]],
    ['a whole certificate that is none', [junk(2, 0, 0, 99)]],
  ] as const) {
    test(`${what}: TLS with any certificate, and never plaintext`, async (t) => {
      const { verdict } = await sent(t, { records: [...records] });
      assert.equal(verdict, 'accepted encrypted TLSv1.3');
      const hop = { extensions: USUAL_EXTENSIONS };
      const clear = await sent(t, { records: [...records], hop });
      assert.deepEqual([clear.verdict, clear.site.count('MAIL')], [REFUSED, 0]);
      keepsSecret(clear.site);
    });
  }
});

suite('if the DNS proves nothing the message is sent as usual', () => {
  const unsigned = { 'a.test': { A: ['192.0.2.1'] } };
  for (const [what, given] of [
    ['TLSA without signature', { zones: { '_25._tcp.a.test': { TLSA: [tlsa('3 1 1', other)] } } }],
    ['no TLSA data', {}],
    ['no name with TLSA', { zones: { '_25._tcp.a.test': { TLSA: [], secure: true } } }],
    ['unsigned addresses', { zones: { ...unsigned, '_25._tcp.a.test': { TLSA: 'failure' } } }],
  ] as [string, Row][]) {
    test(what, async (t) => {
      const { verdict, proofs, dns } = await sent(t, given);
      assert.deepEqual([verdict, proofs], [AS_EVER, ['any ok']]);
      const asked = dns.questions.some((question) => question.startsWith('TLSA'));
      assert.equal(asked, what !== 'unsigned addresses');
    });
  }

  for (const trouble of ['failure', 'timeout', 'malformed', NO_ANSWER] as const) {
    test(`TLSA ends in ${trouble}: 451 4.7.5, without a connection`, async (t) => {
      const going = goingByMx(
        t,
        { 'mailbox.test': SIGNED, 'a.test': SERVER, '_25._tcp.a.test': { TLSA: trouble } },
        {},
        { dane: true },
      );
      const delivering = going.nextHop.deliver(envelope, message, going.deadline);
      if (trouble === NO_ANSWER) {
        while (!going.dns.questions.some((one) => one.startsWith('TLSA')))
          await new Promise(setImmediate);
        going.clock.advance(10_000);
      }
      const delivery = await delivering;
      assert.equal(delivery.kind === 'deferred' && delivery.untrusted, 'tlsa-trouble');
      assert.deepEqual(
        [delivery.reply.code, delivery.reply.enhanced, going.dialled],
        [451, '4.7.5', []],
      );
    });
  }

  test('too many TLSA records count as DNS trouble', async (t) => {
    const records = Array.from({ length: 17 }, () => tlsa('3 1 1', own));
    const { delivery } = await sent(t, { records });
    assert.equal(delivery.kind === 'deferred' && delivery.untrusted, 'tlsa-trouble');
  });

  test('with DANE off there are no TLSA queries', async (t) => {
    const hop = await server(t, {}, { extensions: STARTTLS });
    const zones = { 'mailbox.test': SIGNED, 'a.test': SERVER };
    const { nextHop, dns, deadline } = goingByMx(t, zones, { '192.0.2.1': hop });
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    assert.deepEqual(dns.questions, ['MX mailbox.test', 'AAAA a.test', 'A a.test']);
  });
});

suite('a server whose name is an alias', () => {
  const target: Node = { A: ['192.0.2.1'], secure: true };
  const alias = { CNAME: 'real.test', secure: true };
  const records = (certificate: Certificate) => ({
    TLSA: [tlsa('3 1 1', certificate)],
    secure: true,
  });

  test('the records of its target count instead of those of its own name, and the handshake names the target', async (t) => {
    const at = { 'a.test': alias, 'real.test': target };
    const zones = { ...at, '_25._tcp.real.test': records(own), '_25._tcp.a.test': records(other) };
    const { verdict, site } = await sent(t, { zones });
    assert.deepEqual([verdict, site.serverNames], [VERIFIED, ['real.test']]);
  });

  test('without records at the target, its own count', async (t) => {
    const zones = { 'a.test': alias, 'real.test': target, '_25._tcp.a.test': records(own) };
    const { verdict, site } = await sent(t, { zones });
    assert.deepEqual([verdict, site.serverNames], [VERIFIED, ['a.test']]);
  });

  test('its own count if its target is not signed, but the alias is', async (t) => {
    const unsigned = {
      'a.test': { CNAME: 'real.test', secureAlias: true },
      'real.test': { A: ['192.0.2.1'] },
    };
    const good = {
      ...unsigned,
      '_25._tcp.a.test': records(own),
      '_25._tcp.real.test': records(other),
    };
    assert.equal((await sent(t, { zones: good })).verdict, VERIFIED);
    const bad = { ...unsigned, '_25._tcp.a.test': records(other) };
    assert.equal((await sent(t, { zones: bad })).verdict, REFUSED);
  });

  test('DNS trouble at either name: the server is skipped', async (t) => {
    const at = { 'a.test': alias, 'real.test': target };
    const zones = {
      ...at,
      '_25._tcp.real.test': { TLSA: 'failure' as const },
      '_25._tcp.a.test': records(own),
    };
    assert.equal((await sent(t, { zones })).verdict, REFUSED);
  });
});
