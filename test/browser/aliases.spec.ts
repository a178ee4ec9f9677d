/** Several aliases of one owner: which of them the page shows, and when it shows the specified screen. */

import { expect, test } from './fixtures.ts';
import { ALIAS, aliasRows, inWindow, openAliases, openSignedIn, severalAliases } from './owner.ts';
import { JANE, type Visitor } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const MADE = 'Your alias has been generated!';

const came = ({ page }: Visitor) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('a signed-in owner who may have several sees the result without a word about an upgrade; signed out in the same browser it is the specified screen, as it is for an owner who may have one', async ({
  visitor,
  service,
}) => {
  severalAliases(service, 1);
  await openAliases(visitor, service);
  await expect(visitor.ready).toBeFocused();
  await expect(visitor.text('Upgrade coming soon for multiple aliases.')).toBeHidden();
  await expect(visitor.text('Free plan limit reached')).toBeHidden();
  await visitor.page.reload();
  await expect(visitor.button('New alias')).toBeVisible();
  await expect(visitor.text('Upgrade coming soon for multiple aliases.')).toBeHidden();

  await visitor.page.evaluate(() => localStorage.clear());
  await visitor.page.goto('about:blank');
  await visitor.page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.submit();
  await expect(visitor.text(/^This address already has an alias/)).toBeVisible();
  await expect(visitor.text('Your aliases')).toBeHidden();

  service.owners.most = 1;
  const lists = service.count('list');
  await openSignedIn(visitor, service);
  await visitor.button('Show my alias').click();
  await expect.poll(() => service.count('list')).toBe(lists + 1);
  await expect(visitor.text('Free plan limit reached')).toBeVisible();
  await expect(visitor.text(ALIAS)).not.toHaveCount(0);
  await expect(visitor.text('Your aliases')).toBeHidden();
});

test("'New alias' is seen at once on a phone; it makes an alias, which the page shows and reads out first; at the number it is off", async ({
  visitor,
  service,
}) => {
  await visitor.page.setViewportSize({ width: 390, height: 844 });
  severalAliases(service, 1, 2);
  await openAliases(visitor, service);
  await visitor.page.evaluate(() => scrollTo(0, 0));
  const make = visitor.button('New alias');
  await expect(make).toBeInViewport({ ratio: 1 });
  const answer = service.faults.hold('make');
  await make.click();
  const busy = visitor.button('Creating...');
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  await busy.press('Enter');
  answer();
  await expect(visitor.text(MADE)).toBeVisible();
  await expect(visitor.ready).toBeFocused();
  await expect(aliasRows(visitor)).toHaveCount(2);
  expect(service.count('make')).toBe(1);
  const [, made] = service.table.rows;
  await expect(inWindow(visitor, made?.alias_email ?? '')).toBeVisible();
  await expect(make).toBeDisabled();
  await expect(visitor.text('2 of 2')).toBeVisible();
  await expect(visitor.text('You have 2 of 2 aliases.')).toBeVisible();
});

test('an owner with more aliases than the number keeps all, labels, switches and deletes them, and makes none', async ({
  visitor,
  page,
  service,
}) => {
  const [oldest, , middle, , newest] = severalAliases(service, 5, 1);
  await openAliases(visitor, service);
  await expect(visitor.text('5 of 1')).toBeVisible();
  await expect(aliasRows(visitor)).toHaveCount(5);
  await expect(visitor.button('New alias')).toBeDisabled();

  // The page's own, and another one.
  await page.getByLabel(`Forwarding for ${newest?.alias_email}`).uncheck();
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  await page.getByLabel(`Forwarding for ${oldest?.alias_email}`).uncheck();
  await expect.poll(() => [oldest?.active, newest?.active]).toEqual([false, false]);
  await visitor.button(`Show ${middle?.alias_email}`).click();
  await expect(visitor.ready).toBeFocused();
  await expect(inWindow(visitor, middle?.alias_email ?? '')).toBeVisible();
  await expect(page.getByLabel(`Forwarding for ${newest?.alias_email}`)).not.toBeChecked();

  await visitor.text('Manage this alias').click();
  await visitor.button('Delete this alias').click();
  await visitor.button('Delete the alias').click();
  await expect(page.locator('.toast').getByText(/^Your alias was deleted/)).toBeVisible();
  await expect(inWindow(visitor, newest?.alias_email ?? '')).toBeVisible();
  await expect(visitor.text('4 of 1')).toBeVisible();
});

test('an alias that is made in one tab comes to the other when its owner looks at it, and a deleted one leaves; after another tab has signed in another owner, the page shows neither those aliases nor these', async ({
  visitor,
  page,
  context,
  service,
}) => {
  const [, second] = severalAliases(service, 2);
  await openAliases(visitor, service);
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Show my alias' }).click();
  await other.getByRole('button', { name: 'New alias' }).click();
  await expect(other.locator('.alias')).toHaveCount(3);
  await expect(aliasRows(visitor)).toHaveCount(2);
  await came(visitor);
  await expect(aliasRows(visitor)).toHaveCount(3);
  await expect(inWindow(visitor, second?.alias_email ?? '')).toBeVisible();

  const at = service.table.rows.findIndex(({ id }) => id === second?.id);
  service.table.rows.splice(at, 1);
  await came(visitor);
  await expect(aliasRows(visitor)).toHaveCount(2);
  const [, newest] = service.table.rows;
  await expect(inWindow(visitor, newest?.alias_email ?? '')).toBeVisible();

  const alias_email = 'alias-9001@veilpost.example';
  const others = service.table.put({ real_email: 'john@example.org', alias_email });
  service.owners.stateOf(others).confirmed = true;
  const session = await service.owners.session('john@example.org');
  await page.evaluate((kept) => localStorage.setItem('veilpost.session', kept), session);
  await came(visitor);
  await expect(visitor.text('You were signed out. Nothing was changed.')).toBeVisible();
  await expect(page.locator('main .recessed')).toBeHidden();
  await expect(visitor.text('Your aliases')).toBeHidden();
});

test('the script of the list is asked for again if it did not arrive; New alias works without it', async ({
  visitor,
  page,
  service,
}) => {
  severalAliases(service, 2);
  await page.route(/assets\/aliases-/, (route) => route.abort(), { times: 1 });
  await openSignedIn(visitor, service);
  await visitor.button('Show my alias').click();
  await expect(visitor.text(/^The server cannot be reached/)).toBeVisible();
  await visitor.button('New alias').click();
  await expect(visitor.text(MADE)).toBeVisible();
  await visitor.button('Try again').click();
  await expect(aliasRows(visitor)).toHaveCount(3);
  await expect(visitor.button(`Show ${ALIAS}`)).toBeVisible();
});
