import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Collector } from '#mail/smtp/receive/collector.ts';
import { Slabs } from '#mail/smtp/receive/memory/slabs.ts';
import { BodyDigests } from '#mail/trust/signature/body-digests.ts';
import { type Form, KERNEL_OCTETS } from '#mail/trust/signature/body-kernel.ts';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { Chance } from '../fuzz/fuzzing.ts';
import { someContent } from './random-mail.fixture.ts';

const BODIES = rounds(2000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 16);

/** RFC 6376 section 3.4, on the whole content at once. */
function slowly(form: Form, content: string): string {
  const lines = content.split('\r\n');
  const reduced =
    form === 'simple'
      ? lines
      : lines.map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (reduced.at(-1) === '') reduced.pop();
  if (reduced.length === 0) return form === 'simple' ? '\r\n' : '';
  return `${reduced.join('\r\n')}\r\n`;
}

const sha256 = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex');

/** The memory of all messages: new slabs for each would be 64 MiB. */
const SLABS = new Slabs();

type Way = 'DATA' | 'BDAT';

/** Receives the content as the server does, and compares its digests with the slow ones. */
function compare(content: string, way: Way, limit: number, chance: Chance): void {
  const digests = new BodyDigests();
  const wants = (['simple', 'relaxed'] as const).flatMap((form) =>
    [undefined, limit].map((most) => ({ form, most, digest: digests.want(form, most) })),
  );
  const intake = {
    header: () => undefined,
    body: (octets: Buffer) => digests.push(octets),
    end: () => Promise.reject(new Error('nobody calls it')),
  };
  const limits = { messageOctets: 1e7, headerOctets: 1000, room: () => true };
  const collector = new Collector(intake, limits, SLABS);
  const message = `A: b\r\n\r\n${content}`;
  const octets = way === 'BDAT' ? message : `${message.replaceAll('\r\n.', '\r\n..')}.\r\n`;
  for (const piece of chance.cut(Buffer.from(octets, 'latin1'))) {
    if (way === 'BDAT') collector.append(piece);
    else collector.feed(piece);
  }
  if (way === 'BDAT') collector.endContent();
  assert.equal(collector.fault, undefined);
  collector.finish();
  digests.end();
  collector.release();
  const whole = { simple: slowly('simple', content), relaxed: slowly('relaxed', content) };
  for (const { form, most, digest } of wants) {
    const expected = whole[form];
    const shown = `${way} ${form} l=${most} of ${JSON.stringify(content.slice(0, 2000))}`;
    assert.equal(digest?.octets, expected.length, shown);
    assert.equal(digest.value?.toString('hex'), sha256(expected.slice(0, most)), shown);
  }
}

test(`${BODIES} random bodies in random pieces, by DATA and by BDAT, have the digests of a slow reference`, () => {
  const chance = new Chance(seededRandom(SEED));
  for (let i = 0; i < BODIES; i++) {
    compare(someContent(chance), i % 2 === 0 ? 'DATA' : 'BDAT', chance.upTo(60), chance);
  }
});

test('bodies larger than one call of the kernel have the digests of a slow reference', () => {
  const chance = new Chance(seededRandom(SEED));
  let count = 0;
  for (const line of [' ', '\t', '.', 'a ', '\r\n', '.\r\n', ' \r\n', '. \r\n', 'a\tb  c\r\n']) {
    for (const behind of ['', 'a', ' ', '\r\n', ' b']) {
      const content = `x${line.repeat((2.5 * KERNEL_OCTETS) / line.length)}${behind}\r\n`;
      const way = count++ % 2 === 0 ? 'DATA' : 'BDAT';
      compare(content, way, KERNEL_OCTETS + chance.upTo(1000), chance);
    }
  }
});
