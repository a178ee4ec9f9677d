import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ALIAS, letter } from '#support/forwarding.ts';
import { CLIENT_ALLOWED, judging, nextHopSays, REJECT, signedByAuthor } from '#support/judging.ts';

const MAIL = letter('hello');
const withFields = (...fields: string[]) => fields.map((field) => `${field}\r\n`).join('') + MAIL;

const behind = (t: TestContext) =>
  judging(t, {
    zone: { ...REJECT, ...CLIENT_ALLOWED },
    switchOff: (aliasId, linkEpoch) => `https://veil.test/off?t=${aliasId}.${linkEpoch}`,
  });

test('rewritten bulk mail gets a button that switches the alias off, covered by our signature', async (t) => {
  const { send, last, zone, store } = await behind(t);
  const id = (await store.aliasByAddress(ALIAS))?.alias.id;
  for (const fields of [
    ['List-Id: <news.example.org>'],
    ['Precedence: bulk'],
    ['List-Unsubscribe: <mailto:leave@example.org?subject=leave>, <http://example.org/leave>'],
  ]) {
    assert.match(await send(withFields(...fields, `X-Which: ${fields[0]?.length}`)), /^250 /);
    const { text } = last();
    assert.match(
      text,
      new RegExp(`^List-Unsubscribe: <https://veil\\.test/off\\?t=${id}\\.0>`, 'm'),
    );
    assert.match(text, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    assert.equal(text.match(/^List-Unsubscribe:/gm)?.length, 1);
    assert.match(
      text.replaceAll('\r\n ', ''),
      /^DKIM-Signature: [^\r]*list-unsubscribe:list-unsubscribe-post/,
    );
    assert.deepEqual((await nextHopSays(last(), zone)).dkim, ['alias.test pass']);
  }
  assert.match(last().text, /,\r\n <mailto:leave@example\.org\?subject=leave>\r\n/);
});

test('mail with its own link, from a person, or unchanged gets none', async (t) => {
  const { send, last } = await behind(t);
  const own = 'List-Unsubscribe: <https://example.org/leave>';
  assert.match(await send(withFields(own)), /^250 /);
  assert.equal(
    last()
      .text.match(/^List-Unsubscribe:.*$/gm)
      ?.join(''),
    own,
  );
  assert.match(await send(MAIL), /^250 /);
  assert.doesNotMatch(last().text, /List-Unsubscribe/);
  const kept = await signedByAuthor(withFields('List-Id: <news.example.org>'));
  assert.match(await send(kept), /^250 /);
  assert.doesNotMatch(last().text, /^List-Unsubscribe/m);
});

test('without our signature, or an https address, the field is missing', async (t) => {
  const bulk = withFields('List-Id: <news.example.org>');
  for (const without of [{ signing: () => undefined }, { switchOff: () => undefined }]) {
    const { send, last } = await judging(t, {
      zone: { ...REJECT, ...CLIENT_ALLOWED },
      switchOff: () => 'https://veil.test/off',
      ...without,
    });
    assert.match(await send(bulk), /^250 /);
    assert.match(last().text, /^X-Original-From:/m);
    assert.doesNotMatch(last().text, /List-Unsubscribe/);
  }
});
