import assert from 'node:assert/strict';
import { test } from 'node:test';
import { halves, testKey, verified } from '#support/signing.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import { BodyDigests } from '../signature/body-digests.ts';
import { selectFields } from '../signature/canonical-header.ts';
import { signedField } from '../signature/signer.ts';
import { readSets } from './sets.ts';
import { sealedFields } from './validate.ts';

const key = testKey('ed25519', 'sealer.test');
const resolve = zoneResolver({ [key.name]: { TXT: [key.record] } });
const MAIL = 'From: ann@example.org\r\nSubject: hello\r\n\r\nhello\r\n';

/**
 * The message with one set above it, whose message signature covers these fields and this many octets of the body.
 */
async function sealed(names: string[], limit?: number): Promise<string> {
  const { header, body } = halves(MAIL);
  const digests = new BodyDigests();
  const digest = digests.want('relaxed', limit);
  digests.push(body);
  digests.end();
  const bh = digest?.value?.toString('base64') ?? assert.fail();
  const tags = {
    i: '1',
    c: 'relaxed/relaxed',
    h: names.join(':'),
    bh,
    ...(limit && { l: `${limit}` }),
  };
  const fields = selectFields(HeaderBlock.read(header), names);
  const sign = (name: string, values: object, over: readonly HeaderField[]) =>
    signedField(name, Object.entries(values), over, key.signer);
  const message = await sign('ARC-Message-Signature', tags, fields);
  const results = new HeaderField('ARC-Authentication-Results: i=1; sealer.test; dkim=pass');
  const covered = sealedFields([], { results, message: { field: message } });
  const seal = await sign('ARC-Seal', { i: '1', cv: 'none' }, covered);
  return `${[seal, message, results].map(({ raw }) => `${raw}\r\n`).join('')}${MAIL}`;
}

test('a sealer vouches for a message only if its signature covers the author and the whole body', async () => {
  const sealerOf = async (mail: string) => {
    const { arc } = await verified(mail, resolve);
    assert.deepEqual([arc.result, arc.reason], ['pass', undefined]);
    return arc.sealer;
  };
  assert.equal(await sealerOf(await sealed(['from', 'subject'])), 'sealer.test');
  assert.equal(await sealerOf(await sealed(['from'], 7)), 'sealer.test');
  assert.equal(await sealerOf(`${await sealed(['from'], 7)}more\r\n`), undefined);
  const other = (await sealed(['subject'])).replace('ann@example.org', 'eve@example.org');
  assert.equal(await sealerOf(other), undefined);
});

test('a set whose instance is not a number forms no chain, and is not counted', () => {
  for (const [instance, highest] of Object.entries({ x: 0, 0: 0, '': 0, 2: 2, 50: 50 })) {
    const seal = new HeaderField(`ARC-Seal: i=${instance}; cv=none; d=a.test; s=s; b=`);
    const read = readSets(new HeaderBlock([seal]));
    assert.deepEqual([read.flaw, read.highest], ['not-a-chain', highest], instance);
  }
});
