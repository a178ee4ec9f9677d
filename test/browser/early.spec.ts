/** What a visitor on a slow network does before the script of the page has come. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

/** Opens the page without its script. @returns a function that lets the script come */
async function openSlowly(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  return resolve;
}

test('Enter before the page was ready is not lost: the alias is made', async ({
  visitor,
  page,
  service,
}) => {
  const come = await openSlowly(page);
  await visitor.email.pressSequentially(JANE);
  await visitor.email.press('Enter');
  come();
  await expect(visitor.ready).toBeVisible();
  expect(service.table.rows.map(({ real_email }) => real_email)).toEqual([JANE]);
});

test('an address that was typed on after Enter is not submitted', async ({
  visitor,
  page,
  service,
}) => {
  const come = await openSlowly(page);
  await visitor.email.pressSequentially('jane.doe@example.co');
  await visitor.email.press('Enter');
  await visitor.email.pressSequentially('m');
  come();
  await expect.poll(() => service.calls.map(({ call }) => call)).toEqual(['lookUp']);
  await expect(visitor.generate).toBeEnabled();
  expect(service.count('insert')).toBe(0);
});
