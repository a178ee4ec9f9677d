import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spf } from 'mailauth/lib/spf/index.js';
import { checkHost } from '#mail/trust/spf/check.ts';
import { seededRandom } from '#support/seeded-random.ts';
import { type Node, nodeStyle, zoneResolver } from '#support/zone-resolver.ts';
import { Chance } from '../fuzz/fuzzing.ts';
import { suiteText } from './suites.ts';

/** One record of a name, or a word if other types get no answer. */
type Entry =
  | 'TIMEOUT'
  | {
      /** The name of the type that RFC 7208 section 3.1 has dropped; the suite means TXT, unless TXT is present too. */
      SPF?: string | string[];
      TXT?: string | string[];
      A?: string;
      AAAA?: string;
      PTR?: string;
      CNAME?: string;
      MX?: [priority: number, exchange: string];
    };

type Scenario = {
  description: string;
  zonedata: Record<string, Entry[]>;
  tests: Record<string, Case>;
};

type Case = {
  helo: string;
  host: string;
  mailfrom: string;
  result: string | string[];
};

/** The suite of the SPF project for RFC 7208. */
const suite = suiteText('spf-rfc7208/rfc7208-tests.json');
const absent = suite === undefined ? 'the SPF suite is not beside this repository' : false;
const scenarios: Scenario[] = suite === undefined ? [] : JSON.parse(suite);

test('the SPF suite is available, with its 200 cases', { skip: absent }, () => {
  assert.equal(scenarios.flatMap(({ tests }) => Object.keys(tests)).length, 200);
});

for (const { description, zonedata, tests } of scenarios) {
  const nodes = Object.entries(zonedata).map(([name, entries]) => [plain(name), nodeOf(entries)]);
  const resolve = zoneResolver(Object.fromEntries(nodes));
  for (const [name, { helo, host, mailfrom, result }] of Object.entries(tests)) {
    test(`SPF, ${description}: ${name}`, async () => {
      const outcome = await checkHost({ address: host, sender: mailfrom, helo }, resolve);
      const expected = [result].flat();
      assert.ok(expected.includes(outcome.result), `${outcome.result}, not ${expected.join('|')}`);
    });
  }
}

function nodeOf(entries: Entry[]): Node {
  const records = entries.filter((entry) => entry !== 'TIMEOUT');
  const cname = records.find(({ CNAME }) => CNAME !== undefined)?.CNAME;
  const texts = records.flatMap(({ TXT }) => (TXT === undefined ? [] : [[TXT].flat().join('')]));
  const old = records.flatMap(({ SPF }) => (SPF === undefined ? [] : [[SPF].flat().join('')]));
  return {
    TXT: (texts.length > 0 ? texts : old).filter((record) => record !== 'NONE'),
    A: records.flatMap(({ A = [] }) => A),
    AAAA: records.flatMap(({ AAAA = [] }) => AAAA),
    PTR: records.flatMap(({ PTR = [] }) => PTR).map(plain),
    MX: records.flatMap(({ MX }) =>
      MX === undefined ? [] : [{ priority: MX[0], exchange: plain(MX[1]) }],
    ),
    silent: entries.includes('TIMEOUT'),
    ...(cname === undefined ? {} : { CNAME: cname }),
  };
}

/** In the form of names in answers: in lower case, without the final dot. */
function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

const ROUNDS = 1500;

const words = (text: string) => text.split(' ');
const DOMAINS = ['a.test', 'b.test', 'c.test', 'd.test'] as const;
/** Domains in records, valid and invalid ones. */
const TARGETS = [
  ...DOMAINS,
  ...words('%{d} %{d2} %{l}.e.test %{ir}.%{v}.r.test %{p} none.test %{o} %{h} %{l1r-}.x.test'),
  ...words('%{S}.e.test x %{d0} a..test'),
] as const;
/** Terms; `@` is such a domain. */
const TERMS = [
  'ip4:192.0.2.1',
  ...words('ip4:192.0.2.2/31 ip4:192.0.2.2/33 ip4:192.0.2.2/024 ip6:2001:db8::/32'),
  ...words('ip6:::ffff:192.0.2.1/96 a mx ptr mx/24//64 a:@ a:@/24 mx:@ mx:@//64 ptr:@ exists:@'),
  ...words('include:@ include:@ all foo'),
] as const;
const MODIFIERS = ['redirect=@', 'redirect=@', 'exp=@', 'x=y', 'x=%{d}', 'x=%'] as const;

function recordText(chance: Chance): string {
  const term = () =>
    chance.upTo(5) === 0
      ? chance.oneOf(MODIFIERS)
      : chance.oneOf(['', '', '-', '~', '?', '+']) + chance.oneOf(TERMS);
  const terms = Array.from({ length: chance.upTo(5) }, term).map((text) =>
    text.replace('@', () => chance.oneOf(TARGETS)),
  );
  return ['v=spf1', ...terms].join(' ') + chance.oneOf(['', ' -all', ' ~all', '  ']);
}

function someNode(chance: Chance): Node {
  if (chance.upTo(30) === 0) return { silent: true };
  const some = <T>(most: number, make: (i: number) => T) =>
    Array.from({ length: chance.upTo(most + 1) }, (_, i) => make(i));
  const records = () => chance.oneOf(['x', 'v=spf10', ...Array<string>(6).fill('')]);
  return {
    TXT: some(1, records)
      .concat(records())
      .map((text) => text || recordText(chance)),
    A: some(1, () => `192.0.2.${chance.upTo(6)}`),
    AAAA: some(1, () => `2001:db8::${chance.upTo(3)}`),
    MX: some(chance.oneOf([1, 3, 12]), (priority) => ({
      exchange: chance.oneOf(['a.test', 'b.test', 'h.test', '']),
      priority,
    })),
  };
}

function someZone(chance: Chance): Record<string, Node> {
  const zone: Record<string, Node> = { 'h.test': { A: ['192.0.2.1', '192.0.2.5'] } };
  for (const domain of DOMAINS) zone[domain] = someNode(chance);
  if (chance.upTo(2) === 0) zone['x.a.test'] = { A: ['192.0.2.1'] };
  if (chance.upTo(2) === 0) zone['ann-b.e.test'] = { A: ['127.0.0.2'] };
  if (chance.upTo(2) === 0) {
    const names = Array.from({ length: chance.oneOf([1, 2, 12]) }, () =>
      chance.oneOf(['h.test', 'a.test', 'x.a.test', 'b.test']),
    );
    zone['1.2.0.192.in-addr.arpa'] = { PTR: names };
  }
  return zone;
}

test('our results for random SPF records equal mailauth’s', async () => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const chance = new Chance(seededRandom(seed));
    const resolve = zoneResolver(someZone(chance));
    const address = chance.oneOf(['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.1', '2001:db8::1']);
    const sender = chance.oneOf(['ann-b@a.test', 'ann-b@a.test', '@a.test', 'j\u00f6@a.test', '']);
    const helo = 'b.test';
    const ours = await checkHost({ address, sender, helo }, resolve);
    const resolver = nodeStyle(resolve);
    const theirs = await spf({ sender, ip: address, helo, mta: 'us', resolver, strict: true });
    seen.set(ours.result, (seen.get(ours.result) ?? 0) + 1);
    // RFC 8616 section 4: a term with this local part matches nothing; in `redirect` mailauth reports an error.
    const beyond = sender.startsWith('j') && ours.result === 'neutral';
    if (beyond && theirs.status.result === 'permerror') continue;
    assert.equal(ours.result, theirs.status.result, `seed ${seed}: ${address} ${sender}`);
  }
  for (const result of ['pass', 'fail', 'softfail', 'neutral', 'none', 'permerror', 'temperror']) {
    assert.ok((seen.get(result) ?? 0) > 50, `${result} is met often enough`);
  }
});
