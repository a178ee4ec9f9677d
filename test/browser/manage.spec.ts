/** The owner's actions on an alias: history, new switch-off link, download, writing first, delete. */

import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { confirm, manage } from './owner.ts';
import type { StandIn } from './stand-in/stand-in.ts';
import { JANE, type Visitor } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const row = (service: StandIn) =>
  service.table.rows[0] ?? service.table.put({ real_email: '', alias_email: '' });
const bodyOf = (service: StandIn, call: string) =>
  service.calls.findLast((seen) => seen.call === call)?.body;

test("'Manage this alias' is folded, and its script is loaded only when it is unfolded; an alias without mail has an empty history; an alias is deleted after one question, and a new one of the same owner does not need a second email; everything about a person is deleted after one question", async ({
  visitor,
  page,
  service,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await confirm(visitor, service);
  await expect(visitor.text('What happened to my mail')).toBeHidden();
  expect(scripts.filter((path) => /manage-|auth-/.test(path))).toEqual([]);
  await visitor.text('Manage this alias').click();
  await expect(visitor.text('What happened to my mail')).toBeVisible();
  expect(scripts.filter((path) => /manage-/.test(path))).toHaveLength(1);
  await visitor.button('Last 7 days no mail').click();
  await expect(visitor.text('No mail in the last 7 days.')).toBeVisible();

  const { id, alias_email } = row(service);
  await visitor.button('Delete this alias').click();
  await expect(visitor.text(new RegExp(`^Mail to ${alias_email} will be rejected`))).toBeVisible();
  await visitor.button('Cancel').click();
  await expect(visitor.button('Delete the alias')).toBeHidden();
  expect(service.count('delete')).toBe(0);
  await visitor.button('Delete this alias').click();
  await visitor.button('Delete the alias').click();
  await expectBegunAnew(visitor, 'Your alias was deleted. No one will ever get its name again.');
  expect(service.calls.findLast(({ call }) => call === 'delete')?.query).toEqual({
    id: `eq.${id}`,
  });
  const letters = service.count('otp');
  await visitor.email.fill(JANE);
  await visitor.submit();
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  expect(service.count('otp')).toBe(letters);

  await visitor.text('Manage this alias').click();
  await visitor.button('Delete everything about me').click();
  await visitor.button('Delete everything').click();
  await expectBegunAnew(visitor, 'Everything about you was deleted.');
  expect(service.table.rows).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('veilpost.session'))).toBeNull();
});

test("the history of mail: failed messages one by one, the others as a count; a new switch-off link voids the older ones; a person's stored data is a file in the downloads; an owner gets an address to write first, copies it, and sees what is wrong with another; the owner chooses what happens to a reply that contains the address", async ({
  visitor,
  page,
  service,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  service.owners.history = {
    events: [
      {
        at: '2026-11-21T13:03:00Z',
        kind: 'refused',
        domain: 'shop.example',
        reason: 'too_large',
        code: 552,
        host: 'mx.example.com',
      },
      {
        at: '2026-11-20T21:47:00Z',
        kind: 'deferred',
        domain: 'news.example',
        reason: 'never heard of',
        code: null,
        host: null,
      },
    ],
    days: [
      { day: '2026-11-21', delivered: 4 },
      { day: '2026-11-20', delivered: 11 },
    ],
    last: [{ at: '2026-11-21T14:00:00Z', domain: 'bank.example' }],
  };
  await manage(visitor, service);
  await visitor.button('Last 7 days 15 arrived, 2 did not').click();
  await expect(page.getByRole('listitem')).toHaveText([
    'Rejected: too large for your mailbox (552) shop.example 21 Nov, 14:03',
    'Waiting: deferred by your mail server news.example 20 Nov, 22:47',
    'Delivered 4 on 21 Nov, 11 on 20 Nov',
    'Delivered bank.example 21 Nov, 15:00',
  ]);
  const asked = service.calls.find(({ call }) => call === 'history');
  expect(asked?.query).toEqual({ alias_id: row(service).id });

  await visitor.text('Sign-in').click();
  await visitor.button('New switch-off link').click();
  await visitor.button('Create a new link').click();
  await expect(visitor.text('Done. All earlier links are invalid now.')).toBeVisible();
  expect(bodyOf(service, 'newLink')).toEqual({ alias_id: row(service).id });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    visitor.button('Download my data').click(),
  ]);
  expect(download.suggestedFilename()).toBe('veilpost.json');
  const { aliases } = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(aliases).toEqual(service.table.rows);

  await visitor.button('Write to someone new').click();
  const field = page.getByLabel('Their email');
  await field.fill('bob');
  await expect(visitor.button('Get the address')).toBeDisabled();
  await field.fill('mailto:bob@example.org');
  await page.keyboard.press('Enter');
  await expect(
    visitor.text(/^Your address for bob@example.org: rb\w+@veilpost.example$/),
  ).toBeVisible();
  expect(bodyOf(service, 'replyAddress')).toEqual({
    alias_id: service.table.rows[0]?.id,
    email: 'bob@example.org',
  });
  await visitor.button('Copy the address').click();
  await expect(visitor.button('Copied')).toBeFocused();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByRole('link', { name: 'Write in your email app' })).toHaveAttribute(
    'href',
    `mailto:${copied}`,
  );
  await field.fill('alias-1001@veilpost.example');
  await expect(visitor.text(/^Your address for/)).toBeHidden();
  service.faults.fail('replyAddress', { status: 422, body: { code: 'no_reply_address' } });
  await visitor.button('Get the address').click();
  await expect(visitor.text(/^This address was not accepted/)).toBeVisible();
  service.faults.fail('replyAddress', { status: 429, body: { code: 'rate_limited' } });
  await visitor.button('Get the address').click();
  await expect(visitor.text(/^Too many attempts/)).toBeVisible();

  await visitor.button('If a reply contains my address use the alias instead').click();
  await visitor.button('Return it to me').click();
  await expect(visitor.button('If a reply contains my address return it to me')).toBeVisible();
  await expect(visitor.text('Done.')).toBeVisible();
  expect(bodyOf(service, 'replyBody')).toEqual({ reply_body: 'refuse' });
  await visitor.button('Use the alias instead').click();
  await expect(
    visitor.button('If a reply contains my address use the alias instead'),
  ).toBeVisible();
});

test('an action that a server lacks has no row, and a group without rows no heading: a Supabase project has no pause, no end, no senders and no history', async ({
  visitor,
  page,
  service,
}) => {
  for (const call of ['states', 'history'] as const) service.faults.fail(call, { status: 404 });
  await confirm(visitor, service);
  await visitor.text('Manage this alias').click();
  await expect(visitor.button('Pause for 1 hour')).toBeHidden();
  const headings = page.locator('.manage').getByRole('heading');
  await expect(headings).toHaveText(['Sign-in', 'Leaving']);
  await visitor.text('Sign-in').click();
  await expect(page.locator('.manage').getByRole('button')).toHaveText([
    'Second factoroff',
    'Change address',
    'New switch-off link',
    'Sign out here',
    'Sign out everywhere',
    'Download my data',
    'Delete this alias',
    'Delete everything about me',
  ]);
});

/** After the alias is gone: the empty form, and one sentence. */
async function expectBegunAnew(visitor: Visitor, sentence: string): Promise<void> {
  await expect(visitor.text(sentence)).toBeVisible();
  await expect(visitor.email).toHaveValue('');
  await expect(visitor.ready).toBeHidden();
}
