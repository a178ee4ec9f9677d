/** A new alias with confirmed addresses, and the remaining step, text for text. */

import { expect, test } from './fixtures.ts';
import { codeField, done, expectHeld } from './owner.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const ONE_STEP = 'One step left: confirm your address';

test('a new alias: the remaining step is below all else, an email was requested; a reload finds it again, and a page that is opened in the same browser shows it below the locked form, without a second email', async ({
  visitor,
  page,
  service,
}) => {
  const top = async (text: string) => (await visitor.text(text).boundingBox())?.y ?? Number.NaN;
  const foot = async () => (await page.getByRole('contentinfo').boundingBox())?.y ?? Number.NaN;
  await page.setViewportSize({ width: 1000, height: 2000 });
  await visitor.createAlias(JANE);
  await expect(page.getByRole('heading', { name: ONE_STEP })).toBeVisible();
  await expect(
    visitor.text(
      `We sent an email to ${JANE}. Open the link in it to start forwarding. Until then, senders are asked to try again later.`,
    ),
  ).toBeVisible();
  await expect(codeField(visitor)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(visitor)).toHaveAttribute('inputmode', 'numeric');
  await expect(visitor.button('Confirm')).toBeDisabled();
  await expect.poll(() => service.count('otp')).toBe(1);
  const [insert, otp] = (['insert', 'otp'] as const).map((name) =>
    service.calls.find(({ call }) => call === name),
  );
  expect(otp?.body).toEqual({ email: JANE, create_user: true });
  expect(await top(ONE_STEP)).toBeGreaterThan(await top('Back to main screen'));
  expect(await foot()).toBeGreaterThan(await top('Send the email again'));

  await page.reload();
  await expect(visitor.ready).toBeVisible();
  await expect(page.getByRole('heading', { name: ONE_STEP })).toBeVisible();
  await visitor.visitAgain();
  await visitor.email.fill(JANE);
  await visitor.text('Your current alias:').waitFor();
  await visitor.text(ONE_STEP).waitFor();
  expect(await top(ONE_STEP)).toBeGreaterThan(
    await top('Free users can only generate one alias. Upgrade coming soon!'),
  );
  expect(await foot()).toBeGreaterThan(await top('Send the email again'));
  expect(service.count('otp')).toBe(1);
  const ticket = insert?.headers['x-alias-ticket'];
  expect(ticket).toMatch(/^[\w-]{43}$/);
  expect(service.calls.at(-1)?.headers['x-alias-ticket']).toBe(ticket);
});

test('too soon for another email: the seconds are counted down, and the line disappears with the last one; a remote server that rejects the email is named; a wrong code is reported, and the next key begins a new one; the sixth digit of the right one submits, blanks do not count, meanwhile no other one is taken and no email sent, and the postmark is stamped; each change is in a live region', async ({
  visitor,
  page,
  service,
}) => {
  const postmark = page.locator('.postmark');
  const live = page.locator('[aria-live=polite], [role=status], [role=alert]');
  const says = (text: string) => expect(live.filter({ hasText: text }).first()).toBeVisible();
  await visitor.stopClock();
  await visitor.createAlias(JANE);
  await says(ONE_STEP);
  const again = visitor.button('Send the email again');
  service.faults.fail('otp', { status: 429, headers: { 'Retry-After': '2' } }, 1);
  await again.click();
  await says('Please wait 2 seconds.');
  await visitor.pass(1000);
  await says('Please wait 1 seconds.');
  await visitor.pass(1000);
  await expect(visitor.text(/^Please wait/)).toBeHidden();
  service.faults.fail('otp', { status: 400, body: { error_code: 'email_address_invalid' } }, 1);
  await again.click();
  await says('The mail server of example.com does not accept');
  await again.click();
  await expect(visitor.text('The email was sent again.')).toBeVisible();
  await expect(visitor.text(/^The mail server of/)).toBeHidden();
  const { code } = await service.owners.letterTo(JANE);
  await codeField(visitor).pressSequentially(code === '000000' ? '000001' : '000000');
  await says('This code is wrong or has expired.');
  await expect(codeField(visitor)).toBeFocused();
  await expect(postmark).toBeHidden();
  const answer = service.faults.hold('verify');
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(visitor.button('Confirm')).toHaveAttribute('aria-busy', 'true');
  await expect(codeField(visitor)).toHaveAttribute('aria-disabled', 'true');
  await expectHeld(again);
  // A visitor who is elsewhere on the page keeps the focus when the step ends.
  await visitor.back.focus();
  answer();
  await expect(done(visitor)).toBeVisible();
  await expect(visitor.back).toBeFocused();
  await says('Done. Mail to your alias is now forwarded.');
  await expect(postmark).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Done. Mail to your alias is'),
  ).toBeVisible();
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.text(ONE_STEP)).toBeHidden();
});
