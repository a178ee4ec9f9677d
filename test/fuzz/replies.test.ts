/** Arbitrary octets from a remote server: no exception, no growth, the same replies for every split, always a verdict. */

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { REPLY_OCTETS, type FarReply, ReplyParser } from '#mail/smtp/send/session/reply-parser.ts';
import type { FakeStep } from '#support/fake-hop-session.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { dotless, envelope, sending } from '#support/sending.ts';
import { corpus } from './corpus.ts';
import { type Chance, fuzz, PATIENT, rounds } from './fuzzing.ts';

const ALPHABET = Buffer.from('0123459- \r\n\0.x');

function parse(pieces: Buffer[]): { replies: FarReply[]; garbled: boolean; partial: boolean } {
  const parser = new ReplyParser();
  const replies = pieces.flatMap((piece) => parser.push(piece));
  return { replies, garbled: parser.garbled, partial: !parser.garbled && parser.partial };
}

function checkSplit(octets: Buffer, pieces: Buffer[]): void {
  const whole = parse([octets]);
  assert.deepEqual(parse(pieces), whole, JSON.stringify(octets.toString('latin1')));
  for (const { code, lines } of whole.replies) {
    assert.ok(Number.isInteger(code) && code >= 200 && code < 600);
    assert.ok(lines.join('').length <= REPLY_OCTETS);
    assert.ok(lines.every((line) => !line.includes('\n')));
  }
}

function someReply(chance: Chance): Buffer {
  const code = chance.oneOf(['220', '250', '354', '421', '450', '550', '999']);
  const enhanced = chance.oneOf(['', '2.0.0 ', '4.7.1 ', '5.1.1 ', '5.999.0 ']);
  const more = `${code}-${enhanced}more\r\n`.repeat(chance.oneOf([0, 0, 1, 3, 4000]));
  return Buffer.from(`${more}${code} ${enhanced}text\r\n`);
}

for (const { name, octets } of corpus('replies')) {
  test(`replies found by an earlier run: ${name}`, () => {
    checkSplit(
      octets,
      Array.from(octets, (octet) => Buffer.of(octet)),
    );
  });
}

fuzz('the parser of replies gives the same replies for every split of the octets', (chance) => {
  const replies = Array.from({ length: 1 + chance.upTo(3) }, () => someReply(chance));
  const octets = chance.mutate(Buffer.concat(replies), ALPHABET);
  checkSplit(octets, chance.cut(octets));
});

test('a delivery always ends with a verdict in our own words', PATIENT, async (t) => {
  const hop = await FakeNextHop.during((cleanUp) => t.after(cleanUp));
  const target = {
    kind: 'relay',
    host: '127.0.0.1',
    port: hop.port,
    tls: 'opportunistic',
  } as const;
  const steps: [FakeStep, ...FakeStep[]] = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'dot'];
  await rounds(async (chance) => {
    const { nextHop, deadline } = sending({ target, connect });
    const octets = chance.mutate(someReply(chance), ALPHABET).toString('latin1');
    hop.extensions = chance.oneOf([['PIPELINING'], []]);
    hop.script = { [chance.oneOf(steps)]: { last: octets } };
    const { kind, reply } = await nextHop.deliver(envelope, dotless, deadline);
    const first = { accepted: '2', deferred: '4', refused: '5' }[kind];
    assert.match(
      `${reply.code} ${reply.enhanced}`,
      new RegExp(`^${first}\\d\\d ${first}\\.\\d+\\.\\d+$`),
    );
    // A verdict of the server has no text.
    if ('text' in reply) {
      assert.match(reply.text, /the destination mail server\b/);
    }
    await nextHop.close();
    await hop.until(() => hop.connections.open === 0);
  });
});
