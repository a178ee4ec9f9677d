import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { OF_ALIAS, OF_MAILBOX, TestMailLimit } from './test-mail-limit.ts';

test('a test mail that fails after its minute gives nothing back: the next minute has one as well', async () => {
  let now = 1_800_000_000_000;
  const limit = new TestMailLimit(OF_ALIAS, { log: SILENT, now: () => now });
  assert.equal(await limit.begin('alias'), 0);
  now += OF_ALIAS.ms;
  await limit.end('alias', false);
  assert.equal(await limit.begin('alias'), 0);
  assert.equal(await limit.begin('alias'), 60);
});

test('the uses of all nodes count, and are taken back if they exceed the limit', async () => {
  const now = 1_800_000_000_000;
  const added: number[] = [];
  let uses: number | undefined = OF_MAILBOX.most;
  const shared = {
    add: async (_: string, more: number) => {
      added.push(more);
      if (uses === undefined || (uses > 6 && more < 0)) throw new Error('silent');
      return { uses, until: now + 30_000 };
    },
    forget: async () => {},
    close: async () => {},
  };
  const limit = new TestMailLimit(OF_MAILBOX, { shared, log: SILENT, now: () => now });
  assert.equal(await limit.begin('mailbox'), 0, 'the last one');
  uses = OF_MAILBOX.most + 1;
  for (let i = 0; i < 5; i++)
    assert.equal(await limit.begin('mailbox'), 30, 'none is counted here');
  assert.deepEqual(added, [1, ...Array.from({ length: 5 }, () => [1, -1]).flat()]);
  for (const silent of [undefined, OF_MAILBOX.most + 2]) {
    uses = silent;
    assert.equal(await limit.begin('mailbox'), 0, 'this node counts alone');
  }
});
