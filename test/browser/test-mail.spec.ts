import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { expectFocusInDialog } from './dialog-focus.ts';
import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test('the dialog has the texts of the specification, keeps the focus and returns it to its button, and sends only a complete message, by Enter too; its error is inside it, below the message, covers nothing of it and moves nothing there; the receipt is shown, but not under the banner of a disabled alias; a text that is as long as it may be says so; the page under the dialog does not scroll, and keeps its place beside a scrollbar', async ({
  visitor,
  service,
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 1200 });
  await visitor.createAlias(JANE);
  await visitor.button('Send Test Mail').click();
  const { dialog } = visitor;
  const to = dialog.getByLabel('To');
  await expect(dialog.getByRole('heading', { name: 'Send Test Mail' })).toBeVisible();
  await expect(to).toHaveValue(service.table.rows[0]?.alias_email ?? '');
  await expect(to).not.toBeEditable();
  await expect(dialog.getByLabel('Subject')).toBeFocused();
  await expectFocusInDialog(page, 8);
  await expect(dialog.getByText('Rate limit')).toBeHidden();
  const send = dialog.getByRole('button', { name: 'Send Test Mail' });
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Subject').fill('Hello');
  await dialog.getByLabel('Message').fill('   ');
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Message').fill('There');
  await expect(send).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(visitor.button('Send Test Mail')).toBeFocused();
  await visitor.button('Send Test Mail').click();
  await expect(dialog.getByLabel('Subject')).toHaveValue('Hello');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await visitor.button('Send Test Mail').click();
  await dialog.getByLabel('Message').fill('');
  await dialog.getByLabel('Subject').press('Enter');
  expect(service.count('testMail')).toBe(0);
  await dialog.getByLabel('Message').fill('Are you there?');
  const answer = service.faults.hold('testMail');
  await dialog.getByLabel('Subject').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  answer();
  await expect(visitor.text(ALIAS_MESSAGES.testMailSent)).toBeVisible();
  expect(service.calls.findLast(({ call }) => call === 'testMail')?.body).toEqual({
    alias_id: service.table.rows[0]?.id,
    subject: 'Hello',
    message: 'Are you there?',
  });
  const receipt = visitor.text('Delivered to mx.example.com over TLS\u00a01.3 in 640\u00a0ms');
  await expect(receipt).toBeVisible();
  await visitor.forwarding.click();
  await expect(visitor.text('Alias is disabled - emails will not be forwarded')).toBeVisible();
  await expect(receipt).toBeHidden();
  await visitor.forwarding.click();
  await expect(receipt).toBeVisible();

  await visitor.sendTestMail();
  await expect(dialog.getByText('Rate limit: 1 test mail per minute')).toBeVisible();
  const toast = dialog.getByRole('status').getByText(/^Please wait \d+ seconds/);
  await expect(toast).toBeVisible();
  const sheet = await dialog.boundingBox();
  const told = await toast.boundingBox();
  expect(told?.y).toBeGreaterThan(sheet?.y ?? 1200);
  const title = await dialog.getByRole('heading').boundingBox();
  expect((title?.y ?? 0) - (sheet?.y ?? 0), 'the space above the title').toBe(32);
  // A toast from before the dialog opened stays where it was.
  expect(await dialog.getByText(ALIAS_MESSAGES.testMailSent).count()).toBe(0);
  const message = await dialog.getByLabel('Message').boundingBox();
  const below = await send.boundingBox();
  expect(told?.y).toBeGreaterThanOrEqual((message?.y ?? 1200) + (message?.height ?? 0));
  expect((told?.y ?? 1200) + (told?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);

  await dialog.getByLabel('Subject').fill('x'.repeat(199));
  await expect(dialog.getByText(/characters at most/)).toHaveCount(0);
  await dialog.getByLabel('Subject').press('y');
  await expect(dialog.getByText('Subject: 200 characters at most.')).toBeVisible();
  await dialog.getByLabel('Message').fill('x'.repeat(10_000));
  await expect(dialog.getByText('Message: 10,000 characters at most.')).toBeVisible();

  await page.setViewportSize({ width: 1000, height: 400 });
  await expect(page.locator('html')).toHaveCSS('scrollbar-gutter', 'stable');
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(20, 20);
  await page.mouse.wheel(0, 200);
  // After a frame the wheel event has been handled.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
});
