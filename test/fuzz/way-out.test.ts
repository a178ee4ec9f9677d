/** Random records and policies that strangers may publish for their mail servers: nothing throws, and all time is bounded. */

import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { parsePolicy } from 'mailauth/lib/mta-sts.js';
import { issueCertificate, tlsa } from '#support/certificate.ts';
import { daneFault } from '#mail/smtp/send/tls/dane.ts';
import { isAmong, readPolicy, stsId } from '#mail/smtp/send/tls/sts-policy.ts';
import { isExcessive, usableRecords } from '#mail/smtp/send/tls/tlsa.ts';
import { reportTargets } from '#mail/tls-report/rua.ts';
import { type Chance, fuzz, fuzzAtLeast, PATIENT, rounds } from './fuzzing.ts';

const some = <Item>(chance: Chance, below: number, make: () => Item) =>
  Array.from({ length: chance.upTo(below) }, make);

const STS_PARTS = [
  'v=STSv1',
  ';',
  ' ',
  '\t',
  'id=',
  'a1',
  'x=',
  '=',
  'é',
  '\0',
  'V=STSv1',
  'id',
  '"',
  '1'.repeat(32),
] as const;

fuzz('MTA-STS records: an id is always one of the grammar', (chance) => {
  const record = () => some(chance, 12, () => chance.oneOf(STS_PARTS)).join('');
  const id = stsId(some(chance, 3, record));
  if (id !== undefined) assert.match(id, /^[A-Za-z\d]{1,32}$/);
});

const TLSRPT_PARTS = [
  'v=TLSRPTv1',
  ';',
  ' ',
  'rua',
  '=',
  'mailto:',
  'https://',
  'a@a.test',
  'a.test',
  ',',
  '%',
  '%40',
  '!',
  '\u00e9',
  '[',
] as const;

fuzz(
  'TLS-RPT records: reports go to three places at most, all of them addresses or web servers over TLS',
  (chance) => {
    const text = some(chance, 14, () => chance.oneOf(TLSRPT_PARTS)).join('');
    const record = chance.mutate(Buffer.from(`v=TLSRPTv1;rua=${text}`), Buffer.from(':@/?,;%20ar'));
    const targets = reportTargets([record.toString('latin1'), ...some(chance, 2, () => text)]);
    assert.ok(targets.length <= 3);
    for (const target of targets) {
      if (target.kind === 'https') assert.equal(new URL(target.url).protocol, 'https:');
      else assert.match(target.address, /^[!-~]+@[!-~]+$/);
    }
  },
);

const POLICY_LINES = [
  'version: STSv1',
  'mode: enforce',
  'mode: testing',
  'mode: none',
  'mx: a.test',
  'mx: *.b.test',
  'mx: A.b.',
  'max_age: 86400',
  'max_age: 0',
  'max_age: x',
  'x: y z',
  'x:',
  ': y',
  '',
  ' mode: enforce',
  'mx:a.test\t',
  'x: é',
] as const;

fuzzAtLeast(1, 'MTA-STS policies: we read them as mailauth does', (chance) => {
  const line = () => chance.oneOf(POLICY_LINES);
  const chosen = ['version: STSv1', 'max_age: 86400', line(), ...some(chance, 7, line)];
  const ends = ['\n', '\r\n', '\n', '\r'] as const;
  const text = chosen.map((one) => `${one}${chance.oneOf(ends)}`).join('');
  const policy = readPolicy(text);
  if (policy === undefined) return false;
  const oracle = parsePolicy(text, { strict: true });
  assert.deepEqual([policy.mode, policy.maxAge], [oracle.mode, oracle.maxAge], text);
  for (const name of ['a.test', 'x.b.test', 'b.test'])
    assert.equal(typeof isAmong(policy, name), 'boolean');
  return true;
});

test('long MTA-STS records and policies are rejected in bounded time', () => {
  const long = stsId([`v=STSv1;${' '.repeat(60_000)}x;${' ;'.repeat(5000)}`]);
  assert.equal(long, undefined);
  assert.equal(readPolicy(`x:${' '.repeat(60_000)}`), undefined);
  assert.equal(readPolicy(`mx: ${'a.'.repeat(30_000)}`), undefined);
});

test('TLSA data and chains: no one is trusted by chance', PATIENT, async () => {
  const root = issueCertificate({ commonName: 'Root', isAuthority: true });
  const issuers = Array.from({ length: 3 }, (_, i) =>
    issueCertificate({ commonName: `Issuer ${i}`, isAuthority: true, issuer: root }),
  );
  const strangers = Array.from({ length: 3 }, () =>
    issueCertificate({ commonName: 'Issuer 0', isAuthority: true }),
  );
  const leaves = [...issuers, ...strangers].map((issuer) =>
    issueCertificate({ names: ['a.test'], issuer }),
  );
  const all = [root, ...issuers, ...strangers, ...leaves].map(
    ({ cert }) => new X509Certificate(cert),
  );
  const alien = issueCertificate({ names: ['z.test'], isAuthority: true });
  await rounds((chance) => {
    const records = some(chance, 6, () => {
      const known = tlsa(`${chance.upTo(5)} ${chance.upTo(3)} ${chance.upTo(4)}`, alien);
      const data = Buffer.from(known.data);
      if (chance.upTo(2) === 0 && data.length > 0)
        data[chance.upTo(data.length)] = chance.upTo(256);
      return {
        ...known,
        data: chance.upTo(5) === 0 ? data.subarray(chance.upTo(data.length)) : data,
      };
    });
    assert.equal(isExcessive(records), false);
    const usable = usableRecords(records);
    const [first = assert.fail(), ...more] = all;
    const sent = some(chance, 9, () => chance.oneOf([first, ...more]));
    assert.notEqual(daneFault(sent, usable, ['a.test'], Date.now()), undefined);
  });
});

test('eight certificates that all could have issued each other are searched in bounded time', () => {
  const key = issueCertificate({ commonName: 'Same', isAuthority: true }).key;
  const same = Array.from({ length: 8 }, () =>
    issueCertificate({ commonName: 'Same', isAuthority: true, key }),
  );
  const sent = same.map(({ cert }) => new X509Certificate(cert));
  const records = Array.from({ length: 16 }, () =>
    tlsa('2 1 1', issueCertificate({ commonName: 'Same' })),
  );
  assert.equal(daneFault(sent, records, ['a.test'], Date.now()), 'tlsa-mismatch');
});
