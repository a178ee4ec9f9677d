/** Several aliases of one owner: which of them the page shows, and when it shows the specified screen. */

import { expect, test } from './fixtures.ts';
import { ALIAS, aliasRows, inWindow, openAliases, openSignedIn, severalAliases } from './owner.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

test("an owner who may have one alias sees the specified screen, and one who may have several the result without a word about an upgrade, with 'New alias' seen at once on a phone; it makes one alias, which the page shows and reads out first, even if the script of the list did not arrive, which is asked for again", async ({
  visitor,
  page,
  service,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  severalAliases(service, 1, 1);
  await page.route(/assets\/aliases-/, (route) => route.abort(), { times: 1 });
  await openSignedIn(visitor, service);
  await visitor.button('Show my alias').click();
  await expect.poll(() => service.count('list')).toBe(1);
  await expect(visitor.text('Free plan limit reached')).toBeVisible();
  await expect(visitor.text('Your aliases')).toBeHidden();

  service.owners.most = 2;
  await visitor.returnToTab();
  await expect(visitor.ready).toBeFocused();
  await expect(visitor.text('Upgrade coming soon for multiple aliases.')).toBeHidden();
  await expect(visitor.text('Free plan limit reached')).toBeHidden();
  await expect(visitor.text(/^The server cannot be reached/)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  const make = visitor.button('New alias');
  await expect(make).toBeInViewport({ ratio: 1 });
  const answer = service.faults.hold('make');
  await make.click();
  const busy = visitor.button('Creating...');
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  await busy.press('Enter');
  answer();
  await expect(visitor.text('Your alias has been generated!')).toBeVisible();
  await expect(visitor.ready).toBeFocused();
  expect(service.count('make')).toBe(1);
  await expect(inWindow(visitor, service.table.rows[1]?.alias_email ?? '')).toBeVisible();
  await visitor.button('Try again').click();
  await expect(aliasRows(visitor)).toHaveCount(2);
  await expect(visitor.button(`Show ${ALIAS}`)).toBeVisible();
  await page.reload();
  await expect(make).toBeDisabled();
  await expect(visitor.text('Upgrade coming soon for multiple aliases.')).toBeHidden();
});

test('an owner with more aliases than the number keeps all, and makes none; one that someone made and the owner keeps joins the list at once; one that is gone leaves when the owner looks at the page, and a new one comes; a search ends with its field; after another tab has signed in another owner, the page shows neither those aliases nor these', async ({
  visitor,
  page,
  service,
}) => {
  const [first, , second] = severalAliases(service, 4, 1);
  if (!first) throw new Error('There are four aliases.');
  Object.assign(service.owners.stateOf(first), { unasked: true, confirmed: false });
  await openAliases(visitor, service);
  await expect(aliasRows(visitor)).toHaveCount(3);
  await visitor.button('Keep it').click();
  await expect(aliasRows(visitor)).toHaveCount(4);
  await expect(visitor.text('4 of 1')).toBeVisible();
  await expect(visitor.button('New alias')).toBeDisabled();

  const toast = page.locator('.toast').getByText(/^Your alias was deleted/);
  await page.getByLabel('Search').fill('alias-48');
  await expect(visitor.text('3 of 4 aliases found')).toBeVisible();
  await visitor.button(`Show ${service.table.rows.pop()?.alias_email}`).click();
  await visitor.returnToTab();
  await expect(toast).toBeVisible();
  await expect(page.getByLabel('Search')).toBeHidden();
  await expect(aliasRows(visitor)).toHaveCount(3);
  await expect(visitor.text(/ aliases found$/)).toBeHidden();
  await expect(inWindow(visitor, second?.alias_email ?? '')).toBeVisible();
  const made = service.table.put({ real_email: JANE, alias_email: 'alias-9000@veilpost.example' });
  service.owners.stateOf(made).confirmed = true;
  await visitor.returnToTab();
  await expect(visitor.text('4 of 1')).toBeVisible();
  await expect(inWindow(visitor, second?.alias_email ?? '')).toBeVisible();

  const john = { real_email: 'john@example.org', alias_email: 'alias-9001@veilpost.example' };
  service.owners.stateOf(service.table.put(john)).confirmed = true;
  const session = await service.owners.session(john.real_email);
  await page.evaluate((kept) => localStorage.setItem('veilpost.session', kept), session);
  await visitor.returnToTab();
  await expect(visitor.text('You were signed out. Nothing was changed.')).toBeVisible();
  await expect(page.locator('main .recessed')).toBeHidden();
  await expect(visitor.text('Your aliases')).toBeHidden();
});

test("a double click on 'New alias' makes one alias, however quick the answer is; one on a row shows its alias, and does not switch it although the page has moved under the pointer; the next click counts", async ({
  visitor,
  service,
}) => {
  severalAliases(service, 1);
  await openAliases(visitor, service);
  const make = visitor.button('New alias');
  await make.click();
  await expect(aliasRows(visitor)).toHaveCount(2);
  await make.dispatchEvent('click', { detail: 2 });
  await make.click();
  await expect(aliasRows(visitor)).toHaveCount(3);
  expect(service.count('make')).toBe(2);

  const [oldest] = service.table.rows;
  await visitor.button(`Show ${ALIAS}`).click();
  await expect(inWindow(visitor, ALIAS)).toBeVisible();
  await visitor.forwarding.first().dispatchEvent('click', { detail: 2 });
  await visitor.forwarding.first().click();
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  await expect.poll(() => oldest?.active).toBe(false);
  expect(service.count('update')).toBe(1);
});

test("another tab begins another owner's session: no action of this page reaches that owner's account, aliases or keys, and the page says that its session has ended", async ({
  visitor,
  page,
  service,
}) => {
  severalAliases(service, 2);
  const made_at = '2026-11-03T10:00:00Z';
  service.owners.keys.push({ id: '1', name: 'App', scope: 'create', made_at, used_on: null });
  const bobs = await service.owners.session('bob@example.org');
  const keys = async () => {
    await visitor.text('Apps that can use your aliases').click();
    await visitor.button('Revoke App').waitFor();
  };
  for (const [unfold, press] of [
    [async () => undefined, () => visitor.button('New alias').click()],
    [
      async () => {
        await visitor.text('Manage this alias').click();
        await visitor.button('Delete everything about me').click();
      },
      () => visitor.button('Delete everything').click(),
    ],
    [
      async () => {
        await keys();
        await visitor.button('Revoke App').click();
      },
      () => visitor.button('Revoke').click(),
    ],
    [
      async () => {
        await keys();
        await visitor.button('New key').click();
        await page.getByLabel('Name of the app').fill('Bitwarden');
      },
      () => visitor.button('Create key').click(),
    ],
  ] as const) {
    await openAliases(visitor, service);
    await unfold();
    await page.evaluate((session) => localStorage.setItem('veilpost.session', session), bobs);
    const before = service.calls.length;
    await press();
    await expect(visitor.text(/^You were signed out/)).toBeVisible();
    const calls = service.calls.slice(before).map(({ call }) => call);
    for (const call of calls) expect(['lookUp', 'unasked']).toContain(call);
  }
});
