import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { type DmarcOutcome, evaluateDmarc } from '#mail/trust/dmarc/evaluate.ts';
import { type Node, nodeStyle, zoneResolver } from '#support/zone-resolver.ts';
import { seededRandom } from '#support/seeded-random.ts';
import { Chance } from '../fuzz/fuzzing.ts';

const ROUNDS = 1500;

/** Parts of records, valid and invalid ones. */
const TAGS: readonly (readonly [string, ...string[]])[] = [
  ['p=none', 'p=quarantine', 'p=reject', 'p=Reject', 'p=no', ''],
  ['', '', 'sp=none', 'sp=quarantine', 'sp=reject', 'sp='],
  ['', '', 'np=none', 'np=quarantine', 'np=reject', 'np=x'],
  ['', '', '', 'psd=y', 'psd=n', 'psd=u', 'psd=x'],
  ['', '', 'adkim=s', 'adkim=r', 'adkim=x'],
  ['', '', 'aspf=s', 'aspf=r'],
  ['', '', '', 't=y', 't=n'],
  ['', 'rua=mailto:a@x.test', 'rua=x', 'rua=mailto:a@x.test!10k, x:y'],
  ['', '', '', 'p=none', 'x', 'pct=0', 'P=none', '=', 'new = 1'],
];
const VERSIONS = [
  'v=DMARC1',
  'v=DMARC1',
  'v = DMARC1',
  ...'V=DMARC1 v=dmarc1 v=DMARC2'.split(' '),
] as const;

function recordText(chance: Chance): string {
  const tags = TAGS.map((kind) => chance.oneOf(kind)).filter((tag) => tag !== '');
  return [chance.oneOf(VERSIONS), ...tags].join(chance.oneOf([';', '; ', ' ; ']));
}

/** A name of one to ten labels in a small tree, so that names are often related. */
function name(chance: Chance): string {
  const labels = Array.from({ length: chance.oneOf([0, 1, 1, 2, 2, 3, 4, 7, 8]) }, () =>
    chance.oneOf(['a', 'b']),
  );
  return [...labels, chance.oneOf(['x', 'x', 'y']), chance.upTo(9) === 0 ? 'net' : 'test'].join(
    '.',
  );
}

function zoneOf(chance: Chance, related: readonly string[]): Record<string, Node> {
  const zone: Record<string, Node> = {};
  const above = related.flatMap((domain) => {
    const labels = domain.split('.');
    return labels.map((_, i) => labels.slice(i).join('.'));
  });
  for (const domain of above) {
    if (chance.upTo(4) === 0) zone[domain] = { A: ['192.0.2.1'] };
    if (chance.upTo(40) === 0) zone[domain] = { silent: true };
    if (chance.upTo(2) === 0) continue;
    const texts = Array.from({ length: chance.oneOf([1, 1, 1, 2]) }, () => recordText(chance));
    zone[`_dmarc.${domain}`] = chance.upTo(25) === 0 ? { silent: true } : { TXT: texts };
  }
  return zone;
}

/**
 * Our intended difference. mailauth gives up if the author's record gets no answer; an identifier with the very same
 * domain passes under every record, so we continue (RFC 9989 section 4.10.2).
 */
function isExplained(ours: DmarcOutcome, theirs: string | undefined, equal: boolean): boolean {
  return theirs === 'temperror' && ours.result === 'pass' && ours.policy === 'unknown' && equal;
}

test('our results for random zones equal mailauth’s', async () => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const chance = new Chance(seededRandom(seed));
    const author = name(chance);
    const signers = Array.from({ length: chance.upTo(4) }, () => name(chance));
    const spf = chance.oneOf(['', '', name(chance), author]);
    const resolve = zoneResolver(
      zoneOf(chance, [author, ...signers, ...(spf === '' ? [] : [spf])]),
    );
    const ours = await evaluateDmarc(
      {
        author,
        spf: { domain: spf, result: spf === '' ? 'none' : 'pass' },
        signatures: signers.map((domain) => ({ domain, result: 'pass' })),
      },
      resolve,
    );
    const theirs = await dmarc({
      headerFrom: `bob@${author}`,
      spfDomains: spf === '' ? [] : [spf],
      dkimDomains: signers.map((domain) => ({ domain })),
      resolver: nodeStyle(resolve),
      strict: true,
    });
    assert.ok(theirs !== false);
    const { result } = theirs.status;
    const equal = [spf, ...signers].includes(author);
    seen.set(ours.result, (seen.get(ours.result) ?? 0) + 1);
    if (isExplained(ours, result, equal)) continue;
    assert.equal(ours.result, result, `seed ${seed}: ${author}`);
    const { dmarc: policy } = theirs.status.policy ?? {};
    if (policy !== undefined) assert.equal(ours.policy, policy, `seed ${seed}: ${author}`);
  }
  for (const result of ['pass', 'fail', 'none', 'temperror']) {
    assert.ok((seen.get(result) ?? 0) > 50, `${result} is met often enough`);
  }
});
