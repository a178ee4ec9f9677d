/** What strangers publish for their mail servers, made of chance: nothing throws, and all time is bounded. */

import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { parsePolicy } from 'mailauth/lib/mta-sts.js';
import { issueCertificate } from '#support/certificate.ts';
import { seededRandom } from '#support/seeded-random.ts';
import { tlsa } from '#support/tlsa-records.ts';
import { daneFault } from '#mail/smtp/send/tls/dane.ts';
import { isAmong, readPolicy } from '#mail/smtp/send/tls/sts-policy.ts';
import { stsId } from '#mail/smtp/send/tls/sts-record.ts';
import { isExcessive, usableRecords } from '#mail/smtp/send/tls/tlsa.ts';

const random = seededRandom(31);
const below = (most: number) => Math.floor(random() * most);
const pick = <Item>(items: readonly Item[]): Item =>
  items[below(items.length)] ?? assert.fail('there is nothing to choose from');
const some = <Item>(most: number, make: () => Item) => Array.from({ length: below(most) }, make);

test('TXT records: an id is always one of the grammar', () => {
  const parts = [
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
  ];
  for (let i = 0; i < 20_000; i++) {
    const texts = some(3, () => some(12, () => pick(parts)).join(''));
    const id = stsId(texts);
    if (id !== undefined) assert.match(id, /^[A-Za-z\d]{1,32}$/);
  }
  const long = stsId([`v=STSv1;${' '.repeat(60_000)}x;${' ;'.repeat(5000)}`]);
  assert.equal(long, undefined);
});

test('policy files: what is read mailauth reads alike', () => {
  const lines = [
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
  ];
  let read = 0;
  for (let i = 0; i < 20_000; i++) {
    const chosen = ['version: STSv1', 'max_age: 86400', pick(lines), ...some(7, () => pick(lines))];
    const text = chosen.map((line) => `${line}${pick(['\n', '\r\n', '\n', '\r'])}`).join('');
    const policy = readPolicy(text);
    if (policy === undefined) continue;
    read += 1;
    const oracle = parsePolicy(text, { strict: true });
    assert.deepEqual([policy.mode, policy.maxAge], [oracle.mode, oracle.maxAge], text);
    for (const name of ['a.test', 'x.b.test', 'b.test'])
      assert.equal(typeof isAmong(policy, name), 'boolean');
  }
  assert.ok(read > 100, `${read}`);
  assert.equal(readPolicy(`x:${' '.repeat(60_000)}`), undefined);
  assert.equal(readPolicy(`mx: ${'a.'.repeat(30_000)}`), undefined);
});

test('TLSA data and chains: nobody is trusted by chance', () => {
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
  for (let i = 0; i < 500; i++) {
    const records = some(6, () => {
      const known = tlsa(`${below(5)} ${below(3)} ${below(4)}`, alien);
      const data = Buffer.from(known.data);
      if (random() < 0.5 && data.length > 0) data[below(data.length)] = below(256);
      return { ...known, data: random() < 0.2 ? data.subarray(below(data.length)) : data };
    });
    assert.equal(isExcessive(records), false);
    const usable = usableRecords(records);
    const sent = some(9, () => pick(all));
    assert.notEqual(daneFault(sent, usable, ['a.test'], Date.now()), undefined);
  }
});

test('eight certificates that all could have issued each other are walked in bounded time', () => {
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
