import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_EXTENSIONS, parseExtensions } from './extensions.ts';
import { asksToBackOff, enhancedCode, redacted } from './far-reply.ts';
import { REPLY_OCTETS, ReplyParser } from './reply-parser.ts';

const far = (code: number, ...lines: string[]) => ({ code, lines });

test("the server's enhanced code is passed on if it is registered and of the class of its reply; else a general one", () => {
  for (const [passedOn, code, ...lines] of [
    ['5.1.1', 550, '5.1.1 unknown'],
    ['4.7.30', 450, '4.7.30'],
    ['2.0.0', 250, 'hello', '2.0.0 queued'],
    // A code that only one provider uses becomes the general code of its subject.
    ['5.7.0', 550, '5.7.509 no'],
    ['5.1.0', 550, '5.1.11 no'],
    ['5.0.0', 550, '5.0.350 no'],
    ['5.0.0', 550, '5.8.1 no'],
  ] as [string, number, ...string[]][]) {
    assert.equal(enhancedCode(far(code, ...lines)), passedOn, lines.join());
  }
  const short = ['', 'no', '5.1 x', '4.1.1 x'];
  for (const text of [...short, '5.1.1000 x', '5.01.1 x', '5.1.1x', '5.1.1.1 x']) {
    assert.equal(enhancedCode(far(550, text)), '5.0.0', text);
  }
});

test('421, and 4yz with 4.7.x, of one provider too, ask us to back off', () => {
  for (const [code, text, asks] of [
    [421, '', true],
    [451, '4.7.1 greylisted', true],
    [451, '4.7.650 too many', true],
    [450, '4.7.0 x', true],
    [451, '4.3.0 x', false],
    [550, '5.7.1 x', false],
  ] as const) {
    assert.equal(asksToBackOff(far(code, text)), asks, `${code} ${text}`);
  }
});

test('addresses never reach the log, in any spelling', () => {
  const text =
    '<Real.Name@Mail.Test>: user REAL.NAME@mail.test (Real.name, mailto:real.name@x) \x07 é';
  const shown = redacted(far(550, text, 'second line real@mail.test'), ['real.name']);
  assert.doesNotMatch(shown, /real|mail\.test/i);
  assert.match(shown, /^550 <<address>>: user <address>/);
  assert.ok(redacted(far(550, 'x'.repeat(5000)), []).length < 250);
  const quoted = redacted(far(550, "no 'Sean.O'Brien@mail.test', Sean.O'Brien"), ["sean.o'brien"]);
  assert.equal(quoted, '550 no <address>, <address>');
});

test('a local part that is not ASCII does not reach the log in any encoding', () => {
  for (const encoding of ['utf8', 'latin1'] as const) {
    const text = Buffer.from('no mailbox Jörg.Müller here', encoding).toString('latin1');
    assert.equal(redacted(far(550, text), ['jörg.müller']), '550 no mailbox <address> here');
  }
});

test('redaction takes time linear in the length of the text', () => {
  // A quadratic search would take half an hour.
  const run = 'x'.repeat(2_000_000);
  for (const text of [run, `${run}@mail.test`]) {
    assert.ok(redacted(far(550, text), ['real.name']).length < 250);
  }
});

const parse = (...pieces: string[]) => {
  const parser = new ReplyParser();
  const replies = pieces.flatMap((piece) => {
    const lent = Buffer.from(piece, 'latin1');
    const complete = parser.push(lent);
    lent.fill(0);
    return complete;
  });
  return { replies, garbled: parser.garbled, partial: parser.partial };
};

test('a reply has a code and the text of its lines; a bare LF ends a line, and the last code counts', () => {
  const { replies } = parse(
    '250-mx.test\r\n250-SIZE 10\n250 HELP\r\n250-yes\n550 5.1.1 b\n354\r\n',
  );
  assert.deepEqual(replies, [
    { code: 250, lines: ['mx.test', 'SIZE 10', 'HELP'] },
    { code: 550, lines: ['yes', '5.1.1 b'] },
    { code: 354, lines: [''] },
  ]);
});

test('octets may be split anywhere', () => {
  const text = '220-one\r\n220 two\r\n421 4.3.2 bye\r\n';
  const whole = parse(text);
  for (let cut = 0; cut <= text.length; cut++) {
    assert.deepEqual(parse(text.slice(0, cut), text.slice(cut)), whole);
  }
  assert.deepEqual(parse(...text.split('')), whole);
});

test('an incomplete reply is kept', () => {
  assert.equal(parse('250-a\r\n').partial, true);
  assert.equal(parse('2').partial, true);
  assert.equal(parse('250 a\r\n').partial, false);
});

test('octets that are not a reply fail the parser, and nothing is read after that', () => {
  for (const line of ['HTTP/1.1 400 Bad', '25 a', '2500 a', '150 a', '600 a', '']) {
    const { replies, garbled } = parse('250 first\r\n', `${line}\r\n`, '250 later\r\n');
    assert.deepEqual([replies.length, garbled], [1, true], line);
  }
});

test('a reply of 64 KB is read and a longer one is not, however it is split', () => {
  const line = `250-${'x'.repeat(1018)}\r\n`;
  const full = line.repeat(63) + `250 ${'x'.repeat(1018)}\r\n`;
  assert.equal(full.length, REPLY_OCTETS);
  assert.equal(parse(full).replies.length, 1);
  assert.equal(parse(full, full).replies.length, 2);
  assert.equal(parse(`${line.repeat(64)}2`).garbled, true);
  assert.equal(parse(...'x'.repeat(REPLY_OCTETS + 1).split('')).garbled, true);
});

const offered = (...lines: string[]) =>
  parseExtensions({ code: 250, lines: ['mx.test', ...lines] });

test('keywords are parsed in any case, and unknown ones are ignored', () => {
  assert.deepEqual(offered('pipelining', 'Size 1000', '8BitMime', 'X-ODD', 'CHUNKING', 'DSN', ''), {
    ...NO_EXTENSIONS,
    pipelining: true,
    size: 1000,
    eightBitMime: true,
  });
});

test('the first line of the reply to EHLO is not a keyword', () => {
  assert.deepEqual(parseExtensions({ code: 250, lines: ['PIPELINING'] }), NO_EXTENSIONS);
});

test('a reply that repeats a keyword is read in linear time', () => {
  const before = process.threadCpuUsage();
  assert.equal(offered(...Array<string>(20_000).fill('AUTH a b c')).auth.length, 60_000);
  const { user } = process.threadCpuUsage(before);
  assert.ok(user < 500_000, `${user} us`);
});

test('SIZE without a valid number does not set a limit', () => {
  for (const line of ['SIZE', 'SIZE 0', 'SIZE many', 'SIZE -1', `SIZE ${'9'.repeat(30)}`]) {
    assert.equal(offered(line).size, 0, line);
  }
});

test('AUTH mechanisms are parsed in both forms of the keyword', () => {
  assert.deepEqual(offered('AUTH plain LOGIN').auth, ['PLAIN', 'LOGIN']);
  assert.deepEqual(offered('AUTH=LOGIN', 'AUTH PLAIN').auth, ['LOGIN', 'PLAIN']);
});
