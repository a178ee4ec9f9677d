import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { ReplyAllowances } from './allowances.ts';

const HOUR = 3_600_000;
const ALIAS = 'alias-1000@alias.test';
const OTHER = 'alias-1001@alias.test';

const reply = (alias: string, isProven: boolean, owner = 'jane@gmail.com') => ({
  alias,
  owner,
  isProven,
});

/** How many of these replies are taken. */
const taken = (allowances: ReplyAllowances, count: number, alias: string, isProven: boolean) =>
  Array.from({ length: count }, () => allowances.take(reply(alias, isProven))).filter(
    (wait) => wait === 0,
  ).length;

test('an alias sends 60 replies an hour and 300 a day, to any correspondent', () => {
  const clock = new FakeClock();
  const allowances = new ReplyAllowances({ now: clock.now, limits: true });
  assert.equal(taken(allowances, 25, ALIAS, false), 20);
  assert.equal(taken(allowances, 1, OTHER, false), 1, 'another alias has its own');
  const hours = Array.from({ length: 6 }, () => {
    const sent = taken(allowances, 100, ALIAS, true);
    clock.advance(HOUR);
    return sent;
  });
  assert.deepEqual(hours, [40, 60, 60, 60, 60, 0]);
});

test('all aliases of a domain send 100 replies a day to correspondents who were never proven, and all owners together 1000 an hour', () => {
  const clock = new FakeClock();
  const allowances = new ReplyAllowances({ now: clock.now, limits: true });
  let number = 1000;
  const many = (domain: string) => {
    const before = number;
    const next = () => reply(`alias-${++number}@alias.test`, false, `u${number}@${domain}`);
    while (allowances.take(next()) === 0);
    return number - before - 1;
  };
  assert.equal(many('example.org'), 100);
  assert.equal(many('example.net'), 100);
  assert.equal(many('gmail.com'), 800, 'at a public mailbox provider, owners do not share a limit');
  assert.equal(allowances.take(reply('alias-999@alias.test', true, 'ann@example.org')), 0);
  clock.advance(HOUR);
  assert.equal(many('gmail.com'), 1000);
});
