import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddressList } from '#mail/message/address-list.ts';
import { authenticationResults } from '#mail/trust/authentication-results.ts';
import { authorDomain } from '#mail/trust/dmarc/author-domain.ts';
import { evaluateDmarc } from '#mail/trust/dmarc/evaluate.ts';
import { parseDmarcRecord } from '#mail/trust/dmarc/record.ts';
import { checkHost } from '#mail/trust/spf/check.ts';
import { parseSpfRecord } from '#mail/trust/spf/record.ts';
import { type Zone, zoneResolver } from '#support/zone-resolver.ts';
import { corpus } from './corpus.ts';
import { fuzz } from './fuzzing.ts';

/** Far above the time for any text, far below the time for quadratic searches. */
const PATIENCE_US = 500_000;

function inTime<T>(work: () => T): T {
  const before = process.threadCpuUsage();
  const result = work();
  assert.ok(process.threadCpuUsage(before).user < PATIENCE_US, 'in bounded time');
  return result;
}

function readAddresses(octets: Buffer): void {
  const text = octets.toString('latin1');
  const { mailboxes, strayDomains } = inTime(() => parseAddressList(text));
  let behind = 0;
  for (const { local, domain, start, end } of mailboxes) {
    assert.ok(local !== '' && domain !== '' && start >= behind && end > start, 'in order');
    assert.ok(text.slice(start, end).startsWith(local.charAt(0)), 'where it says');
    behind = end;
  }
  assert.ok(!strayDomains.includes(''));
  const author = authorDomain([text]);
  if (author.kind === 'one') assert.ok(mailboxes.length + strayDomains.length > 0);
}

const LISTS = corpus('address-list');
for (const { name, octets } of LISTS) {
  test(`a known address list: ${name}`, () => readAddresses(octets));
}

fuzz('every address list is read, in bounded time', (chance) => {
  const { octets: list = Buffer.of() } = LISTS[chance.upTo(LISTS.length)] ?? {};
  const octets = chance.mutate(list, Buffer.from('<>@,;:."\\()[] \r\na\xc3'));
  readAddresses(octets);
  // A slow form becomes visible when it is repeated.
  if (chance.upTo(50) === 0) readAddresses(Buffer.concat(Array(2000).fill(octets)));
});

const SPF = Buffer.from(
  'v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 a:h.test/24//64 mx:m.test ptr:d.test exists:%{ir}.%{l1r-}.%{v}.d.test include:%{d2}.test ?all redirect=%{h}.d.test exp=%{p}.d.test',
);

fuzz('every SPF record is evaluated, with a bounded number of queries', async (chance) => {
  const text = chance.mutate(SPF, Buffer.from('%{}/:=.-+~? 019adlrsv')).toString('latin1');
  const long = chance.upTo(50) === 0 ? text.repeat(50) : text;
  inTime(() => parseSpfRecord(long));
  let questions = 0;
  const zone: Zone = {
    'd.test': { TXT: [text], A: ['192.0.2.9'] },
    'd.test.test': { TXT: [text] },
    'h.test': { A: ['192.0.2.9'], AAAA: ['2001:db8::9'] },
    'm.test': { MX: [{ exchange: 'h.test', priority: 0 }] },
    '9.2.0.192.in-addr.arpa': { PTR: ['d.test', 'h.test'] },
  };
  const resolve = zoneResolver(zone, () => (questions += 1));
  const { result } = await checkHost(
    {
      address: chance.oneOf(['192.0.2.9', '198.51.100.1', '2001:db8::9', '::ffff:192.0.2.9']),
      sender: chance.oneOf(['a-b+c@d.test', 'j\u00f6rg@d.test', '@d.test']),
      helo: chance.oneOf(['d.test', '%{h}', '']),
    },
    resolve,
  );
  assert.match(result, /^(?:none|neutral|pass|fail|softfail|temperror|permerror)$/);
  assert.ok(questions <= 111, `${questions}`);
});

const DMARC = Buffer.from(
  'v=DMARC1; p=reject; sp=quarantine; np=none; adkim=s; aspf=r; t=y; psd=y; rua=mailto:a@d.test!10m; x=1',
);

fuzz('every DMARC record is read, without a change of its meaning', async (chance) => {
  const text = chance.mutate(DMARC, Buffer.from(';= \tpsnv1DMARC')).toString('latin1');
  inTime(() => parseDmarcRecord(chance.upTo(50) === 0 ? text.repeat(100) : text));
  const zone: Zone = { '_dmarc.d.test': { TXT: [text] }, 'a.d.test': { A: ['192.0.2.1'] } };
  const { result, policy } = await evaluateDmarc(
    { author: 'a.d.test', spf: { domain: 'd.test', result: 'fail' }, signatures: [] },
    zoneResolver(zone),
  );
  assert.equal(result, policy === undefined ? 'none' : 'fail');
});

fuzz('results keep their form, whatever a stranger’s name contains', (chance) => {
  const alphabet = Buffer.from('\r\n\0 ;="\\()a.\xe4');
  const name = () => chance.mutate(Buffer.from('mx.d.test'), alphabet).toString('latin1');
  const text = authenticationResults('mx.alias.test', {
    dkim: [{ result: 'fail', domain: name(), selector: name(), reason: name() }],
    spf: { result: 'fail', domain: name(), identity: 'mailfrom' },
    dmarc: { result: 'fail', author: name(), policy: 'reject' },
  });
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/g, '');
  assert.match(
    bare,
    /^mx\.alias\.test;\r\n dkim=fail[^;\r\n]*;\r\n spf=fail[^;\r\n]*;\r\n dmarc=fail[^;\r\n]*$/,
  );
});
