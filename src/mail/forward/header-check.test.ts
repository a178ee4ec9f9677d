import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHeader } from './header-check.ts';

const rules = { receivedFields: 50, authservId: 'mx.alias.test', loopMarks: ['k2a'] };
const check = (text: string) => checkHeader(Buffer.from(text, 'latin1'), rules);

/** @returns undefined if the header is accepted */
function refusal(text: string) {
  const checked = check(text);
  return checked.kind === 'refused' ? checked.reply : undefined;
}

function accepted(text: string) {
  const checked = check(text);
  assert.ok(checked.kind === 'accepted', text);
  return checked;
}

test('a message that was here before, or has 51 Received fields, is a mail loop', () => {
  const from = 'From: a@b\r\n\r\n';
  assert.equal(refusal(`${'Received: x\r\n'.repeat(50)}${from}`), undefined);
  assert.equal(refusal(`${'Received: x\r\n'.repeat(51)}${from}`)?.enhanced, '5.4.6');
  assert.equal(refusal(`Veilpost-Loop: k2a\r\n${from}`)?.enhanced, '5.4.6');
  // A line that began with a blank was folded into the field.
  assert.equal(refusal(`Veilpost-Loop: k2a\r\n\tof the author\r\n${from}`)?.enhanced, '5.4.6');
  assert.equal(refusal(`Veilpost-Loop: another\r\n${from}`), undefined);
});

test('Authentication-Results under our name are removed, others stay', () => {
  const header =
    'Authentication-Results: MX.alias.test; spf=pass\r\n' +
    'Authentication-Results: other.test; spf=pass\r\n' +
    'From: a@b\r\n' +
    'Authentication-Results: (hi) mx.alias.test 1;\r\n\tdkim=pass\r\n\r\n';
  const cuts = accepted(header).cuts.map(({ start, end }) => header.slice(start, end));
  assert.deepEqual(cuts, [
    'Authentication-Results: (hi) mx.alias.test 1;\r\n\tdkim=pass\r\n',
    'Authentication-Results: MX.alias.test; spf=pass\r\n',
  ]);
});

test('the lines of a mailbox file above a header are removed, and the rest is judged as without them', () => {
  const line = 'From bob Thu Jan  1 00:00:00 1970\r\n>From ann\r\n';
  const forged = 'Authentication-Results: mx.alias.test; spf=pass\r\n';
  const from = 'From: a@b\r\n\r\n';
  const { cuts } = accepted(line + from + forged);
  assert.deepEqual(cuts.at(-1), { start: 0, end: line.length });
  const both = accepted(`${line}${forged}${from}`).cuts.map(({ start, end }) => [start, end]);
  assert.deepEqual(both, [
    [line.length, line.length + forged.length],
    [0, line.length],
  ]);
  assert.equal(refusal(`${line}To: x\r\n\r\n`)?.enhanced, '5.6.0');
  assert.equal(refusal(`${line}Veilpost-Loop: k2a\r\n${from}`)?.enhanced, '5.4.6');
  assert.equal(
    refusal(`${line}${'Received: x\r\n'.repeat(rules.receivedFields + 1)}${from}`)?.enhanced,
    '5.4.6',
  );
  // It is not a field, so it does not count towards the thousand.
  assert.equal(refusal(`${line}${'X: y\r\n'.repeat(999)}${from}`), undefined);
});

test('comments and quoting do not hide our name in Authentication-Results', () => {
  const cuts = (id: string) =>
    accepted(`Authentication-Results: ${id}; spf=pass\r\nFrom: a@b\r\n\r\n`).cuts.length;
  const quoted = '"mx.alias.test"|"mx\\.alias.test"|"mx.alias.test|mx\\.alias.test';
  const comments =
    '(a (nested) comment) mx.alias.test|(one)(two)\r\n (three) MX.Alias.Test(behind)|' +
    'mx(a).alias(b).test|(mx.alias.test';
  const signs =
    'mx.alias.test.|mx.alias.test/1|mx . alias . test|; mx.alias.test|,=mx.alias.test|' +
    '<mx.alias.test>|other.test mx.alias.test|\x01mx.alias.test';
  const encoded =
    '=?utf-8?q?mx=2Ealias=2Etest?=|=?utf-8?b?bXguYWxpYXMudGVzdA==?=|' +
    'mx.al\xc2\xadias.test|\xef\xbd\x8dx.alias.test';
  for (const id of ['mx.alias.test', quoted, comments, signs, encoded].join('|').split('|')) {
    assert.equal(cuts(id), 1, id);
  }
  for (const id of [
    '(mx.alias.test) other.test',
    'mx.alias.test.other.test',
    'other.test (mx.alias.test',
    '',
  ]) {
    assert.equal(cuts(id), 0, id);
  }
});

test('16 KB of odd Authentication-Results are read, and all others are removed', () => {
  const cuts = (...bodies: string[]) => {
    const fields = bodies.map((body) => `Authentication-Results: ${body}\r\n`);
    const checked = check(`From: a@b.test\r\n${fields.join('')}\r\n`);
    return checked.kind === 'accepted' ? checked.cuts.length : undefined;
  };
  const odd = `other.test (${'x'.repeat(4000)})`;
  const common = `other.test; ${'x'.repeat(4000)}`;
  assert.equal(cuts(odd, odd, odd, odd), 0);
  assert.equal(cuts(odd, odd, odd, odd, odd, odd), 2);
  assert.equal(cuts(...Array<string>(20).fill(common), odd), 0);
  const before = process.threadCpuUsage();
  assert.equal(cuts(Buffer.from('\u0301\u0323'.repeat(60_000)).toString('latin1')), 1);
  assert.ok(process.threadCpuUsage(before).user < 500_000);
});

test('a stuffed dot before a line does not hide a field', () => {
  const from = 'From: a@b\r\n\r\n';
  for (const forged of [
    '.Authentication-Results: mx.alias.test; spf=pass\r\n',
    'Authentication-Results:\r\n. mx.alias.test; spf=pass\r\n',
  ]) {
    const cuts = accepted(forged + from).cuts.map(({ start, end }) => forged.slice(start, end));
    assert.deepEqual(cuts, [forged]);
  }
  assert.equal(refusal(`.From: b@c\r\n${from}`)?.enhanced, '5.6.0');
  assert.equal(refusal(`${'.Received: x\r\n'.repeat(51)}${from}`)?.enhanced, '5.4.6');
  assert.equal(refusal(`.Veilpost-Loop: k2a\r\n${from}`)?.enhanced, '5.4.6');
  assert.equal(refusal(`..From: b@c\r\n${from}`), undefined);
});

test('a repetition can be recognized if it has a useful Message-ID, Date or Received', () => {
  const from = 'From: a@b\r\nSubject: ALARM\r\n';
  const recognizable = (fields: string) => accepted(`${fields}${from}\r\n`).recognizable;
  for (const telling of ['message-id: <1@b>', 'DATE : Sat', 'Received:\r\n from c']) {
    assert.equal(recognizable(`${telling}\r\n`), true, telling);
  }
  for (const silent of ['', 'Date:\r\n', 'Message-ID: \r\n \r\n', 'X-Received: c\r\n']) {
    assert.equal(recognizable(silent), false, silent);
  }
});
