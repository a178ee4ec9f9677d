import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNoCanary,
  CANARY,
  type CanaryMail,
  headerCanaries,
  partCanaries,
  SPELLINGS,
  textCanaries,
} from './canaries.fixture.ts';
import { HeaderBlock } from '../../message/header-block.ts';
import { stuffDots } from '../../message/dot-stuffing.ts';
import { passedOn } from './guard.fixture.ts';
import { guardReply } from './guard.ts';
import { needlesOf } from './needles.ts';
import { searchHeader } from './search-header.ts';

const { address } = CANARY;
const aliasDomain = 'alias.test';
const needles = needlesOf({ address, mailFrom: address, aliasDomain, sharedProvider: false });
/** Canaries of an owner at a provider whose name reveals nothing. */
const addressAlone = needlesOf({ address, mailFrom: '', aliasDomain, sharedProvider: true });

async function judge({ content }: CanaryMail, onFind: 'refuse' | 'replace') {
  const wire = stuffDots(Buffer.from(content, 'latin1'), true);
  const bodyStart = wire.indexOf('\r\n\r\n') + 4;
  const message = { chunks: [wire], octets: wire.length, eightBit: false };
  const block = HeaderBlock.read(wire.subarray(0, bodyStart - 2));
  const guarded = await guardReply(
    { message, block, bodyStart },
    {
      needles,
      alias: 'alias-1000@alias.test',
      onFind,
      sealId: () => 'm.sealed@alias.test',
      newBoundary: () => '=_new',
      turn: () => Promise.resolve(),
    },
  );
  return { guarded, mail: { message, block } };
}

test('a canary in a field of the header is found, in every spelling', () => {
  let seen = 0;
  for (const { name, field, spelling } of headerCanaries()) {
    // The search does not look for a person's name: fields that contain one are not kept.
    if (spelling === 'name') continue;
    assert.equal(searchHeader(field, needles), 'shows-owner', name);
    if (spelling in SPELLINGS) {
      assert.equal(searchHeader(field, addressAlone), 'shows-owner', name);
      seen += 1;
    }
  }
  assert.ok(seen >= 60 * 8, `${seen}`);
});

test('a canary in a text rejects the message, in every spelling and broken at every octet', async () => {
  let seen = 0;
  for (const mail of textCanaries()) {
    const { guarded } = await judge(mail, 'refuse');
    assert.equal(guarded.kind === 'refused' && guarded.reason, 'reply-shows-address', mail.name);
    seen += 1;
  }
  assert.ok(seen > 1000, `${seen}`);
});

test('a canary around the texts rejects the message, or is sealed', async () => {
  for (const mail of partCanaries()) {
    const { guarded, mail: judged } = await judge(mail, 'refuse');
    if (guarded.kind === 'refused') continue;
    assert.match(mail.name, /^(?:Content-ID, |boundary )/, mail.name);
    await assertNoCanary(passedOn(judged, guarded), mail.name);
  }
});

test('a replaced address is gone everywhere', async () => {
  let replaced = 0;
  for (const mail of [...textCanaries(), ...partCanaries()]) {
    const { guarded, mail: judged } = await judge(mail, 'replace');
    if (guarded.kind === 'refused') continue;
    replaced += 1;
    await assertNoCanary(passedOn(judged, guarded), mail.name);
  }
  assert.ok(replaced > 900, `${replaced}`);
});
