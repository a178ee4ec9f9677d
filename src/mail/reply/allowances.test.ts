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

const times = (count: number, once: () => number) =>
  Array.from({ length: count }, once).filter((wait) => wait === 0).length;

test('an alias sends 20 replies a day to correspondents who were never proven', () => {
  const clock = new FakeClock();
  const allowances = new ReplyAllowances({ now: clock.now, limits: true });
  assert.equal(
    times(25, () => allowances.take(reply(ALIAS, false))),
    20,
  );
  assert.ok(allowances.take(reply(ALIAS, true)) === 0, 'a proven one is still answered');
  assert.ok(allowances.take(reply(OTHER, false)) === 0, 'and so is another alias’s');
  clock.advance(23 * HOUR);
  assert.ok(allowances.take(reply(ALIAS, false)) > 0);
  clock.advance(HOUR);
  assert.ok(allowances.take(reply(ALIAS, false)) === 0);
});

test('an alias sends 60 replies an hour and 300 a day, to any correspondent', () => {
  const clock = new FakeClock();
  const allowances = new ReplyAllowances({ now: clock.now, limits: true });
  assert.equal(
    times(20, () => allowances.take(reply(ALIAS, false))),
    20,
  );
  const hours = Array.from({ length: 6 }, () => {
    const taken = times(100, () => allowances.take(reply(ALIAS, true)));
    clock.advance(HOUR);
    return taken;
  });
  assert.deepEqual(hours, [40, 60, 60, 60, 60, 0]);
});

test('all aliases of a domain send 100 replies a day to correspondents who were never proven, and all owners together 1000 an hour', () => {
  const clock = new FakeClock();
  const allowances = new ReplyAllowances({ now: clock.now, limits: true });
  const many = (domain: string) =>
    times(1500, () => {
      number += 1;
      return allowances.take(reply(`alias-${number}@alias.test`, false, `u${number}@${domain}`));
    });
  let number = 1000;
  assert.equal(many('example.org'), 100);
  assert.equal(many('example.net'), 100);
  assert.equal(many('gmail.com'), 800, 'at a public mailbox provider, owners do not share a limit');
  assert.ok(allowances.take(reply('alias-999@alias.test', true, 'ann@example.org')) === 0);
  clock.advance(HOUR);
  assert.equal(many('gmail.com'), 1000);
});

test('a deferred reply is not counted', () => {
  const allowances = new ReplyAllowances({ now: () => 0, limits: true });
  assert.equal(
    times(60, () => allowances.take(reply(ALIAS, true))),
    60,
  );
  assert.ok(allowances.take(reply(ALIAS, false)) > 0);
  allowances.giveBack(reply(ALIAS, true));
  assert.equal(
    times(5, () => allowances.take(reply(ALIAS, false))),
    1,
  );
  allowances.giveBack(reply(OTHER, true));
  assert.equal(
    times(70, () => allowances.take(reply(OTHER, true))),
    60,
    'nothing is granted in advance',
  );
});
