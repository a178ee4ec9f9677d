import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { rsaKey } from '#support/rsa-keys.ts';
import { HeaderField } from '../../message/header-block.ts';
import { signedOctets, withoutSignature } from './canonical-header.ts';
import { signedField, signerOf } from './signer.ts';
import { base64, readTags } from './tag-list.ts';
import { isSigned } from './verify-octets.ts';

const NAMES = Array.from({ length: 40 }, (_, i) => `x-name-${i}`).join(':');

for (const type of ['rsa', 'ed25519'] as const) {
  test(`a field signed by ${type} names its algorithm, has short lines, and verifies`, async () => {
    const { privateKey, publicKey } = type === 'rsa' ? rsaKey() : generateKeyPairSync('ed25519');
    const signer = signerOf(privateKey, 'example.org', 's1');
    const covered = [new HeaderField('From: ann'), new HeaderField('To:  bob ')];
    const tags = [
      ['v', '1'],
      ['h', NAMES],
    ] as const;
    const field = await signedField('DKIM-Signature', tags, covered, signer);
    for (const line of field.raw.split('\r\n')) assert.ok(line.length <= 78, line);
    const read = readTags(field.value);
    assert.deepEqual(
      ['v', 'a', 'd', 's'].map((tag) => read?.get(tag)),
      ['1', `${type}-sha256`, 'example.org', 's1'],
    );
    assert.equal(read?.get('h')?.replaceAll(/\s/g, ''), NAMES);
    const octets = signedOctets(covered, 'relaxed', withoutSignature(field));
    const key = {
      algorithm: signer.algorithm,
      key: publicKey,
      bits: 0,
      weak: false,
      testing: false,
      strict: false,
    };
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
