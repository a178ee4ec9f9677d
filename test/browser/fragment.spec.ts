/** A session in the fragment of the address, as a page of the server leaves it there. */

import { expect, test } from './fixtures.ts';
import { ALIAS, confirm, confirmedAlias } from './owner.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const EXPIRED = 'This link has expired or was already used.';

test('an owner whom a page of the server has signed in is known by the fragment, which leaves the address bar', async ({
  visitor,
  page,
  service,
}) => {
  confirmedAlias(service);
  await page.goto(`/#${await service.owners.sessionFragment(JANE)}`);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.text(ALIAS)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  // One that is older than two minutes was copied, or sent.
  await page.evaluate(() => localStorage.clear());
  const stale = (await service.owners.sessionFragment(JANE)).replace(
    /expires_at=(\d+)/,
    (_, at: string) => `expires_at=${Number(at) - 121}`,
  );
  await page.goto('about:blank');
  await page.goto(`/#${stale}`);
  await expect(page.getByRole('dialog', { name: EXPIRED })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('veilpost.session'))).toBeNull();
});

test('nobody is signed out by a fragment: whoever is signed in stays', async ({
  visitor,
  page,
  service,
}) => {
  await confirm(visitor, service);
  const before = await page.evaluate(() => localStorage.getItem('veilpost.session'));
  await page.goto('about:blank');
  await page.goto(`/#${await service.owners.sessionFragment('mallory@example.org')}`);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.email).toHaveValue(JANE);
  expect(await page.evaluate(() => localStorage.getItem('veilpost.session'))).toBe(before);
});

test('a fragment that tells of a failure leads to a new letter', async ({ page }) => {
  await page.goto('/#error=access_denied&error_code=otp_expired');
  await expect(page.getByRole('dialog', { name: EXPIRED })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
});
