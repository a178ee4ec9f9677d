/** Arbitrary octets from a DNS server: no exception, an answer of bounded size for a bounded cost. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, RecordData, RecordType } from '#mail/dns/answer.ts';
import { encodeName } from '#mail/dns/names.ts';
import { readAnswer } from '#mail/dns/read-answer.ts';
import { RECORD_TYPES, type TypeOf } from '#mail/dns/record-types.ts';
import { answers, encodeQuery, readReply } from '#mail/dns/wire.ts';
import {
  encodedMessage,
  questionOf,
  recordsOf,
  type ServedName,
  uint16,
} from '#support/dns-message.ts';
import { corpus } from './corpus.ts';
import { type Chance, fuzz } from './fuzzing.ts';

const NAME = 'a.test';
const NAMES: Record<string, ServedName> = {
  [NAME]: { CNAME: 'b.test', authentic: true },
  'b.test': {
    A: ['192.0.2.1', '192.0.2.2'],
    AAAA: ['2001:db8::1'],
    MX: [
      [10, 'mail.b.test'],
      [0, ''],
    ],
    NS: ['ns.b.test'],
    PTR: ['b.test'],
    TLSA: [`030101${'ab'.repeat(32)}`],
    TXT: ['v=spf1 -all', ['k=', 'p=']],
  },
};
const TYPES = ['A', 'AAAA', 'MX', 'NS', 'PTR', 'TLSA', 'TXT'] as const;
/** Lengths, pointers and letters of names. */
const ALPHABET = Buffer.from([0, 1, 2, 3, 12, 18, 63, 64, 0xc0, 0xc0, 0xff, 5, 6, 15, 16, 97]);
/** The largest answer that is read, in octets, and its largest size in memory. */
const MOST_OCTETS = 16_384;
const MOST_CHARACTERS = 300_000;
/** CPU of this thread, far above the real one, and without the load of other programs. */
const MOST_CPU_US = 100_000;

const queryFor = (type: RecordType) =>
  encodeQuery(4711, encodeName(NAME) ?? assert.fail(), RECORD_TYPES[type].code);

function right(query: Buffer): Buffer {
  const question = questionOf(query);
  const found = recordsOf(NAMES, question);
  return encodedMessage(query, question, found, { room: Infinity, minimum: 60 });
}

/** Reads a message as the resolver does, and checks the result against the bounds. */
function check<Asked extends RecordType>(
  message: Buffer,
  query: Buffer,
  asked: Asked,
): Answer<RecordData[Asked]> | undefined {
  const type: TypeOf<RecordData[Asked]> = RECORD_TYPES[asked];
  const before = process.threadCpuUsage();
  const reply =
    message.length >= 2 && answers(message, query) ? readReply(message, query) : undefined;
  const answer = reply && !reply.truncated ? readAnswer(reply, NAME, type, true) : undefined;
  const { user } = process.threadCpuUsage(before);
  assert.ok(user < MOST_CPU_US, `${user} us`);
  if (answer?.kind !== 'records') return answer;
  const size = answer.records.reduce((sum, data) => sum + type.size(data), 0);
  assert.ok(answer.records.length > 0 && size < MOST_CHARACTERS, `${size} characters`);
  assert.ok(answer.ttl >= 30 && answer.ttl <= 3600, `${answer.ttl} s`);
  return answer;
}

test('a valid answer of each type is read', () => {
  for (const type of TYPES) {
    const query = queryFor(type);
    assert.equal(check(right(query), query, type)?.kind, 'records', type);
  }
});

fuzz('no DNS answer crashes the resolver', (chance) => {
  const type = chance.oneOf(TYPES);
  const query = queryFor(type);
  check(chance.mutate(right(query), ALPHABET), query, type);
  check(behind(query, chance.mutate(right(query), ALPHABET)), query, type);
});

fuzz('no answer full of names that point to each other costs much', (chance) => {
  const type = chance.oneOf(TYPES);
  const query = queryFor(type);
  check(maze(query, chance), query, type);
});

for (const { name, octets } of corpus('dns')) {
  test(`a broken answer gives no records: ${name}`, () => {
    const query = queryFor('MX');
    assert.notEqual(check(behind(query, octets), query, 'MX')?.kind, 'records');
  });
}

/** The message with the header and question that fit the query, so that the rest is read. */
function behind(query: Buffer, message: Buffer): Buffer {
  const { end } = questionOf(query);
  const counts = message.subarray(6, 10);
  const head = Buffer.concat([query.subarray(0, 2), uint16(0x8180, 1), counts, uint16(0)]);
  return Buffer.concat([head, query.subarray(12, end), message.subarray(end)]);
}

/** The largest readable message: labels and pointers in every order, and records whose names point into them. */
function maze(query: Buffer, chance: Chance): Buffer {
  const { end, code } = questionOf(query);
  const octets = Buffer.alloc(MOST_OCTETS);
  const first = end + 12;
  const places = 1 + chance.upTo(4000);
  const records = Math.floor((MOST_OCTETS - first - 2 * places) / 16);
  Buffer.concat([query.subarray(0, 2), uint16(0x8180, 1, 1 + records, 0, 0)]).copy(octets);
  query.copy(octets, 12, 12, end);
  // A record of a type that no query asks for has the names in its data.
  uint16(0xc00c, 99, 1, 0, 60, 2 * places).copy(octets, end);
  // Pointers mostly point to complete names, and rarely form a loop.
  let ended = 1;
  for (let place = 0; place < places; place++) {
    const below = chance.upTo(2000) === 0 ? place + 1 : ended;
    const pointer = uint16(0xc000 | (first + 2 * chance.upTo(below)));
    const last = place === 0 || chance.upTo(5) === 0;
    const label = uint16(0x0100 | chance.upTo(256));
    (place === 0 ? uint16(0) : last ? pointer : label).copy(octets, first + 2 * place);
    if (last) ended = place + 1;
  }
  const target = () => 0xc000 | (first + 2 * chance.upTo(places));
  for (let i = 0; i < records; i++) {
    const at = first + 2 * places + 16 * i;
    const owner = chance.oneOf([0xc00c, target()]);
    const type = chance.upTo(1000) === 0 ? 5 : code;
    uint16(owner, type, 1, 0, 60, 4).copy(octets, at);
    (code === 15 ? uint16(i, target()) : uint16(target(), 0)).copy(octets, at + 12);
  }
  return octets;
}
