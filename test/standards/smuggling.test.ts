import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#time/clock.ts';
import { type Receiving, receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { suiteText } from './suites.ts';

/** Octets at a possible end of the data, and the expected outcome. */
type Vector = {
  id: string;
  /** The message up to there. */
  before: string;
  sequence: string;
  /** Whether it contains CRLF.CRLF. The octets after it are then commands, and otherwise still the message. */
  ends: boolean;
  /** Whether one of its octets causes a rejection. */
  refused: boolean;
};

const BODY = 'A: b\r\n\r\nbody';

/** Our own vectors: there is always something to test. */
const OURS: Vector[] = (
  [
    ['the end', '\r\n.\r\n', true, false],
    ['the end of an empty message', '.\r\n', true, false, ''],
    ['the end of a header', '\r\n.\r\n', true, false, 'A: b'],
    ['a dot ahead of it', '\r\n..\r\n.\r\n', true, false],
    ['LF ahead of it', '\n\r\n.\r\n', true, true],
    ['NUL ahead of it', '\0\0\r\n.\r\n', true, true],
    ['LF for CRLF, twice', '\n\n.\n\n', false, true],
    ['LF behind CRLF', '\r\n\n.\r\n', false, true],
    ['LF behind the dot', '\r\n.\n\r\n', false, true],
    ['LF CR for CRLF', '\n\r.\n\r', false, true],
    ['CR for CRLF, twice', '\r\r.\r\r', false, true],
    ['NUL for CR', '\r\n.\0\n', false, true],
    ['a blank behind the dot', '\r\n. \r\n', false, false],
    ['two dots', '\r\n..\r\n', false, false],
    ['NEL for CRLF', '\x85.\x85', false, false],
  ] as const
).map(([id, sequence, ends, refused, before = BODY]) => ({ id, before, sequence, ends, refused }));

/** Public vectors, placed next to the repository; they are not ours to publish. */
const suite = suiteText('smuggling/eod-vectors.json');
const absent = suite === undefined && 'the end-of-data vectors are not beside this repository';

function ofTheSuite(): Vector[] {
  if (suite === undefined) return [];
  const { vectors }: { vectors: { id: string; base64: string; contains_true_eod: boolean }[] } =
    JSON.parse(suite);
  return vectors.map(({ id, base64, contains_true_eod: ends }) => {
    const sequence = Buffer.from(base64, 'base64').toString('latin1');
    return { id, before: BODY, sequence, ends, refused: sequence !== '\r\n.\r\n' };
  });
}

const SMUGGLED = 'X: smuggled\r\n\r\nx\r\n';
const TRANSACTION = `MAIL FROM:<evil@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\n${SMUGGLED}`;

/** All octets after the 354. */
const said = ({ before, sequence }: Vector) => `${before}${sequence}${TRANSACTION}.\r\nQUIT\r\n`;

/** Every reply after the 354, and every accepted message. */
function expected({ before, sequence, ends, refused }: Vector) {
  const verdict = refused ? '550 5.6.11' : '250 2.0.0';
  const message = ends ? (before + sequence).slice(0, -3) : before + sequence + TRANSACTION;
  return {
    replies: ends
      ? [verdict, '250 2.0.0', '250 2.0.0', '354', '250 2.0.0', '221 2.0.0']
      : [verdict, '221 2.0.0'],
    messages: [...(refused ? [] : [message]), ...(ends ? [SMUGGLED] : [])],
  };
}

/** The outcome of the pieces, each read separately: after another client's reply a piece has been read. */
async function outcome({ port, policy }: Receiving, other: SmtpClient, pieces: string[]) {
  const client = await SmtpClient.greeted(port);
  await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>', 'DATA');
  for (const piece of pieces) {
    client.send(piece);
    await other.say('NOOP');
  }
  const heard = await client.untilClosed();
  return {
    replies: heard.match(/^\d{3}(?: \d\.\d+\.\d+)?/gm),
    messages: policy.messages.splice(0).map(({ octets }) => octets),
  };
}

/** Ten times as fast: at each end of a session the server waits for a round trip. */
const clock = {
  ...systemClock,
  after: (ms: number, run: () => void) => systemClock.after(ms / 10, run),
};

/** Every choice of one to `most` of these places, in order. */
function* choices(places: number[], most: number): Generator<number[]> {
  for (const [i, place] of places.entries()) {
    yield [place];
    if (most === 1) continue;
    for (const more of choices(places.slice(i + 1), most - 1)) yield [place, ...more];
  }
}

test('the public end-of-data vectors are available', { skip: absent }, () => {
  assert.ok(ofTheSuite().length >= 17);
});

for (const vector of [...OURS, ...ofTheSuite()]) {
  test(`${vector.id}: ${vector.ends ? 'ends the data' : 'does not smuggle'}`, async (t) => {
    const server = await receiving(t, { clock });
    const other = await SmtpClient.greeted(server.port);
    assert.deepEqual(await outcome(server, other, [said(vector)]), expected(vector));
    assert.deepEqual(
      await outcome(server, other, said(vector).split('')),
      expected(vector),
      'singly',
    );
  });
}

for (const vector of OURS) {
  test(`${vector.id}: the same for every cut by TCP into up to four pieces`, async (t) => {
    const server = await receiving(t, { clock });
    const other = await SmtpClient.greeted(server.port);
    const octets = said(vector);
    const { length } = vector.before;
    const places = Array.from({ length: vector.sequence.length + 1 }, (_, i) => length + i);
    for (const cuts of choices(places, 3)) {
      const pieces = [0, ...cuts].map((from, i) => octets.slice(from, cuts[i]));
      assert.deepEqual(await outcome(server, other, pieces), expected(vector), cuts.join());
    }
  });
}
