import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#support/seeded-random.ts';
import { Collector } from './collector.ts';
import { Slabs } from './memory/slabs.ts';

/** One for all messages, as in the product: a new one takes 2 MB for each of thousands. */
const SLABS = new Slabs();

function collect(pieces: Buffer[], limits: { messageOctets?: number; headerOctets?: number } = {}) {
  const heard = { header: '', body: '' };
  const collector = new Collector(
    {
      header: (octets) => {
        assert.equal(heard.header + heard.body, '', 'the header comes once and first');
        heard.header = octets.toString('latin1');
      },
      body: (octets) => {
        heard.body += octets.toString('latin1');
      },
      end: () => Promise.reject(new Error('not called by the collector')),
    },
    { messageOctets: 1_000_000, headerOctets: 100_000, room: () => true, ...limits },
    SLABS,
  );
  for (const [i, piece] of pieces.entries()) {
    const lent = Buffer.from(piece);
    const end = collector.feed(lent);
    lent.fill(0);
    if (end < 0) continue;
    const rest = Buffer.concat([piece.subarray(end), ...pieces.slice(i + 1)]).toString('latin1');
    const { fault } = collector;
    const message = fault === undefined ? collector.finish() : undefined;
    const octets = message && Buffer.concat(message.chunks).toString('latin1');
    collector.release();
    return { ended: true, fault, octets, rest, heard, message };
  }
  collector.release();
  return { ended: false, fault: collector.fault, octets: undefined, rest: '', heard };
}

/** The differences that a sender can see. The number of octets read of a rejected message is not compared. */
function outcome({ ended, fault, octets, rest, heard }: ReturnType<typeof collect>) {
  return { ended, fault, octets, rest, heard: fault === undefined ? heard : undefined };
}

const bytes = (text: string) => Buffer.from(text, 'latin1');
const singly = (text: string) => [...bytes(text)].map((octet) => Buffer.of(octet));

test('the result is the same for every split of the message by TCP', () => {
  const random = seededRandom(20);
  const texts = [
    'A: b\r\n\r\nbody\r\n.\r\nQUIT\r\n',
    '.\r\nQUIT\r\n',
    '\r\nonly body\r\n.\r\n',
    'A: b\r\n.\r\n',
    'A: b\r\n\r\n..\r\n...\r\n..x\r\n.\r\nNOOP\r\n',
    'A: b\r\n\r\nx\n.\r\nstill\r\n.\r\nR',
    'A: b\r\n\r\nx\r.\r\nstill\r\n.\r\nR',
    'A: b\r\n\r\n.\r\r\n.\r\n',
  ];
  for (const text of texts) {
    const whole = collect([bytes(text)]);
    assert.ok(whole.ended, JSON.stringify(text));
    const same = (pieces: Buffer[]) => {
      assert.deepEqual(outcome(collect(pieces)), outcome(whole), JSON.stringify(text));
    };
    same(singly(text));
    for (let i = 1; i < text.length; i++) {
      same([bytes(text.slice(0, i)), bytes(text.slice(i))]);
      for (let j = i + 1; j < text.length; j++) {
        same([bytes(text.slice(0, i)), bytes(text.slice(i, j)), bytes(text.slice(j))]);
      }
    }
    for (let round = 0; round < 500; round++) {
      // Four cuts; two at the same place give one piece fewer.
      const cuts = Array.from({ length: 4 }, () => Math.floor(random() * text.length)).toSorted(
        (a, b) => a - b,
      );
      const pieces = [0, ...cuts].map((from, i) => text.slice(from, cuts[i]));
      same(pieces.filter((piece) => piece !== '').map(bytes));
    }
  }
});

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
  assert.equal(got.octets?.length, got.message?.octets);
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
  const intake = { header() {}, body() {}, end: () => Promise.reject(new Error('not called')) };
  const limits = { messageOctets: 1_000_000, headerOctets: 100_000, room: () => true };
  const collector = new Collector(intake, limits, pool);
  collector.feed(bytes(`A: b\r\n\r\n${`${secret}\r\n`.repeat(6000)}`));
  collector.release();
  const used = [...taken];
  assert.ok(used.length > 2 && !used.some((slab) => slab.includes(secret)));
  const again = [pool.takeFirst(), ...used.slice(1).map(() => pool.take())];
  assert.deepEqual(new Set(again), new Set(used), 'used again');
});
