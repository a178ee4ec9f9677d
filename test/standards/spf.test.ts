import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHost } from '#mail/trust/spf/check.ts';
import { explanationOf } from '#mail/trust/spf/explanation.fixture.ts';
import { suiteText } from './suites.ts';
import { type Node, zoneResolver } from '#support/zone-resolver.ts';

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
  explanation?: string;
};

/** The suite of the SPF project for RFC 7208. */
const text = suiteText('spf-rfc7208/rfc7208-tests.json');
const absent = text === undefined ? 'the SPF suite is not beside this repository' : false;
const scenarios: Scenario[] = text === undefined ? [] : JSON.parse(text);

/** The suite's word for a domain without an explanation. */
const DEFAULT = 'DEFAULT';

test('the SPF suite is available, with its 200 cases', { skip: absent }, () => {
  assert.equal(scenarios.flatMap(({ tests }) => Object.keys(tests)).length, 200);
});

for (const { description, zonedata, tests } of scenarios) {
  const nodes = Object.entries(zonedata).map(([name, entries]) => [plain(name), nodeOf(entries)]);
  const resolve = zoneResolver(Object.fromEntries(nodes));
  for (const [name, { helo, host, mailfrom, result, explanation }] of Object.entries(tests)) {
    test(`SPF, ${description}: ${name}`, async () => {
      const outcome = await checkHost({ address: host, sender: mailfrom, helo }, resolve);
      const expected = [result].flat();
      assert.ok(expected.includes(outcome.result), `${outcome.result}, not ${expected.join('|')}`);
      if (explanation === undefined || outcome.result !== 'fail') return;
      assert.equal((await explanationOf(outcome, host, resolve)) ?? DEFAULT, explanation);
    });
  }
}

function nodeOf(entries: Entry[]): Node {
  const records = entries.filter((entry) => entry !== 'TIMEOUT');
  const cname = records.find(({ CNAME }) => CNAME !== undefined)?.CNAME;
  const texts = records.flatMap(({ TXT }) => (TXT === undefined ? [] : [[TXT].flat().join('')]));
  const spf = records.flatMap(({ SPF }) => (SPF === undefined ? [] : [[SPF].flat().join('')]));
  return {
    TXT: (texts.length > 0 ? texts : spf).filter((record) => record !== 'NONE'),
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
