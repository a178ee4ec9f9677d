import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNoCanary,
  CANARY,
  type CanaryMail,
  partCanaries,
  textCanaries,
} from './canaries.fixture.ts';
import { judge as guarded } from './guard.fixture.ts';

const { address } = CANARY;

// Fields of the header: test/promises/replies/reply-canaries.test.ts.
const judge = ({ content }: CanaryMail, onFind: 'refuse' | 'replace') =>
  guarded(content, { address, onFind, newBoundary: () => '=_new' });

test('a canary in a text rejects the message, in every spelling and broken at every octet', async () => {
  let seen = 0;
  for (const mail of textCanaries()) {
    assert.match((await judge(mail, 'refuse')).verdict, /^reply-shows-address /, mail.name);
    seen += 1;
  }
  assert.ok(seen > 1000, `${seen}`);
});

test('a canary around the texts rejects the message, or is sealed', async () => {
  for (const mail of partCanaries()) {
    const { verdict, sent } = await judge(mail, 'refuse');
    if (verdict !== 'clean') continue;
    assert.match(mail.name, /^(?:Content-ID, |boundary )/, mail.name);
    await assertNoCanary(Buffer.from(sent, 'latin1'), mail.name);
  }
});

test('a replaced address is gone everywhere', async () => {
  let replaced = 0;
  for (const mail of [...textCanaries(), ...partCanaries()]) {
    const { verdict, sent } = await judge(mail, 'replace');
    if (verdict !== 'clean') continue;
    replaced += 1;
    await assertNoCanary(Buffer.from(sent, 'latin1'), mail.name);
  }
  assert.ok(replaced > 900, `${replaced}`);
});
