/** Several aliases of one owner: 'Your aliases', and the switch between them. */

import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { ALIAS, openAliases, severalAliases } from './owner.ts';
import { JANE, type Visitor } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const MADE = 'Your alias has been generated!';

const rows = ({ page }: Visitor) => page.locator('.alias');
const window = ({ page }: Visitor, alias: string) =>
  page.locator('main .recessed').getByText(alias, { exact: true });
/** Run in the page: it has to be scrolled sideways. */
const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
const came = ({ page }: Visitor) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('a signed-in owner who may have several sees the result without a word about an upgrade; signed out in the same browser it is the specified screen', async ({
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
});

test('an owner who may have one alias sees the specified screen', async ({ visitor, service }) => {
  const [row] = severalAliases(service, 1, 1);
  const session = await service.owners.session(JANE);
  await visitor.page.goto('/');
  await visitor.page.evaluate((kept) => localStorage.setItem('veilpost.session', kept), session);
  await visitor.page.reload();
  await visitor.button('Show my alias').click();
  await expect.poll(() => service.count('list')).toBe(1);
  await expect(visitor.text('Free plan limit reached')).toBeVisible();
  await expect(visitor.text(row?.alias_email ?? '')).not.toHaveCount(0);
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
  await expect(rows(visitor)).toHaveCount(2);
  expect(service.count('make')).toBe(1);
  const [, made] = service.table.rows;
  await expect(window(visitor, made?.alias_email ?? '')).toBeVisible();
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
  await expect(rows(visitor)).toHaveCount(5);
  await expect(visitor.button('New alias')).toBeDisabled();

  // The page's own, and another one.
  await page.getByLabel(`Forwarding for ${newest?.alias_email}`).uncheck();
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  await page.getByLabel(`Forwarding for ${oldest?.alias_email}`).uncheck();
  await expect.poll(() => [oldest?.active, newest?.active]).toEqual([false, false]);
  await visitor.button(`Show ${middle?.alias_email}`).click();
  await expect(visitor.ready).toBeFocused();
  await expect(window(visitor, middle?.alias_email ?? '')).toBeVisible();
  await expect(page.getByLabel(`Forwarding for ${newest?.alias_email}`)).not.toBeChecked();

  await visitor.text('Manage this alias').click();
  await visitor.button('Delete this alias').click();
  await visitor.button('Delete the alias').click();
  await expect(page.locator('.toast').getByText(/^Your alias was deleted/)).toBeVisible();
  await expect(window(visitor, newest?.alias_email ?? '')).toBeVisible();
  await expect(visitor.text('4 of 1')).toBeVisible();
});

test('a label is saved by Enter and by leaving its field, and kept by Escape; markup, emoji and 200 characters are text', async ({
  visitor,
  page,
  service,
}) => {
  const [first, second] = severalAliases(service, 2);
  await openAliases(visitor, service);
  const add = visitor.button(`Add a label: ${first?.alias_email}`);
  await add.click();
  const field = page.getByLabel(`Label of ${first?.alias_email}`);
  await expect(field).toBeFocused();
  const label = '<b>bold</b> 🦊 متجر';
  await field.fill(label);
  await field.press('Enter');
  const named = visitor.button(label);
  await expect(named).toBeFocused();
  expect(service.owners.noteOf(first?.id ?? '').label).toBe(label);

  await named.click();
  await field.fill('never');
  await field.press('Escape');
  await expect(named).toBeFocused();
  expect(service.count('note')).toBe(1);

  await visitor.button(`Add a label: ${second?.alias_email}`).click();
  const other = page.getByLabel(`Label of ${second?.alias_email}`);
  await other.fill('W'.repeat(250));
  await page.getByLabel(`Forwarding for ${second?.alias_email}`).focus();
  await expect(visitor.button('W'.repeat(200))).toBeVisible();
  for (const width of [320, 1000]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(isWider)).toBe(false);
  }
});

test('a label and a switch that do not reach the server say so, and can be tried again; a session that has ended elsewhere says so', async ({
  visitor,
  page,
  service,
}) => {
  const [first] = severalAliases(service, 2);
  await openAliases(visitor, service);
  const failed = visitor.text('This did not work. Please try again in a moment.');
  service.faults.fail('note', 'cut');
  await visitor.button(`Add a label: ${first?.alias_email}`).click();
  const field = page.getByLabel(`Label of ${first?.alias_email}`);
  await field.fill('Shoes');
  await field.press('Enter');
  await expect(failed).toBeVisible();
  await expect(field).toHaveValue('Shoes');
  service.faults.heal('note');
  await field.press('Enter');
  await expect(visitor.button('Shoes')).toBeVisible();
  await expect(failed).toBeHidden();

  service.faults.fail('update', { status: 503 }, 1);
  const forwarding = page.getByLabel(`Forwarding for ${first?.alias_email}`);
  await forwarding.click();
  await expect(failed).toBeVisible();
  await expect(forwarding).toBeChecked();
  await forwarding.click();
  await expect(failed).toBeHidden();
  await expect(forwarding).not.toBeChecked();

  service.faults.fail('make', { status: 429, headers: { 'Retry-After': '600' } }, 1);
  await visitor.button('New alias').click();
  await expect(visitor.text('Too many new aliases. Try again in 10 minutes.')).toBeInViewport();

  await page.evaluate(() => localStorage.clear());
  await visitor.button('New alias').click();
  await expect(visitor.text('You were signed out. Nothing was changed.')).toBeVisible();
  await expect(visitor.text('Your aliases')).toBeHidden();
});

test('an alias that is made in one tab comes to the other when its owner looks at it, and a deleted one leaves', async ({
  visitor,
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
  await expect(rows(visitor)).toHaveCount(2);
  await came(visitor);
  await expect(rows(visitor)).toHaveCount(3);
  await expect(window(visitor, second?.alias_email ?? '')).toBeVisible();

  const at = service.table.rows.findIndex(({ id }) => id === second?.id);
  service.table.rows.splice(at, 1);
  await came(visitor);
  await expect(rows(visitor)).toHaveCount(2);
  const [, newest] = service.table.rows;
  await expect(window(visitor, newest?.alias_email ?? '')).toBeVisible();
});

test('five hundred aliases are found, chosen and switched by the keyboard at 320 px without a call for the search, by axe in both schemes', async ({
  visitor,
  page,
  service,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const all = severalAliases(service, 500, 500);
  const wanted = all[123];
  service.owners.noteOf(wanted?.id ?? '').label = 'Größe 42';
  await openAliases(visitor, service);
  await expect(rows(visitor)).toHaveCount(500);
  const calls = service.calls.length;
  await visitor.button('Your aliases 500 of 500').press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Search')).toBeFocused();
  await page.keyboard.type('GRÖSSE 43');
  await expect(visitor.text('No alias matches your search.')).toBeVisible();
  await page.getByLabel('Search').fill('größe');
  await expect(visitor.text('1 of 500 aliases found')).toBeVisible();
  expect(service.calls.length).toBe(calls);
  await page.keyboard.press('Tab');
  await expect(visitor.button(`Show ${wanted?.alias_email}`)).toBeFocused();
  for (const name of ['Größe 42', `Copy ${wanted?.alias_email}`]) {
    await page.keyboard.press('Tab');
    await expect(visitor.button(name)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => wanted?.active).toBe(false);
  await visitor.button(`Show ${wanted?.alias_email}`).press('Enter');
  await expect(visitor.ready).toBeFocused();
  await expect(window(visitor, wanted?.alias_email ?? '')).toBeVisible();
  await page.getByLabel('Search').fill('');
  await expect(rows(visitor)).toHaveCount(500);
  expect(await page.evaluate(isWider)).toBe(false);
  await expectAccessible(page);
});

test('the script of the list is asked for again if it did not arrive; New alias works without it', async ({
  visitor,
  page,
  service,
}) => {
  severalAliases(service, 2);
  await page.route(/assets\/aliases-/, (route) => route.abort(), { times: 1 });
  const session = await service.owners.session(JANE);
  await page.goto('/');
  await page.evaluate((kept) => localStorage.setItem('veilpost.session', kept), session);
  await page.reload();
  await visitor.button('Show my alias').click();
  await expect(visitor.text(/^The server cannot be reached/)).toBeVisible();
  await visitor.button('New alias').click();
  await expect(visitor.text(MADE)).toBeVisible();
  await visitor.button('Try again').click();
  await expect(rows(visitor)).toHaveCount(3);
  await expect(visitor.button(`Show ${ALIAS}`)).toBeVisible();
});

test('a program gets a key, which is shown once; the second factor is asked for; a revoked one leaves the list', async ({
  visitor,
  page,
  service,
}) => {
  severalAliases(service, 1);
  await openAliases(visitor, service);
  await visitor.text('Programs that may use your aliases').click();
  await expect(visitor.text(/^With an API key/)).toBeVisible();
  await visitor.button('New key').click();
  const name = page.getByLabel('Name of the program');
  await expect(name).toBeFocused();
  await expect(visitor.button('Create key')).toBeDisabled();
  await name.fill('Bitwarden');
  await expect(page.getByRole('radio', { name: 'Make aliases', exact: true })).toBeChecked();
  service.faults.fail('newKey', { status: 403, body: { code: 'insufficient_aal' } }, 1);
  await visitor.button('Create key').click();
  await expect(page.getByLabel('Code from your authenticator app')).toBeVisible();
  await visitor.button('Cancel').click();
  await visitor.button('New key').click();
  await name.fill('Bitwarden');
  await visitor.button('Create key').click();
  await expect(visitor.text('Copy the key now. It is not shown again.')).toBeFocused();
  await expect(visitor.text(/^veilpost\w{40}$/)).toBeVisible();
  await expect(visitor.text(service.origin)).toBeVisible();
  await visitor.button('Done').click();
  await expect(visitor.text(/^veilpost\w{40}$/)).toBeHidden();
  await visitor.button('Revoke Bitwarden').click();
  await expect(visitor.text(/^With an API key/)).toBeVisible();
  expect(service.owners.keys).toEqual([]);
});
