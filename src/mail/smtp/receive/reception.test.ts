import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { sessionSettings } from './session-settings.fixture.ts';
import { reply } from '../reply.ts';
import { Budget } from './memory/budget.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { Reception } from './reception.ts';
import { RoomQueue } from './memory/room-queue.ts';
import { SLAB_OCTETS } from './memory/slabs.ts';

const INTAKE = {
  header: () => {},
  body: () => {},
  end: () => Promise.resolve(reply(250, '2.0.0', 'OK')),
};
const BLANK = Buffer.from('\r\n');
const END = Buffer.from('.\r\n');
const ADDRESSES = Buffer.from(`To: ${'x'.repeat(50)}\r\n`.repeat(1000));
const LINES = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(60));

for (const [fault, code, first] of [
  ['there is not enough memory for the rest of it', 452, 'A: b\r\n\r\n'],
  ['it has a bare LF', 550, 'A: b\r\n\r\n\n'],
  ['its header is too large', 550, 'A: b\r\n'],
] as const) {
  test(`a message returns its memory as soon as it is rejected: ${fault}`, () => {
    const settings = sessionSettings();
    const { budget, block } = settings;
    const limits = { ...settings.limits, headerOctets: 100_000 };
    const refused = Reception.open(() => INTAKE, 0, { ...settings, limits });
    assert.ok(refused);
    refused.data(Buffer.from(first));
    for (let i = 0; i < 30 && refused.refusal === undefined; i++) refused.data(LINES);
    assert.equal(refused.refusal?.code, code);
    assert.equal(budget.used, 0);
    assert.ok(budget.fitsBesideExpected(block, budget.largest));
    refused.data(LINES);
    refused.release();
    assert.equal(budget.used, 0);
    assert.ok(!budget.fits(block, budget.largest + 1));
  });
}

test('a message with a declared size also has room for the copy of its header once it has begun', () => {
  // Of the last sizes that two slabs hold, the one without room for the copy would fail.
  for (let size = 114_000; size < 131_000; size += 1000) {
    const settings = { ...sessionSettings(), block: 'a' };
    const { budget } = settings;
    const begun = Reception.open(() => ({ ...INTAKE, keepsHeader: true }), size, settings);
    budget.take('another', budget.limit - budget.used);
    begun?.data(Buffer.concat([Buffer.from('A: b\r\n'), LINES.subarray(0, 10_000), BLANK]));
    begun?.data(Buffer.from(`${'x'.repeat(size - 10_010)}\r\n`));
    begun?.data(END);
    assert.ok(begun);
    assert.equal(begun.refusal, undefined, `${size} octets`);
  }
});

for (const keepsHeader of [false, true]) {
  test(`if messages of unknown size are alike, there is room for all that have begun (header kept: ${keepsHeader})`, () => {
    for (let limit = 2_000_000; limit < 6_000_000; limit += 1_900_000) {
      const budget = new Budget(limit, 1);
      const roomQueue = new RoomQueue(budget, new FakeClock(), 30_000);
      const settings = { ...sessionSettings(), budget, roomQueue };
      const begin = () => Reception.open(() => ({ ...INTAKE, keepsHeader }), 0, settings);
      const bring = (message: Reception | undefined) => {
        message?.data(Buffer.concat([Buffer.from('A: b\r\n'), ADDRESSES, BLANK]));
        return message;
      };
      const send = (message: Reception | undefined) => {
        for (let i = 0; i < 16; i++) message?.data(LINES);
        message?.data(END);
      };
      const first = bring(begin());
      send(first);
      void first?.finish();
      first?.release();
      const begun: (Reception | undefined)[] = [];
      const need = { block: settings.block, declared: undefined };
      while (roomQueue.mayTry(need)) begun.push(bring(begin()));
      assert.notEqual(begun.length, 0);
      begun.forEach(send);
      for (const message of begun) assert.equal(message?.refusal, undefined, `${limit} octets`);
    }
  });
}

test('a message holds whole slabs for its declared size, and another step from the first octet beyond that', () => {
  const budget = new Budget(DEFAULT_LIMITS.messageOctets, 1);
  const settings = { ...sessionSettings(), budget, block: 'a' };
  const reception = Reception.open(() => INTAKE, SLAB_OCTETS, settings);
  assert.ok(reception !== undefined);
  const room = 2 * SLAB_OCTETS;
  const header = Buffer.from('A: b\r\n\r\n');
  reception.chunk(header);
  reception.chunk(Buffer.alloc(room - header.length, 'x'));
  assert.equal(budget.used, room);
  reception.chunk(Buffer.from('x'));
  assert.equal(budget.used, room + 1_048_576);
  assert.ok(!budget.fitsBesideExpected('a', budget.largest - budget.used + 1));
  reception.release();
  reception.release();
  assert.equal(budget.used, 0);
});

test('a message of unknown size that holds more than is presumed is not expected to need more', () => {
  const budget = new Budget(SLAB_OCTETS, 1);
  const roomQueue = new RoomQueue(budget, new FakeClock(), 30_000);
  const settings = { ...sessionSettings(), budget, roomQueue, block: 'a' };
  Reception.open(() => INTAKE, 0, settings)?.data(BLANK);
  assert.equal(budget.used, SLAB_OCTETS);
  assert.ok(budget.fitsBesideExpected('a', 0));
});
