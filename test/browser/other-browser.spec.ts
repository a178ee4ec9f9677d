/** A browser that is not the owner's, and its way to become the owner's. */

import { MESSAGES } from '#rules/messages.ts';
import { expect, test } from './fixtures.ts';
import { ALIAS, codeField, confirmedAlias, done, findHidden } from './owner.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const HIDDEN = 'This address already has an alias. Only its owner can see it here.';
const ON_ITS_WAY = `An email is on its way to ${JANE}. Open its link in this browser or enter the code here.`;
const YOURS = 'You manage this alias in this browser.';

test("another browser: locked without an alias, with the note and the toast, until another address is typed; with the emails used up the code of an earlier one can still be typed; 'Send me a link' sends an email and leads to the field for its code, which makes this browser the owner's and leads to the owner's side", async ({
  visitor,
  page,
  service,
}) => {
  confirmedAlias(service);
  await findHidden(visitor);
  await expect(visitor.button('Free plan limit reached')).toBeDisabled();
  await expect(page.getByRole('status').getByText(MESSAGES.planLimit)).toBeVisible();
  await expect(page.getByRole('main').getByText(MESSAGES.planLimit)).toBeVisible();
  await expect(visitor.text(HIDDEN)).toBeVisible();
  await expect(visitor.text(ALIAS)).toBeHidden();
  await expect(visitor.text('Your current alias:')).toBeHidden();
  await expect(codeField(visitor)).toBeHidden();
  // On a slow machine the look-up of the typed address precedes them.
  const calls = service.calls.map(({ call }) => call);
  expect(calls.slice(-3)).toEqual(['exists', 'insert', 'lookUp']);
  // Enter in the field gives the reason.
  await page.getByRole('status').filter({ hasText: MESSAGES.planLimit }).press('Escape');
  await expect(page.getByRole('status').getByText(MESSAGES.planLimit)).toBeHidden();
  await visitor.email.press('Enter');
  await expect(page.getByRole('status').getByText(MESSAGES.planLimit)).toBeVisible();

  await visitor.email.fill('ann@example.com');
  await expect(visitor.text(HIDDEN)).toBeHidden();
  await expect(visitor.generate).toBeEnabled();
  await expect(visitor.text('An address to give out instead of yours')).toBeVisible();

  await visitor.email.fill(JANE);
  await visitor.submit();
  await expect(visitor.text(HIDDEN)).toBeVisible();
  service.faults.fail('otp', { status: 429, headers: { 'Retry-After': '3600' } }, 1);
  await visitor.button('Send me a link').click();
  await expect(visitor.text(/^An email was already sent to this address today/)).toBeVisible();
  await expect(codeField(visitor)).toBeVisible();
  await visitor.button('Send me a link').press('Enter');
  await expect(visitor.text(ON_ITS_WAY)).toBeVisible();
  await expect(codeField(visitor)).toBeFocused();
  await page.keyboard.type((await service.owners.letterTo(JANE)).code);
  await expect(visitor.text('Your current alias:')).toBeVisible();
  await expect(visitor.text(ALIAS)).toBeVisible();
  await expect(visitor.text(YOURS)).toBeVisible();
  await expect(page.locator(':focus')).toContainText(YOURS);
  await expect(done(visitor)).toBeHidden();
  await expect(visitor.email).toHaveValue(JANE);
});
