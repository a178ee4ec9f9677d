import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Zone, zoneResolver } from '#support/zone-resolver.ts';
import { HeaderBlock, HeaderField } from '../message/header-block.ts';
import { authorDomain } from '../trust/dmarc/author-domain.ts';
import { evaluateDmarc } from '../trust/dmarc/evaluate.ts';
import { survives } from '../trust/signature/covered-fields.ts';
import { type Decision, decide, type AuthorFindings } from './author-policy.ts';
import { replyTargetsOf } from './reply-targets.ts';

const ALIAS = 'alias-4827@alias.test';
const TRACE = ['received', 'delivered-to', 'veilpost-loop', 'authentication-results'];
const ADDED = [...TRACE, 'arc-seal', 'arc-message-signature', 'arc-authentication-results'];
const SIGNATURE = new HeaderField('DKIM-Signature: x');

/** Whether reply addresses hide the owner's. */
const PRIVATE = true;

/**
 * The agreed examples of the rules: a message and its outcome; what is known of its author `example.com`; further fields
 * of its header. A signature covers the usual fields, and those after a plus.
 */
const EXAMPLES = `
1 plain signature, p=reject => KEEP, Reply-To added
  p=reject, signed
2 the same, no DMARC record => KEEP, Reply-To added
  signed
3 Gmail: reply-to oversigned, none present => REWRITE
  p=none, signed +reply-to
4 the same, transparent => KEEP, as it is
  p=none, signed +reply-to, transparent
5 newsletter with Reply-To => REWRITE
  p=reject, signed +reply-to
  Reply-To: news@example.com
  List-Id: <news.example.com>
6 the same, transparent => KEEP, as it is
  p=reject, signed +reply-to, transparent
  Reply-To: news@example.com
  List-Id: <news.example.com>
7 clean signature unaligned, author's oversigns reply-to => REWRITE
  p=reject, signed by mailer.test, signed +reply-to
8 two aligned, only one oversigns => KEEP, Reply-To added
  p=reject, signed +reply-to, signed by mail.example.com
9 SPF only, p=reject => REWRITE
  p=reject, spf example.com
10 SPF only, p=quarantine, transparent => REWRITE
  p=quarantine, spf example.com, transparent
11 SPF only, p=none => KEEP, Reply-To added
  p=none, spf example.com
12 no SPF, DKIM or DMARC: our name is not lent => KEEP, Reply-To added
  nothing
13 forged, p=reject => 550 5.7.1
  p=reject
14 forged, p=quarantine => KEEP, Reply-To added, dmarc=fail
  p=quarantine
15 forged, p=reject t=y => KEEP, Reply-To added, dmarc=fail
  p=reject; t=y
16 a list broke DKIM, p=reject, unknown sealer => 550 5.7.1
  p=reject, broken, spf lists.test
17 the same, trusted sealer => REWRITE
  p=reject, broken, spf lists.test, trusted sealer
18 list with its own From, signed, Reply-To => REWRITE
  p=reject, signed
  From: List <list@example.com>
  Reply-To: ann@author.test
19 only a signature with l=, SPF aligned, p=reject => REWRITE
  p=reject, signed in part, spf example.com
20 signer oversigns received, p=none => REWRITE
  p=none, signed +received:received
21 signer oversigns authentication-results, p=reject => REWRITE
  p=reject, signed +authentication-results
22 two From fields => 550 5.6.0
  p=reject, signed
  From: bob@example.com
  From: bob@example.com
23 one From, two author domains => 550 5.6.0
  p=reject, signed
  From: bob@example.com, ann@example.net
24 no answer for the DMARC record, no exact match => 451 4.7.5
  silent, signed by mail.example.com
25 only an unaligned signature, no DMARC => KEEP, Reply-To added
  signed by mailer.test
26 DMARC fail, p=none, Reply-To set => KEEP, Reply-To replaced
  p=none
  Reply-To: bob@private.test
27 personal mail, Carol in Cc => REWRITE
  p=reject, signed
  Cc: Carol <carol@example.net>
28 asks for a read receipt => REWRITE
  p=reject, signed
  Disposition-Notification-To: bob@example.com
29 newsletter, mailto: in List-Unsubscribe => REWRITE
  p=reject, signed
  List-Unsubscribe: <https://example.com/u>, <mailto:u@example.com>
30 newsletter, one-click https only => KEEP, Reply-To added
  p=reject, signed
  List-Unsubscribe: <https://example.com/u>
  List-Unsubscribe-Post: List-Unsubscribe=One-Click
31 delivery report, null sender, signed, p=reject => KEEP, Reply-To added
  p=reject, signed, null sender
  From: MAILER-DAEMON@example.com`;

/** By their numbers. */
const WORKED = new Map(
  EXAMPLES.split(/\n(?=\d)/)
    .slice(1)
    .map((text) => {
      const [title = '', known = '', ...header] = text.split(/\n {2}/);
      const [name = '', outcome = ''] = title.split(' => ');
      return [parseInt(title, 10), { name, outcome, facts: known.split(', '), header }];
    }),
);

/** The findings about an example, from its header and its DNS. */
async function judgedOf({ facts, header }: { facts: string[]; header: string[] }) {
  const written = header.filter((field) => field.startsWith('From: '));
  const from = written.length > 0 ? written : ['From: Bob <bob@example.com>'];
  const lines = [
    ...from,
    `To: ${ALIAS}`,
    'Received: from mx.example.com by mx.alias.test',
    'Subject: x',
    'Date: Sun, 22 Nov 2026 10:00:00 +0000',
    'Message-ID: <1@example.com>',
    ...header.filter((field) => !written.includes(field)),
  ];
  const signed = facts.flatMap((fact) => {
    const [, kind, domain = 'example.com', also] =
      /^(signed|broken|signed in part)(?: by (\S+))?(?: \+(\S+))?$/.exec(fact) ?? [];
    if (kind === undefined) return [];
    const names = `from:to:subject:date:message-id${also ? `:${also}` : ''}`.split(':');
    const result = kind === 'broken' ? 'fail' : 'pass';
    return [{ domain, names, result, partial: kind === 'signed in part' }];
  });
  const author = authorDomain(from.map((field) => field.slice('From:'.length)));
  const spf = facts.find((fact) => fact.startsWith('spf '))?.slice(4);
  const policy = facts.find((fact) => fact.startsWith('p='));
  const zone: Zone = {
    ...(policy && { '_dmarc.example.com': { TXT: [`v=DMARC1; ${policy}`] } }),
    ...(facts.includes('silent') && { '_dmarc.example.com': { silent: true } }),
  };
  const question = {
    author: author.kind === 'one' ? author.domain : 'none.test',
    spf: { domain: spf ?? '', result: spf === undefined ? 'none' : 'pass' },
    signatures: signed,
  };
  const block = new HeaderBlock(lines.map((field) => new HeaderField(field)));
  const findings: AuthorFindings = {
    fromFields: from.length,
    author: author.kind,
    showsAnother: author.kind === 'one' && author.showsAnother === true,
    isReport: facts.includes('null sender'),
    dmarc: await evaluateDmarc(question, zoneResolver(zone)),
    survives: (at, besides) => {
      const signature = { field: SIGNATURE, names: signed[at]?.names ?? [] };
      return survives(signature, block, { prepended: [...ADDED, ...besides], cut: [] });
    },
    trustedSeal: facts.includes('trusted sealer') ? 'yes' : 'no',
    replyTargets: replyTargetsOf(block.all)(ALIAS),
  };
  return findings;
}

/** A decision in the notation of the examples. */
function inWords(decision: Decision, { replyTargets, dmarc }: AuthorFindings): string {
  if (decision.kind === 'rewrite') return 'REWRITE';
  if (decision.kind !== 'keep') return `${decision.reply.code} ${decision.reply.enhanced}`;
  if (decision.redirect === 'none') return 'KEEP, as it is';
  const failed = dmarc.result === 'fail' && dmarc.policy !== 'none' ? ', dmarc=fail' : '';
  return `KEEP, Reply-To ${replyTargets.replyTo ? 'replaced' : 'added'}${failed}`;
}

test('there are 31 worked examples', () => assert.equal(WORKED.size, 31));

for (const one of WORKED.values()) {
  test(`example ${one.name}: ${one.outcome}`, async () => {
    const judged = await judgedOf(one);
    const decision = decide(judged, !one.facts.includes('transparent'));
    assert.equal(inWords(decision, judged), one.outcome);
  });
}

const example = async (number: number, hidden: boolean, changes: Partial<AuthorFindings> = {}) => {
  const found = WORKED.get(number) ?? assert.fail();
  return decide({ ...(await judgedOf(found)), ...changes }, hidden);
};

test('a trusted sealer excuses a failure under a reject policy', async () => {
  // The seal is not our own proof, so the reply address is not marked as proven.
  const rewritten = { kind: 'rewrite', rule: 8, shows: 'author' };
  const excused = await example(13, PRIVATE, { trustedSeal: 'yes' });
  assert.deepEqual(excused, { ...rewritten, authentic: false });
  assert.deepEqual(await example(3, PRIVATE), { ...rewritten, authentic: true });
  assert.equal((await example(13, PRIVATE, { trustedSeal: 'no' })).kind, 'refuse');
  assert.equal((await example(13, PRIVATE, { trustedSeal: 'silent' })).kind, 'defer');
  assert.equal((await example(14, PRIVATE, { trustedSeal: 'yes' })).kind, 'keep');
});

test('a report may have no author address; any other message without one shows the author as words', async () => {
  const nobody = { author: 'none', fromFields: 1 } as const;
  const words = { kind: 'rewrite', rule: 1, authentic: false, shows: 'words' };
  assert.deepEqual(await example(12, PRIVATE, nobody), words);
  assert.deepEqual(await example(12, false, nobody), words);
  const report = await example(12, PRIVATE, { ...nobody, isReport: true });
  assert.deepEqual(report, { kind: 'keep', rule: 5, authentic: false, redirect: 'all' });
  assert.equal((await example(12, PRIVATE, { fromFields: 0, isReport: true })).kind, 'refuse');
  assert.equal((await example(23, PRIVATE, { isReport: true })).kind, 'refuse', 'several');
});

test('a name that shows another address is removed, proven or not, and the author’s policy still applies', async () => {
  const another = { showsAnother: true } as const;
  const bare = { kind: 'rewrite', rule: 1, shows: 'address' } as const;
  assert.deepEqual(await example(1, PRIVATE, another), { ...bare, authentic: true });
  assert.deepEqual(await example(12, PRIVATE, another), { ...bare, authentic: false });
  assert.equal((await example(13, PRIVATE, another)).kind, 'refuse');
});

test('a DNS failure does not defer a message whose policy is none', async () => {
  const dmarc = { result: 'temperror', aligned: { spf: false, signatures: [] } } as const;
  assert.equal((await example(12, PRIVATE, { dmarc: { ...dmarc, policy: 'none' } })).kind, 'keep');
  for (const policy of ['quarantine', 'reject', 'unknown'] as const) {
    assert.equal((await example(12, PRIVATE, { dmarc: { ...dmarc, policy } })).kind, 'defer');
  }
});

test('unsigned mail keeps its From if no policy forbids it, and every reply target is rewritten', async () => {
  const every = { replyTo: true, others: true, followUps: true, receipts: true, lists: true };
  for (const [hidden, redirect] of [
    [PRIVATE, 'all'],
    [false, 'none'],
  ] as const) {
    const decision = await example(11, hidden, { replyTargets: every });
    assert.deepEqual(decision, { kind: 'keep', rule: 7, authentic: true, redirect });
  }
});
