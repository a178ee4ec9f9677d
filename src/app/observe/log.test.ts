import assert from 'node:assert/strict';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { test } from 'node:test';
import { createLog, isJournal } from './log.ts';

function logging(readable: boolean) {
  const lines: string[] = [];
  return { lines, log: createLog({ write: (line) => lines.push(line) }, readable) };
}

test('a line is JSON with level, time and message', () => {
  const { lines, log } = logging(false);
  log.warn({ domain: 'a.test', left: 12 }, 'names run short');
  const line: Record<string, unknown> = JSON.parse(lines[0] ?? '');
  const { time, ...entry } = line;
  assert.deepEqual(entry, { level: 'warn', domain: 'a.test', left: 12, msg: 'names run short' });
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('on a terminal a line is short, and an error shows its stack', () => {
  const { lines, log } = logging(true);
  log.info({ port: 25 }, 'listening');
  log.error({ err: new Error('broken') }, 'failed');
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d info {2}listening port=25\n$/);
  assert.match(lines[1] ?? '', /error failed\nError: broken\n {4}at /);
});

test('e-mail addresses are redacted in every part of a log line', () => {
  for (const readable of [true, false]) {
    const { lines, log } = logging(readable);
    const error = Object.assign(new Error('duplicate key (real_email)=(jane.doe@home.example)'), {
      detail: 'Key jane.doe@home.example exists',
      parameters: ['jane.doe@home.example', 'jörg+tag@münchen.example'],
    });
    log.error({ err: error, to: '"jane.doe@home.example"' }, 'for <jane.doe@home.example>');
    log.info('"jane doe"@home.example is "@jane"');
    log.info('%s', 'jane.doe@home.example,jane.doe@home.example');
    const text = lines.join('');
    assert.doesNotMatch(text, /jane\.|doe|home\.example|jörg|münchen/);
    assert.match(text, /<address>/);
    if (!readable) for (const line of lines) JSON.parse(line);
  }
});

test('an address with any sign that RFC 5322 allows is redacted as a whole', () => {
  for (const [written, shown] of [
    ["o'brien@home.example", '<address>'],
    ["for 'o'brien@home.example' and", "for '<address>' and"],
    ["d'o'brien's@home.example", '<address>'],
    ['bounce+obrien=home.example@list.example', '<address>'],
    ['{o`brien|home}@home.example!', '<address>'],
    ['obrien@[192.0.2.1] is', '<address> is'],
    ['obrien@home.example@list.example', '<address>'],
  ] as const) {
    const { lines, log } = logging(false);
    log.info(written);
    const { msg }: { msg: string } = JSON.parse(lines[0] ?? '');
    assert.equal(msg, shown);
  }
});

test('an address after a line break or a backslash leaves a readable line', () => {
  for (const readable of [true, false]) {
    const { lines, log } = logging(readable);
    const err = new Error('from:\njane@home.example\tjoe@home.example');
    // Without the paths of this machine, which may be below /home.
    err.stack = String(err);
    log.error({ err }, 'a\\jane@home.example');
    log.info('\u0001jane@home.example\\"jane"@home.example');
    const text = lines.join('');
    assert.doesNotMatch(text, /jane|joe|home/);
    if (!readable) for (const line of lines) JSON.parse(line);
  }
});

test('a path with an at sign is not redacted, and redaction of a huge line is fast', () => {
  const { lines, log } = logging(true);
  log.info('file:///srv/node_modules/@hono/node-server/index.js:1:2');
  assert.match(lines[0] ?? '', /node_modules\/@hono\/node-server/);
  const before = process.cpuUsage();
  log.info(`${'x'.repeat(50_000)}@`);
  assert.ok(process.cpuUsage(before).user < 500_000);
});

test('lines for the journal begin with their priority, and are otherwise the same as elsewhere', () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) }, false, true);
  log.info('started');
  log.warn({ level: 'info', to: 'jane@home.example' }, 'mail refused');
  log.error({ err: new Error('a\nb') }, 'broken');
  log.fatal('ending');
  assert.deepEqual(
    lines.map((line) => line.slice(0, 3)),
    ['<6>', '<4>', '<3>', '<2>'],
  );
  for (const line of lines) {
    assert.match(JSON.parse(line.slice(3)).msg, /./);
    assert.equal(line.indexOf('\n'), line.length - 1, 'one event, one line');
  }
  assert.doesNotMatch(lines.join(), /jane/);
});

test('a stream is the journal only if JOURNAL_STREAM names this very stream', () => {
  const fd = openSync('/dev/null', 'w');
  const { dev, ino } = fstatSync(fd);
  assert.equal(isJournal(fd, `${dev}:${ino}`), true);
  for (const other of [undefined, '', `${dev}:${ino + 1}`, `${dev}`, 'x']) {
    assert.equal(isJournal(fd, other), false, other);
  }
  closeSync(fd);
  assert.equal(isJournal(fd, `${dev}:${ino}`), false, 'closed');
});
