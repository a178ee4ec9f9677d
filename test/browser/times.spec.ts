/** Each time of the specification (section 9), at its limits. */

import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { MESSAGES } from '#rules/messages.ts';
import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test('the toast of a new alias comes when the flap has folded, 240 ms late, and stays 4000 ms from then; under the pointer and under focus its time is paused', async ({
  visitor,
  page,
}) => {
  await visitor.stopClock();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visitor.createAlias(JANE);
  const toast = visitor.text(MESSAGES.created);
  const delay = page.getByRole('status').filter({ has: toast });
  await expect(delay).toHaveCSS('animation-delay', '0.24s');
  await visitor.pass(4239);
  await expect(toast).toBeVisible();
  await visitor.pass(1);
  await expect(toast).toBeHidden();
  // Without a folding flap the wait is skipped.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitor.back.click();
  await visitor.email.fill('john@example.com');
  await visitor.submit();
  await visitor.ready.waitFor();
  await expect(delay).toHaveCSS('animation-name', 'none');
  await visitor.pass(3000);
  await visitor.pointAt(toast);
  await visitor.pass(60_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 700);
  await visitor.pass(999);
  await expect(toast).toBeVisible();
  await delay.focus();
  await visitor.pass(60_000);
  await expect(toast).toBeVisible();
  await visitor.ready.focus();
  await visitor.pass(1);
  await expect(toast).toBeHidden();
});

test('the copy button reads Copied! for 2000 ms after the last copy; a test mail shows Sending... for 1500 ms, then the dialog closes and its fields clear; before the next one the seconds of the wait are counted down; a simulated one takes 1500 ms, too, and no call', async ({
  visitor,
  page,
  service,
}) => {
  await visitor.stopClock();
  await visitor.createAlias(JANE);
  await visitor.button('Copy Alias').click();
  await expect(visitor.button('Copied!')).toBeVisible();
  await visitor.pass(1999);
  await visitor.button('Copied!').click();
  // Writes to the clipboard end in their order: after this one the click's has ended, too.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await visitor.pass(1999);
  await expect(visitor.button('Copied!')).toBeVisible();
  await visitor.pass(1);
  await expect(visitor.button('Copy Alias')).toBeVisible();

  await visitor.sendTestMail();
  await expect(visitor.button('Sending...')).toBeVisible();
  await expect.poll(() => service.count('testMail')).toBe(1);
  await visitor.pass(1499);
  await expect(visitor.button('Sending...')).toBeVisible();
  await visitor.pass(1);
  await expect(visitor.dialog).toBeHidden();
  await expect(visitor.text(ALIAS_MESSAGES.testMailSent)).toBeVisible();
  await expect(visitor.text(/^Delivered to/)).toBeVisible();
  await visitor.button('Send Test Mail').click();
  for (const field of ['Subject', 'Message'])
    await expect(visitor.dialog.getByLabel(field, { exact: true })).toHaveValue('');
  await page.keyboard.press('Escape');

  await visitor.sendTestMail();
  const wait = (seconds: number) =>
    visitor.text(`Please wait ${seconds} seconds before sending another test mail.`);
  await expect(wait(60)).toBeVisible();
  await expect(page.locator('[data-kind=warning]', { has: wait(60) })).toBeVisible();
  await visitor.pass(1000);
  await expect(wait(59)).toBeVisible();
  expect(service.count('testMail')).toBe(1);

  service.config.testMail = 'simulated';
  await page.goto('about:blank');
  await visitor.createAlias('john@example.com');
  await visitor.sendTestMail();
  await expect(visitor.button('Sending...')).toBeVisible();
  await visitor.pass(1499);
  await expect(visitor.button('Sending...')).toBeVisible();
  await visitor.pass(1);
  await expect(visitor.dialog).toBeHidden();
  await expect(visitor.text(ALIAS_MESSAGES.testMailSent)).toBeVisible();
  await expect(visitor.text(/^Delivered to/)).toBeHidden();
  expect(service.count('testMail')).toBe(1);
});
