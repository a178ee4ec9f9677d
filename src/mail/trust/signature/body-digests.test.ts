import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { BodyDigests } from './body-digests.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

// The digests themselves: test/standards/body-digests.test.ts.

test('equal requests share one digest, without a value until the body is complete', () => {
  const digests = new BodyDigests();
  assert.equal(digests.form, undefined);
  const one = digests.want('relaxed');
  assert.equal(digests.want('relaxed'), one);
  assert.notEqual(digests.want('simple'), one);
  assert.notEqual(digests.want('relaxed', 5), one);
  assert.equal(digests.want('relaxed', 5), digests.want('relaxed', 5));
  assert.equal(digests.form, 'relaxed');
  const value = () => one?.value?.toString('hex');
  assert.equal(value(), undefined);
  digests.end();
  assert.equal(value(), sha256(''));
});

test('two limits are hashed, a third is not', () => {
  const digests = new BodyDigests();
  const [first, second] = [digests.want('simple', 1), digests.want('simple', 100)];
  assert.equal(digests.want('relaxed', 3), undefined);
  assert.notEqual(digests.want('relaxed', 1), undefined);
  assert.notEqual(digests.want('relaxed'), undefined);
  digests.push(Buffer.from('ab\r\n'));
  digests.end();
  assert.deepEqual([first?.octets, first?.value?.toString('hex')], [4, sha256('a')]);
  assert.deepEqual([second?.octets, second?.value?.toString('hex')], [4, sha256('ab\r\n')]);
});
