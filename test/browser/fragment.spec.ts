/** A session in the fragment of the address, as the server's page leaves it there. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ALIAS, confirmedAlias, manageSignIn } from './owner.ts';
import type { StandIn } from './stand-in/stand-in.ts';
import { JANE, type Visitor } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const NEW = 'jane.new@example.org';
const EXPIRED = 'This link has expired or was already used.';

/** The owner requests the new address: both emails are sent, and the field for the code is visible. */
async function askForChange(visitor: Visitor, service: StandIn, page: Page): Promise<void> {
  await manageSignIn(visitor, service);
  await visitor.button('Change address').click();
  await expect(visitor.button('Change address').last()).toBeDisabled();
  await page.getByLabel('New address').fill(NEW);
  await page.keyboard.press('Enter');
  await expect(visitor.text(/^Open the link in the email to your current/)).toBeVisible();
}

test("an owner whom the server's page has signed in is recognized by the fragment, which leaves the address bar; an error in it is reported", async ({
  visitor,
  page,
  service,
}) => {
  confirmedAlias(service);
  await page.goto(`/#${await service.owners.sessionFragment(JANE)}`);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.text(ALIAS)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await visitor.visitAgain('/#error=access_denied&error_code=otp_expired');
  await expect(page.getByRole('dialog', { name: EXPIRED })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
});

/** The email to the current address is answered, in some browser. */
async function agree(service: StandIn): Promise<void> {
  const { link } = await service.owners.letterTo(JANE);
  await service.owners.auth.browser().verifyOtp({ type: 'email_change', token_hash: link });
}

async function typeCode(service: StandIn, page: Page): Promise<void> {
  const { code } = await service.owners.letterTo(NEW);
  await page.getByLabel(`Code from the email to ${NEW}`).fill(code);
}

test("a new address with an alias is rejected; the email to the current address first, then the code in 'Change address': the alias is at the new address, and so is the session", async ({
  visitor,
  page,
  service,
}) => {
  await askForChange(visitor, service, page);
  const taken = { code: 422, error_code: 'email_exists', msg: 'No.' };
  service.faults.fail('auth', { status: 422, body: taken }, 1);
  await visitor.button('Change address').last().click();
  await expect(visitor.text('This address already has an alias.')).toBeVisible();
  await agree(service);
  await visitor.visitAgain('/#message=Confirmation+link+accepted');
  await expect(
    visitor.text(/^The change was approved from your current address\. Now enter the code/),
  ).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');

  // Also after a new visit the field is there.
  await visitor.email.fill(JANE);
  await visitor.text('Manage this alias').click();
  await visitor.text('Sign-in').click();
  await visitor.button('Change address').first().click();
  await page.getByLabel(`Code from the email to ${NEW}`).fill('000 00');
  await typeCode(service, page);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.email).toHaveValue(NEW);
  await page.reload();
  await visitor.email.fill(NEW);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
});

test('the code first, after a wrong one that is reported: this browser knows of the change as soon as the new address is typed, and stays signed in when the link to the old address is used, here or elsewhere', async ({
  visitor,
  page,
  service,
}) => {
  await askForChange(visitor, service, page);
  const field = page.getByLabel(`Code from the email to ${NEW}`);
  const { code } = await service.owners.letterTo(NEW);
  await field.fill(code === '000000' ? '000001' : '000000');
  await expect(visitor.text('This code is wrong or has expired.')).toBeVisible();
  await expect(field).toHaveValue('');
  await typeCode(service, page);
  await expect(visitor.text(/^Now open the link in the email to your current/)).toBeVisible();
  await expect(field).toBeHidden();
  await agree(service);
  // The real service knows the address of the session's user; the stand-in reads the token.
  service.owners.move(JANE, NEW);
  for (const row of service.table.of(NEW)) {
    Object.assign(service.owners.stateOf(row), { confirmed: false, ticket: undefined });
  }
  await visitor.visitAgain();
  await visitor.email.fill(NEW);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.text('One step left: confirm your address')).toBeHidden();
  await visitor.visitAgain('/#message=Email+address+changed');
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.email).toHaveValue(NEW);
});
