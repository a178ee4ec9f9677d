import assert from 'node:assert/strict';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { test } from 'node:test';
import { isJournal } from './journal.ts';
import { createLog } from './log.ts';

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
