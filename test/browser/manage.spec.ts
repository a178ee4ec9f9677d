/** The owner's actions on an alias: history, new switch-off link, writing first, delete. */

import { expect, test } from './fixtures.ts';
import { HISTORY } from './owner-history.ts';
import { confirm, manage } from './owner.ts';
import type { StandIn } from './stand-in/stand-in.ts';
import { JANE, type Visitor } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const bodyOf = (service: StandIn, call: string) =>
  service.calls.findLast((seen) => seen.call === call)?.body;

test("'Manage this alias' is folded, and its script is loaded only when it is unfolded; an alias without mail has an empty history; an alias is deleted after one question, and a new one of the same owner does not need a second email; an action that a server lacks has no row, and a group without rows no heading: a Supabase project has no pause, no end, no senders and no history; everything about a person is deleted after one question", async ({
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

  const alias = service.table.rows[0]?.alias_email ?? '';
  await visitor.button('Delete this alias').click();
  await expect(visitor.text(new RegExp(`^Mail to ${alias} will be rejected`))).toBeVisible();
  await visitor.button('Cancel').click();
  await expect(visitor.button('Delete the alias')).toBeHidden();
  expect(service.count('delete')).toBe(0);
  await visitor.button('Delete this alias').click();
  await visitor.button('Delete the alias').click();
  await expectBegunAnew(visitor, 'Your alias was deleted. No one will ever get its name again.');
  const letters = service.count('otp');
  for (const call of ['states', 'history'] as const) service.faults.fail(call, { status: 404 });
  const answer = service.faults.hold('states');
  service.config.offers = [];
  await page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.submit();
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  expect(service.count('otp')).toBe(letters);

  await visitor.text('Manage this alias').click();
  await visitor.text('Sign-in').click();
  const inside = page.locator('.manage');
  // What the server does not offer has no place either, so that its answer moves nothing.
  await expect(visitor.button('Switch-off date ...')).toBeVisible();
  await expect(inside.getByText(/senders|write|writing|replies/i)).toHaveCount(0);
  answer();
  await expect(inside.getByRole('heading')).toHaveText(['Sign-in', 'Leaving']);
  await expect(inside.getByRole('button')).toHaveText([
    'Second factoroff',
    'Change address',
    'New switch-off link',
    'Sign out here',
    'Sign out everywhere',
    'Download my data',
    'Delete this alias',
    'Delete everything about me',
  ]);

  await visitor.button('Delete everything about me').click();
  await visitor.button('Delete everything').click();
  await expectBegunAnew(visitor, 'Everything about you was deleted.');
  expect(service.table.rows).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('veilpost.session'))).toBeNull();
});

test('the history of mail: failed messages one by one, the others as a count; a new switch-off link voids the older ones; an owner gets an address to write first, copies it, and sees what is wrong with another; the owner chooses what happens to a reply that contains the address, and whether mail of known senders alone is accepted', async ({
  visitor,
  page,
  service,
}) => {
  const { events, days, last } = HISTORY;
  const [refused = {}, paused] = events;
  const deferred = { ...paused, kind: 'deferred', reason: 'never heard of' };
  service.owners.history = { events: [refused, deferred], days, last };
  await manage(visitor, service);
  await visitor.button('Last 7 days 17 arrived, 2 did not').click();
  await expect(page.getByRole('listitem')).toHaveText([
    'Rejected: too large for your mailbox (552) shop.example 21 Nov, 09:03',
    'Waiting: deferred by your mail server news.example 20 Nov, 22:47',
    'Delivered 4 on 21 Nov, 11 on 20 Nov, 2 on 19 Nov',
    'Delivered bank.example 21 Nov, 09:40',
  ]);

  const alias_id = service.table.rows[0]?.id;
  await visitor.text('Sign-in').click();
  await visitor.button('New switch-off link').click();
  await visitor.button('Create a new link').click();
  await expect(visitor.text('Done. All earlier links are invalid now.')).toBeVisible();
  expect(bodyOf(service, 'newLink')).toEqual({ alias_id });

  await visitor.button('Write to someone new').click();
  const field = page.getByLabel('Their email');
  await field.fill('bob');
  await expect(visitor.button('Get the address')).toBeDisabled();
  // The Enter that settles the text of an input method.
  await field.fill('bo@example.org');
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await field.fill('mailto:bob@example.org');
  await page.keyboard.press('Enter');
  await expect(
    visitor.text(/^Your address for bob@example.org: rb\w+@veilpost.example$/),
  ).toBeVisible();
  const written = service.calls.filter(({ call }) => call === 'replyAddress');
  expect(written.map(({ body }) => body)).toEqual([{ alias_id, email: 'bob@example.org' }]);
  await expect(visitor.text('Done.')).toBeHidden();
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

  await visitor.button('If a reply contains my address use the alias instead').click();
  for (const [choice, chosen, reply_body] of [
    ['Return it to me', 'return it to me', 'refuse'],
    ['Use the alias instead', 'use the alias instead', 'replace'],
  ] as const) {
    await visitor.button(choice).click();
    await expect(visitor.button(`If a reply contains my address ${chosen}`)).toBeVisible();
    expect(bodyOf(service, 'replyBody')).toEqual({ reply_body });
  }

  await visitor.button('Known senders only off').click();
  for (const [choice, chosen, known_only] of [
    ['Accept mail only from senders I know', 'on', true],
    ['Accept mail from everyone', 'off', false],
  ] as const) {
    await visitor.button(choice).click();
    await expect(visitor.button(`Known senders only ${chosen}`)).toBeVisible();
    expect(bodyOf(service, 'knownOnly')).toEqual({ known_only });
    await expect(visitor.text('Done.')).toBeVisible();
  }
});

/** After the alias is gone: the empty form, and one sentence. */
async function expectBegunAnew(visitor: Visitor, sentence: string): Promise<void> {
  await expect(visitor.text(sentence)).toBeVisible();
  await expect(visitor.email).toHaveValue('');
  await expect(visitor.ready).toBeHidden();
}
