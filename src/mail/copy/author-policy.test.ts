import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Zone, zoneResolver } from '#support/zone-resolver.ts';
import { HeaderBlock, HeaderField } from '../message/header-block.ts';
import { authorDomain } from '../trust/dmarc/author-domain.ts';
import { evaluateDmarc } from '../trust/dmarc/evaluate.ts';
import { survives } from '../trust/signature/covered-fields.ts';
import { type Decision, decide, type AuthorFindings } from './author-policy.ts';
import { replyTargetsOf } from './reply-targets.ts';
import { WORKED_EXAMPLES, type WorkedExample } from './worked-examples.fixture.ts';

const ALIAS = 'alias-4827@alias.test';
const TRACE = ['received', 'delivered-to', 'veilpost-loop', 'authentication-results'];
const ADDED = [...TRACE, 'arc-seal', 'arc-message-signature', 'arc-authentication-results'];
const SIGNATURE = new HeaderField('DKIM-Signature: x');

/** @param covered the h= names of each signature */
const survivesIn =
  (
    header: readonly string[],
    covered: readonly (readonly string[])[],
  ): AuthorFindings['survives'] =>
  (i, besides) => {
    const block = new HeaderBlock(header.map((field) => new HeaderField(field)));
    const signature = { field: SIGNATURE, names: covered[i] ?? [] };
    return survives(signature, block, { prepended: [...ADDED, ...besides], cut: [] });
  };

/** Whether reply addresses hide the owner's. */
const PRIVATE = true;

/** The findings about an example, from its header and its DNS. */
async function judgedOf(example: WorkedExample): Promise<AuthorFindings> {
  const { from = ['Bob <bob@example.com>'], header = [], signed, spf, record } = example;
  const lines = [
    ...from.map((author) => `From: ${author}`),
    `To: ${ALIAS}`,
    'Received: from mx.example.com by mx.alias.test',
    'Subject: x',
    'Date: Sun, 22 Nov 2026 10:00:00 +0000',
    'Message-ID: <1@example.com>',
    ...header,
  ];
  const fields = lines.map((field) => ({
    name: field.slice(0, field.indexOf(':')).toLowerCase(),
    value: field.slice(field.indexOf(':') + 1),
  }));
  const author = authorDomain(from);
  const question = {
    author: author.kind === 'one' ? author.domain : 'none.test',
    spf: { domain: spf ?? '', result: spf === undefined ? 'none' : 'pass' },
    signatures: signed.map(({ result = 'pass', ...rest }) => ({ ...rest, result })),
  };
  const dmarc = await evaluateDmarc(question, zoneResolver(zoneOf(record)));
  const covered = signed.map(({ h }) => h.split(':'));
  return {
    fromFields: from.length,
    author: author.kind,
    showsAnother: author.kind === 'one' && author.showsAnother === true,
    isReport: example.nullSender ?? false,
    dmarc,
    survives: survivesIn(lines, covered),
    trustedSeal: example.trustedSeal === true ? 'yes' : 'no',
    replyTargets: replyTargetsOf(fields)(ALIAS),
  };
}

function zoneOf(record: string | undefined): Zone {
  if (record === undefined) return {};
  return { '_dmarc.example.com': record === 'silent' ? { silent: true } : { TXT: [record] } };
}

/** A decision in the notation of the examples. */
function inWords(decision: Decision, { replyTargets, dmarc }: AuthorFindings): string {
  if (decision.kind === 'rewrite') return 'REWRITE';
  if (decision.kind !== 'keep') return `${decision.reply.code} ${decision.reply.enhanced}`;
  if (decision.redirect === 'none') return 'KEEP, as it is';
  const failed = dmarc.result === 'fail' && dmarc.policy !== 'none' ? ', dmarc=fail' : '';
  return `KEEP, Reply-To ${replyTargets.replyTo ? 'replaced' : 'added'}${failed}`;
}

/** The agreed outcome, without its explanation. */
function agreed({ outcome }: WorkedExample): string {
  const same = /^as (\d+)$/.exec(outcome)?.[1];
  const other = WORKED_EXAMPLES.find(({ number }) => String(number) === same);
  return other === undefined
    ? outcome.replace(/ \(.*\)$/, '').replace('Reply-To as it is', 'as it is')
    : agreed(other);
}

for (const example of WORKED_EXAMPLES) {
  test(`example ${example.number}, ${example.door}: ${example.outcome}`, async () => {
    const judged = await judgedOf(example);
    const decision = decide(judged, example.transparent !== true);
    assert.equal(inWords(decision, judged), agreed(example));
  });
}

const example = async (number: number, hidden: boolean, changes: Partial<AuthorFindings> = {}) => {
  const found = WORKED_EXAMPLES.find((one) => one.number === number) ?? assert.fail();
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
