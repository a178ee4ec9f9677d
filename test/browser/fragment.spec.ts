/** A session in the fragment of the address, as the server's page leaves it there. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ALIAS, confirm, confirmedAlias, manage } from './owner.ts';
import type { StandIn } from './stand-in/stand-in.ts';
import { JANE, type Visitor } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const NEW = 'jane.new@example.org';
const EXPIRED = 'This link has expired or was already used.';

/** The owner requests the new address: both letters are out. */
async function askForChange(visitor: Visitor, service: StandIn, page: Page): Promise<void> {
  await manage(visitor, service);
  await visitor.button('Change address').click();
  await page.getByLabel('New address').fill(NEW);
  await page.keyboard.press('Enter');
  await expect(visitor.text('Please press the buttons in both mails.')).toBeVisible();
}

test("an owner whom the server's page has signed in is recognized by the fragment, which leaves the address bar", async ({
  visitor,
  page,
  service,
}) => {
  confirmedAlias(service);
  await page.goto(`/#${await service.owners.sessionFragment(JANE)}`);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.text(ALIAS)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  // A fragment older than two minutes was copied, or sent.
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

test('a fragment signs nobody out: a signed-in owner stays', async ({ visitor, page, service }) => {
  await confirm(visitor, service);
  const before = await page.evaluate(() => localStorage.getItem('veilpost.session'));
  await page.goto('about:blank');
  await page.goto(`/#${await service.owners.sessionFragment('mallory@example.org')}`);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.email).toHaveValue(JANE);
  expect(await page.evaluate(() => localStorage.getItem('veilpost.session'))).toBe(before);
});

test('a fragment with an error leads to a new letter', async ({ page }) => {
  await page.goto('/#error=access_denied&error_code=otp_expired');
  await expect(page.getByRole('dialog', { name: EXPIRED })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
});

test("O15 both links of an address change are opened in the owner's own browser: each names its step, and the alias is at the new address", async ({
  visitor,
  page,
  service,
}) => {
  await askForChange(visitor, service, page);
  const { auth } = service.owners;
  const redeem = async (to: string) => {
    const { link } = await service.owners.letterTo(to);
    return auth.browser().verifyOtp({ type: 'email_change', token_hash: link });
  };

  await redeem(JANE);
  await page.goto('about:blank');
  await page.goto('/#message=Confirmation+link+accepted');
  await expect(
    visitor.text('One of the two mails is answered. Now open the link in the other one.'),
  ).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');

  const { data } = await redeem(NEW);
  for (const row of service.table.of(JANE)) row.real_email = NEW;
  const { user: _, ...session } = data.session ?? {};
  const parts = Object.entries({ ...session, type: 'email_change_new' });
  await page.goto('about:blank');
  await page.goto(`/#${parts.map(([name, value]) => `${name}=${String(value)}`).join('&')}`);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.email).toHaveValue(NEW);
  expect(new URL(page.url()).hash).toBe('');
});

test('O15 the browser that requested an address change knows of it as soon as the new address is typed, wherever the links were opened', async ({
  visitor,
  page,
  service,
}) => {
  await askForChange(visitor, service, page);
  for (const to of [JANE, NEW]) {
    const { link } = await service.owners.letterTo(to);
    const phone = service.owners.auth.browser();
    await phone.verifyOtp({ type: 'email_change', token_hash: link });
  }
  // The real service knows the address of the session's user; the stand-in reads the token.
  for (const row of service.table.of(JANE)) {
    row.real_email = NEW;
    Object.assign(service.owners.stateOf(row), { confirmed: false, ticket: undefined });
  }
  await page.goto('about:blank');
  await page.goto('/');
  await visitor.email.fill(NEW);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.text('One step left: confirm your address')).toBeHidden();
});
