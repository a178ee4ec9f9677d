/** Mail without proof whose domain asks for quarantine: it passes if the filter calls it clean, or with a mark. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { action, fakeFilter } from '#support/fake-filter.ts';
import { fromList, judging, MAIL, signedByAuthor } from '#support/judging.ts';
import { testKey } from '#support/signing.ts';

const QUARANTINE = { '_dmarc.example.org': { TXT: ['v=DMARC1; p=quarantine'] } };
const MARK = '\r\nX-Spam: Yes\r\n';

/** An engine with a filter that gives this verdict; null: without a filter. */
async function quarantined(t: TestContext, word: string | null, options: object = {}) {
  const outcomes: string[] = [];
  const fake = word === null ? undefined : await fakeFilter(t, action(word));
  const engine = await judging(t, {
    zone: { ...QUARANTINE },
    ...(fake && { filter: fake.filter }),
    onQuarantine: (outcome) => outcomes.push(outcome),
    ...options,
  });
  return { ...engine, outcomes };
}

for (const [word, reply, outcome] of [
  [null, /^250 /, 'marked'],
  ['a lie', /^250 /, 'marked'],
  ['no action', /^250 /, 'passed'],
  ['add header', /^550 5\.7\.1 This mail looks unwanted /, 'refused'],
  ['rewrite subject', /^550 5\.7\.1 This mail looks unwanted /, 'refused'],
  ['reject', /^550 5\.7\.1 This mail looks unwanted /, 'refused'],
  ['greylist', /^451 4\.7\.1 Try again later /, 'deferred'],
] as const) {
  test(`a forgery whose domain asks for quarantine is ${outcome} if the filter says ${word ?? 'nothing, because it is missing'}`, async (t) => {
    const engine = await quarantined(t, word);
    assert.match(await engine.send(MAIL), reply);
    assert.deepEqual(engine.outcomes, [outcome]);
    if (outcome === 'passed' || outcome === 'marked') {
      assert.equal(engine.last().text.includes(MARK), outcome === 'marked');
    }
  });
}

test('the same verdicts count little against a message whose author is proven, or whose domain asks for nothing', async (t) => {
  const engine = await quarantined(t, 'rewrite subject');
  assert.match(await engine.send(await signedByAuthor(MAIL)), /^250 /);
  engine.zone['_dmarc.example.org'] = { TXT: ['v=DMARC1; p=none'] };
  assert.match(await engine.send(MAIL), /^250 /);
  assert.deepEqual(engine.outcomes, []);
  assert.ok(!engine.last().text.includes(MARK));
});

test('a forgery whose domain asks for rejection is rejected before the filter is asked', async (t) => {
  const fake = await fakeFilter(t);
  const zone = { '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] } };
  const engine = await quarantined(t, null, { zone, filter: fake.filter });
  assert.match(await engine.send(MAIL), /^550 5\.7\.1 .*\[dmarc-reject\]/);
  assert.deepEqual(fake.asked, []);
});

test('a sealer that the operator trusts vouches for a message that a list has changed', async (t) => {
  const list = testKey('rsa', 'lists.test');
  const zone = { ...QUARANTINE, [list.name]: { TXT: [list.record] } };
  const sealed = await fromList(list, zone);
  const engine = await quarantined(t, null, { zone, checks: { trustedSealers: ['lists.test'] } });
  assert.match(await engine.send(sealed), /^250 /);
  assert.deepEqual(engine.outcomes, []);
  const other = await quarantined(t, null, { zone });
  assert.match(await other.send(sealed), /^250 /);
  assert.deepEqual(other.outcomes, ['marked']);
});
