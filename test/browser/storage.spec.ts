/** A browser whose storage is full or refused does what it can: the session then ends with the tab, or is not kept. */

import { expect, test } from './fixtures.ts';
import { ageToken, ALIAS, codeField, confirm, done, openLink } from './owner.ts';
import { fillStorage, refuseStorage } from './storage.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const YOURS = 'You manage this alias in this browser.';

test("with full storage an alias is made, known to be made here, and confirmed; the session ends with the tab; the question of a link is answered by 'Yes', and the server's page signs in", async ({
  visitor,
  page,
  service,
}) => {
  await fillStorage(page, ['localStorage']);
  await visitor.createAlias(JANE);
  await visitor.forwarding.click();
  await expect.poll(() => service.count('update')).toBe(1);
  const tickets = (['insert', 'update'] as const).map(
    (name) => service.calls.find(({ call }) => call === name)?.headers['x-alias-ticket'],
  );
  expect(tickets[0]).toMatch(/^[\w-]{43}$/);
  expect(tickets[1]).toBe(tickets[0]);
  await codeField(visitor).fill((await service.owners.letterTo(JANE)).code);
  await expect(done(visitor)).toBeVisible();
  await expect(visitor.text(YOURS)).toBeVisible();
  const kept = await page.evaluate(() => sessionStorage.getItem('veilpost.session'));
  expect(kept).toContain('access_token');

  await page.evaluate(() => sessionStorage.clear());
  service.table.rows.length = 0;
  service.table.put({ real_email: JANE, alias_email: ALIAS });
  await openLink(visitor, service);
  await visitor.button('Yes, this is my address').click();
  await expect(done(visitor)).toBeVisible();
  await expect(visitor.text(YOURS)).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.goto(`/#${await service.owners.sessionFragment(JANE)}`);
  await expect(visitor.text(YOURS)).toBeVisible();
});

test('a session that ends with the tab is never put elsewhere, and without any room it is not kept: the screen says so', async ({
  visitor,
  page,
  service,
}) => {
  await fillStorage(page, ['sessionStorage']);
  const row = service.table.put({ real_email: JANE, alias_email: ALIAS });
  await openLink(visitor, service);
  await page.getByLabel('Do not keep me signed in here').check();
  await visitor.button('Yes, this is my address').click();
  await expect(
    visitor.text(/^Your address is confirmed\. This browser does not keep/),
  ).toBeVisible();
  expect(service.owners.stateOf(row).confirmed).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('veilpost.session'))).toBeNull();
});

test('a token that is renewed while storage is full replaces the earlier one', async ({
  visitor,
  page,
  service,
}) => {
  await confirm(visitor, service);
  await ageToken(visitor, service);
  await fillStorage(page, ['localStorage']);
  await page.goto('about:blank');
  await page.goto('/');
  await visitor.email.fill(JANE);
  await expect(visitor.text(YOURS)).toBeVisible();
  const renewals = service.calls.filter(({ path }) => path === '/auth/v1/token');
  expect(renewals).toHaveLength(1);
  const kept = await page.evaluate(() => [
    localStorage.getItem('veilpost.session'),
    sessionStorage.getItem('veilpost.session'),
  ]);
  expect(kept).toEqual([null, expect.stringContaining('access_token')]);
});

test('a browser that refuses its storage confirms the address, and reports that it cannot manage the alias', async ({
  visitor,
  page,
  service,
}) => {
  await refuseStorage(page);
  await visitor.createAlias(JANE);
  await codeField(visitor).fill((await service.owners.letterTo(JANE)).code);
  await expect(
    visitor.text(/^Your address is confirmed\. This browser does not keep/),
  ).toBeVisible();
  const [row] = service.table.rows;
  expect(row && service.owners.stateOf(row).confirmed).toBe(true);
});
