/** Arbitrary octets from the owner's server: the guard gives a verdict with bounded work, the same for every split. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock } from '#mail/message/header-block.ts';
import { stuffDots } from '#mail/message/dot-stuffing.ts';
import { passedOn } from '#mail/reply/guard/guard.fixture.ts';
import { type LeakGuardResult, guarded } from '#mail/reply/guard/guard.ts';
import { needlesOf } from '#mail/reply/guard/needles.ts';
import { decoderNamed, encoderNamed } from '#mail/reply/guard/decoding/transfer-encoding.ts';
import { type GuardedMessage, walkParts } from '#mail/reply/guard/mime-walk.ts';
import type { SearchSteps } from '#mail/reply/guard/steps.ts';
import { corpus } from './corpus.ts';
import { type Chance, fuzz } from './fuzzing.ts';

const ADDRESS = 'jane.doe@nest.example';
const ALPHABET = Buffer.from(`\r\n-:;"=*'%&#<>! b.5${ADDRESS}\xff`, 'latin1');
const needles = needlesOf({
  address: ADDRESS,
  mailFrom: ADDRESS,
  aliasDomain: 'alias.test',
  sharedProvider: false,
});

/** Work for each octet of a message: if each line is a field, the guard searches each in several ways. */
const WORK = 1500;

function mailOf(octets: Buffer, chunks: Buffer[]): GuardedMessage {
  const end = octets.indexOf('\r\n\r\n');
  const bodyStart = end < 0 ? octets.length : end + 4;
  const block = HeaderBlock.read(octets.subarray(0, Math.max(0, bodyStart - 2)));
  return { message: { chunks, octets: octets.length, eightBit: false }, block, bodyStart };
}

function done<Result>(steps: SearchSteps<Result>, octets: number): Result {
  let work = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    assert.ok(step.value >= 0);
    work += step.value;
    assert.ok(work <= WORK * (octets + 100), `${work} for ${octets} octets`);
  }
}

const judge = (mail: GuardedMessage, onFind: 'refuse' | 'replace'): LeakGuardResult =>
  done(
    guarded(mail, {
      needles,
      alias: 'alias-1@alias.test',
      onFind,
      sealId: () => 'm.1@alias.test',
      newBoundary: (old) => (old.startsWith('=_') ? old : `=_${old}`),
    }),
    mail.message.octets,
  );

/** The wire form that the server accepts: no bare CR, no bare LF, no NUL, and CRLF at the end. */
function wireForm(octets: Buffer): Buffer {
  const text = octets.toString('latin1').replaceAll('\0', '');
  const lines = text.replaceAll(/\r\n|\r|\n/g, '\r\n').replace(/(?<!\r\n)$/, '\r\n');
  return stuffDots(Buffer.from(lines, 'latin1'), true);
}

const shown = (octets: Buffer) => JSON.stringify(octets.toString('latin1'));

function check(octets: Buffer, chunks: Buffer[]): void {
  const mail = mailOf(octets, [octets]);
  const parted = mailOf(octets, chunks);
  const walked = done(walkParts(mail), octets.length);
  assert.deepEqual(done(walkParts(parted), octets.length), walked, shown(octets));
  if (walked.kind === 'walked') {
    let last = mail.bodyStart;
    for (const { content, body } of walked.parts) {
      assert.ok(body.start <= body.end && body.end <= octets.length);
      if (content.type.startsWith('multipart/')) continue;
      assert.ok(body.start >= last, 'texts do not overlap');
      last = body.end;
    }
  }
  const verdict = judge(mail, 'refuse');
  assert.deepEqual(judge(parted, 'refuse'), verdict, shown(octets));
  const replaced = judge(parted, 'replace');
  if (replaced.kind === 'refused') return;
  const sent = passedOn(mail, replaced);
  const next = mailOf(sent, [sent]);
  const again = judge(next, 'refuse');
  const same = again.kind === 'clean' && passedOn(next, again).equals(sent);
  assert.ok(same, `${shown(octets)} ${shown(sent)}`);
}

const part = (chance: Chance): string =>
  [
    `Content-Type: ${chance.oneOf(['text/plain', 'text/html; charset=utf-16', 'text/html', 'image/png; name*0=x', 'multipart/mixed; boundary=c'])}\r\n`,
    `Content-Transfer-Encoding: ${chance.oneOf(['7bit', 'quoted-printable', 'base64', '8bit'])}\r\n`,
    chance.oneOf(['', 'Content-ID: <1@nest.example>\r\n', 'X: =?utf-8?Q?=4a?=\r\n']),
    '\r\n',
    chance.oneOf([
      'Hello',
      ADDRESS,
      'amFuZS5kb2VAbmVzdC5leGFtcGxl',
      `<b>jane.=\r\ndoe</b>&#64;nest.example`,
      '<img src="cid:1@nest.example">',
      '--c\r\n\r\nx\r\n--c--',
    ]),
    '\r\n',
  ].join('');

function someReply(chance: Chance): Buffer {
  if (chance.upTo(4) === 0) return Buffer.from(part(chance));
  const parts = Array.from({ length: 1 + chance.upTo(3) }, () => `--b\r\n${part(chance)}`);
  return Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`);
}

/** As the alphabet breaks most header lines, half of the messages stay whole. */
const broken = (chance: Chance, octets: Buffer) =>
  chance.upTo(2) === 0 ? octets : chance.mutate(octets, ALPHABET);

for (const { name, octets } of corpus('reply-guard')) {
  test(`a known hard reply: ${name}`, () => {
    check(
      octets,
      Array.from(octets, (octet) => Buffer.of(octet)),
    );
  });
}

fuzz(
  'the guard gives the same verdict for every split of a message, and an accepted message is clean',
  (chance) => {
    const octets = wireForm(broken(chance, someReply(chance)));
    check(octets, chance.cut(octets));
  },
);

fuzz('lines like delimiters cost in proportion to their number', (chance) => {
  const line = chance.oneOf([
    '--b\r\n\r\n',
    '--\r\n',
    '--b--\r\n',
    '--bx\r\n',
    '--b\r\nX: y\r\n\r\n',
  ]);
  const octets = Buffer.from(
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${line.repeat(chance.upTo(2000))}`,
  );
  check(octets, [octets]);
});

fuzz('a decoded transfer encoding gives back each octet, wherever it is split', (chance) => {
  const octets = Buffer.from(
    Array.from({ length: chance.upTo(300) }, () => chance.octet(ALPHABET)),
  );
  for (const [encoding, lines] of [
    ['quoted-printable', true],
    ['quoted-printable', false],
    ['base64', true],
    ['8bit', true],
  ] as const) {
    const pieces = (from: Buffer) => [...chance.cut(from), Buffer.alloc(0)];
    const push = (coder: ReturnType<typeof encoderNamed>, all: Buffer[]) =>
      all.map((piece, i) => coder.push(piece, i === all.length - 1) ?? assert.fail(encoding));
    const encoded = Buffer.concat(push(encoderNamed(encoding, lines), pieces(octets)));
    const text = encoded.toString('latin1');
    if (encoding !== '8bit') {
      assert.ok(
        text.split('\r\n').every((line) => line.length <= 76 && !/[ \t]$/.test(line)),
        text,
      );
      assert.ok(/^[\x20-\x7e\r\n\t]*$/.test(text), text);
    }
    const decoder = decoderNamed(encoding) ?? assert.fail(encoding);
    assert.ok(Buffer.concat(push(decoder, pieces(encoded))).equals(octets), shown(octets));
  }
});

function decoded(encoding: string, pieces: Buffer[]): string | undefined {
  const decoder = decoderNamed(encoding) ?? assert.fail(encoding);
  const all: Buffer[] = [];
  for (const [i, piece] of [...pieces, Buffer.alloc(0)].entries()) {
    const some = decoder.push(piece, i === pieces.length);
    if (some === undefined) return undefined;
    all.push(Buffer.from(some));
  }
  return Buffer.concat(all).toString('latin1');
}

fuzz('invalidly encoded octets are read the same way for every split, or not at all', (chance) => {
  const alphabet = Buffer.from('=\r\n \t4AFaf-+/zx');
  const octets = Buffer.from(Array.from({ length: chance.upTo(80) }, () => chance.octet(alphabet)));
  for (const encoding of ['quoted-printable', 'base64']) {
    const whole = decoded(encoding, [octets]);
    assert.equal(decoded(encoding, chance.cut(octets)), whole, shown(octets));
  }
});
