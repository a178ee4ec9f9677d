import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { BodyDigests } from './body-digests.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The digests of a body in wire form, in both forms. @param octets of a piece */
function digestsOf(wire: string, octets = wire.length) {
  const digests = new BodyDigests();
  const [simple, relaxed] = [digests.want('simple'), digests.want('relaxed')];
  for (let at = 0; at < wire.length; at += octets) {
    digests.push(Buffer.from(wire.slice(at, at + octets)));
  }
  digests.end();
  return [simple, relaxed].map((digest) => digest.value?.toString('hex'));
}

test('the body of RFC 6376 section 3.4.5 has the printed forms', () => {
  const [simple, relaxed] = digestsOf(' C \r\nD \t E\r\n\r\n\r\n');
  assert.equal(simple, sha256(' C \r\nD \t E\r\n'));
  assert.equal(relaxed, sha256(' C\r\nD E\r\n'));
});

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
