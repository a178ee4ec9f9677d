import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposedCollection } from '#runtime/garbage.ts';
import { RecordingPolicy } from '#support/receiving.ts';
import { sessionSettings } from '../session-settings.fixture.ts';
import { reply } from '../../reply.ts';
import { Session } from '../session.ts';
import type { Wire } from '../wire.ts';

const CLIENTS = 200;
const READ_OCTETS = 65_536;
/** As many commands as one read contains, and the beginning of another. */
const MANY = Buffer.from(`${`NOOP ${'x'.repeat(500)}\r\n`.repeat(128)}NO`);

const wire: Wire = {
  send: () => true,
  end: () => {},
  endAfterClient: () => {},
  secure: () => {},
  pause: () => {},
  resume: () => {},
};

const collect = exposedCollection() ?? assert.fail('no garbage collection');

/** Octets outside of V8's heap, after all garbage is collected. */
function memory(): number {
  // The first collection frees what the sweep of the second returns.
  for (let i = 0; i < 2; i++) collect();
  return process.memoryUsage().arrayBuffers;
}

/** Unrelated allocations, which use up the rest of the runtime's pool. */
const others = () =>
  Array.from({ length: READ_OCTETS / 1024 }, () => Buffer.from('x'.repeat(1024)));

/** Each of many clients sends its pieces, and then nothing for a long time. @returns the octets kept for each client */
async function keptFor(pieces: readonly Buffer[], policy = new RecordingPolicy()): Promise<number> {
  const settings = sessionSettings();
  // Only the used pages of a chunk of slabs are real memory; here the chunk would count in full.
  settings.slabs.give([settings.slabs.takeFirst()], 0);
  const before = memory();
  const sessions = Array.from({ length: CLIENTS }, () => {
    const client = { address: '192.0.2.1', helo: '', esmtp: false, tls: null };
    return new Session(client, policy.open(client), wire, settings);
  });
  for (const session of sessions) {
    for (const piece of pieces) session.input(piece);
    others();
  }
  await new Promise(setImmediate);
  const kept = (memory() - before) / CLIENTS;
  // They were alive until here.
  for (const session of sessions) session.ended();
  return kept;
}

const HELLO = 'EHLO a.test\r\nMAIL FROM:<a@b.test>\r\n';
const SENT: [what: string, pieces: readonly Buffer[]][] = [
  ['the beginning of a command', [Buffer.from('NO')]],
  ['a command octet by octet', ['N', 'O', 'O'].map((octet) => Buffer.from(octet))],
  ['many commands after the beginning of one', [Buffer.from('NOOP\r\nNO'), MANY.subarray(2)]],
  ['the beginning of a command after one that needs a decision', [Buffer.from(`${HELLO}NO`)]],
  ['many commands after one that needs a decision', [Buffer.concat([Buffer.from(HELLO), MANY])]],
];

for (const [what, pieces] of SENT) {
  test(`a slow client takes only the memory of its line: ${what}`, async () => {
    const policy = new RecordingPolicy();
    policy.onMail = () => Promise.resolve(reply(250, '2.1.0', 'OK'));
    const kept = await keptFor(pieces, policy);
    assert.ok(kept < 2048, `${kept} octets for each client`);
  });
}

test('a client that sends a message slowly takes only the memory of its slab', async () => {
  const begin = Buffer.from(`${HELLO}RCPT TO:<c@d.test>\r\nDATA\r\n`);
  const kept = await keptFor([begin, Buffer.from('A: b\r'), Buffer.from('\n.')]);
  assert.ok(kept < 2048, `${kept} octets for each client`);
});
