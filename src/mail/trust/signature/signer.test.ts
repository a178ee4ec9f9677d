import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { rsaKey } from '#support/signing.ts';
import { HeaderField } from '../../message/header-block.ts';
import { signedOctets, withoutSignature } from './canonical-header.ts';
import { inTurns, signedField, signerOf } from './signer.ts';
import { base64, readTags } from './tag-list.ts';
import { isSigned } from './verify-octets.ts';

const NAMES = Array.from({ length: 40 }, (_, i) => `x-name-${i}`).join(':');

for (const type of ['rsa', 'ed25519'] as const) {
  test(`a field signed by ${type} names its algorithm, has short lines, and verifies`, async () => {
    const { privateKey, publicKey } = type === 'rsa' ? rsaKey() : generateKeyPairSync('ed25519');
    const signer = signerOf(privateKey, 'example.org', 's1');
    const covered = [new HeaderField('From: ann'), new HeaderField('To:  bob ')];
    const tags = Object.entries({ v: '1', h: NAMES });
    const field = await signedField('DKIM-Signature', tags, covered, signer);
    for (const line of field.raw.split('\r\n')) assert.ok(line.length <= 78, line);
    const read = readTags(field.value);
    const values = ['v', 'a', 'd', 's'].map((tag) => read?.get(tag));
    assert.deepEqual(values, ['1', `${type}-sha256`, 'example.org', 's1']);
    assert.equal(read?.get('h')?.replaceAll(/\s/g, ''), NAMES);
    const octets = signedOctets(covered, 'relaxed', withoutSignature(field));
    const flags = { bits: 0, weak: false, testing: false, strict: false };
    const key = { algorithm: signer.algorithm, key: publicKey, ...flags };
    const signature = base64(read?.get('b') ?? '') ?? assert.fail();
    assert.equal(isSigned(octets, signature, key), true);
    assert.equal(isSigned(Buffer.concat([octets, octets]), signature, key), false);
    assert.equal(isSigned(octets, signature.subarray(1), key), false);
  });
}

test('only a private key, RSA or Ed25519, signs', () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  assert.throws(() => signerOf(publicKey, 'example.org', 's1'), /private key/);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  assert.throws(() => signerOf(privateKey, 'example.org', 's1'), /private key/);
});

test('at most three pieces of work are done in one turn of the event loop, in order', async () => {
  let turn = 0;
  let counting = true;
  const count = () => {
    turn += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const done: number[] = [];
  const order = Array.from({ length: 20 }, (_, i) => i);
  const work = (i: number) => () => {
    done.push(i);
    return turn;
  };
  const turns = await Promise.all(order.map((i) => inTurns(work(i))));
  counting = false;
  assert.deepEqual(done, order);
  for (const pieces of Map.groupBy(turns, (at) => at).values()) assert.ok(pieces.length <= 3);
});

test('a task that fails does not stop the next one', async () => {
  const failing = inTurns(() => {
    throw new Error('no key');
  });
  const next = inTurns(() => 'done');
  await assert.rejects(failing, /no key/);
  assert.equal(await next, 'done');
});
