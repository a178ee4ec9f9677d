import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Collector } from './collector.ts';
import { Slabs } from './memory/slabs.ts';

/** One for all messages, as in the product: a new one takes 2 MB for each of thousands. */
const SLABS = new Slabs();
const INTAKE = { header() {}, body() {}, end: () => Promise.reject(new Error('not called')) };
const LIMITS = { messageOctets: 1_000_000, headerOctets: 100_000, room: () => true };

function collect(pieces: Buffer[], limits: Partial<typeof LIMITS> = {}) {
  const collector = new Collector(INTAKE, { ...LIMITS, ...limits }, SLABS);
  for (const piece of pieces) {
    const end = collector.feed(piece);
    if (end < 0) continue;
    const rest = piece.subarray(end).toString();
    const { fault } = collector;
    const message = fault === undefined ? collector.finish() : undefined;
    const octets = Buffer.concat(message?.chunks ?? []).length;
    collector.release();
    return { fault, octets, rest, message };
  }
  return assert.fail('the message does not end');
}

const bytes = (text: string) => Buffer.from(text, 'latin1');
const singly = (text: string) => [...bytes(text)].map((octet) => Buffer.of(octet));

test('stuffing dots do not count, wherever TCP or memory splits the message', () => {
  const text = `A: b\r\n\r\n${'..\r\n..x\r\n'.repeat(10_000)}`;
  const messageOctets = text.length - 20_000;
  for (const length of [7, 65_536, text.length]) {
    const pieces = [];
    for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length));
    const wire = [...pieces, '.\r\n'].map(bytes);
    assert.equal(collect(wire, { messageOctets }).fault, undefined, `${length}`);
    assert.equal(collect(wire, { messageOctets: messageOctets - 1 }).fault, 'too-large');
  }
});

test('no piece of a message that is too large waits until the dots of the whole message are counted', (t) => {
  const pool = new Slabs();
  let counted = 0;
  for (const take of ['take', 'takeFirst'] as const) {
    const original = pool[take].bind(pool);
    pool[take] = () => {
      const slab = original();
      const part = slab.subarray.bind(slab);
      slab.subarray = (from, to) => {
        const chunk = part(from, to);
        const indexOf = t.mock.method(chunk, 'indexOf', () => {
          counted += 1;
          indexOf.mock.restore();
          return chunk.indexOf('\n.');
        });
        return chunk;
      };
      return slab;
    };
  }
  const intake = { header() {}, body() {}, end: () => Promise.reject(new Error('not called')) };
  const limits = { messageOctets: 1_000_000, headerOctets: 100_000, room: () => true };
  const collector = new Collector(intake, limits, pool);
  collector.feed(bytes('A: b\r\n\r\n'));
  const most = Array.from({ length: 20 }, () => {
    counted = 0;
    collector.feed(bytes('x\r\n'.repeat(20_000)));
    return counted;
  });
  assert.equal(collector.fault, 'too-large');
  assert.ok(Math.max(...most) <= 4, most.join());
});

test('a message, or a header block, complete or not, above its limit is read to its end', () => {
  const header = `A: ${'x'.repeat(200)}\r\n`;
  for (const [sent, limits, fault] of [
    [`A: b\r\n\r\n${'x'.repeat(200)}\r\n.\r\nQ`, { messageOctets: 100 }, 'too-large'],
    [`${header}\r\nbody\r\n.\r\nQ`, { headerOctets: 150 }, 'header-too-large'],
    [`${header}.\r\nQ`, { headerOctets: 150 }, 'header-too-large'],
  ] as const) {
    const got = collect([bytes(sent)], limits);
    assert.deepEqual([got.fault, got.rest], [fault, 'Q']);
  }
});

test('octets above 127 are detected', () => {
  assert.equal(collect([bytes('A: b\r\n\r\n\u00e9\r\n.\r\n')]).message?.eightBit, true);
  assert.equal(collect([bytes('A: b\r\n\r\ne\r\n.\r\n')]).message?.eightBit, false);
});

test('a sender of single octets does not take a buffer for each', () => {
  const got = collect(singly(`A: b\r\n\r\n${'0123456789'.repeat(2000)}\r\n.\r\n`));
  assert.ok((got.message?.chunks.length ?? 99) < 10);
  assert.equal(got.octets, got.message?.octets);
});

test('a discarded message returns all its slabs to the pool, wiped', () => {
  const secret = 'the secret of this letter';
  const pool = new Slabs();
  const taken: Buffer[] = [];
  for (const take of ['take', 'takeFirst'] as const) {
    const original = pool[take].bind(pool);
    pool[take] = () => {
      const slab = original();
      taken.push(slab);
      return slab;
    };
  }
  const collector = new Collector(INTAKE, LIMITS, pool);
  collector.feed(bytes(`A: b\r\n\r\n${`${secret}\r\n`.repeat(6000)}`));
  collector.release();
  const used = [...taken];
  assert.ok(used.length > 2 && !used.some((slab) => slab.includes(secret)));
  const again = [pool.takeFirst(), ...used.slice(1).map(() => pool.take())];
  assert.deepEqual(new Set(again), new Set(used), 'used again');
});
