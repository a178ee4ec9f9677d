/** Requests for an email and their responses, in any order. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { codeField, done } from './owner.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const USED_UP = { status: 429, headers: { 'Retry-After': '3600' } };

/** Resolves when the page has handled the next response to a request for an email, which `release` delivers. */
async function answered(page: Page, release: () => void): Promise<void> {
  const coming = page.waitForResponse((answer) => answer.url().endsWith('/auth/v1/otp'));
  release();
  await (await coming).finished();
  // Tasks of the page run in their order.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

test('a late response to an earlier email changes nothing after a newer one was sent', async ({
  visitor,
  page,
  service,
}) => {
  const first = service.faults.hold('otp');
  await visitor.createAlias(JANE);
  await expect.poll(() => service.count('otp')).toBe(1);
  const second = service.faults.hold('otp');
  await visitor.button('Send the email again').click();
  await expect.poll(() => service.count('otp')).toBe(2);
  second();
  await expect(visitor.text('The email was sent again.')).toBeVisible();
  service.faults.fail('otp', USED_UP);
  await answered(page, first);
  await expect(visitor.text(/^An email was already sent to this address today/)).toBeHidden();
  await expect(visitor.text('The email was sent again.')).toBeVisible();
});

test("the rejection of one address is not shown for another one; an address that is typed while an email to another one is being sent is not taken for its recipient; 'Send a new link' leads to the field for the code", async ({
  visitor,
  page,
  service,
}) => {
  await page.goto(`/#confirm=${'x'.repeat(43)}`);
  // The title takes the focus once.
  await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused();
  await visitor.button('Yes, this is my address').press('Enter');
  const field = page.getByLabel('Your email');
  service.faults.fail('otp', { status: 400, body: { error_code: 'email_address_invalid' } }, 1);
  await field.fill('jane@wrong.example');
  await visitor.button('Send a new link').click();
  await expect(visitor.text(/^The mail server of wrong\.example does not accept/)).toBeVisible();
  await field.fill(JANE);
  await expect(visitor.text(/^The mail server of/)).toBeHidden();

  service.calls.length = 0;
  const answer = service.faults.hold('otp');
  await field.fill('jane@wrong.example');
  await visitor.button('Send a new link').click();
  await expect.poll(() => service.count('otp')).toBe(1);
  await field.fill(JANE);
  service.faults.fail('otp', { status: 204 }, 1);
  await answered(page, answer);
  await expect(field).toHaveValue(JANE);
  await field.press('Enter');
  await expect(visitor.text(/^If jane\.doe@example\.com has an alias/)).toBeVisible();
  await expect(codeField(visitor)).toBeFocused();
  const asked = service.calls.filter(({ call }) => call === 'otp').map(({ body }) => body);
  expect(asked).toMatchObject([{ email: 'jane@wrong.example' }, { email: JANE }]);
});

test("while a code is being redeemed a look-up does not mistake the visitor's own confirmation for another browser's; a visitor who is elsewhere on the page then keeps the focus when the step ends", async ({
  visitor,
  page,
  service,
}) => {
  await visitor.createAlias(JANE);
  const { code } = await service.owners.letterTo(JANE);
  const redeemed = service.faults.hold('verify');
  await codeField(visitor).fill(code);
  await expect.poll(() => service.count('verify')).toBe(1);
  // The server has confirmed the address; its answer is still on its way.
  service.owners.confirm(JANE);
  const looked = page.waitForResponse((answer) => answer.url().includes('real_email=eq.'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await looked).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(visitor.text(/^Your address was confirmed in another browser/)).toBeHidden();
  await visitor.back.focus();
  redeemed();
  await expect(done(visitor)).toBeVisible();
  await expect(visitor.back).toBeFocused();
});
