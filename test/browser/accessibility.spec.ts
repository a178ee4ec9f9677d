import { MESSAGES } from '#rules/messages.ts';
import { expect, test } from './fixtures.ts';

test('the whole way by keyboard alone, with the focus in sight; an invalid address has a message tied to its field; a busy control keeps the focus; the reason of a failed creation is in the form', async ({
  visitor,
  page,
  service,
}) => {
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  const tab = async () => {
    await keyboard.press('Tab');
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(
        document.activeElement ?? document.body,
      );
      return [outlineStyle, outlineWidth, outlineOffset];
    });
    expect(ring, await focused()).toEqual(['solid', '3px', '2px']);
  };
  await page.goto('/');
  await tab();
  await expect(visitor.email).toBeFocused();
  await keyboard.type('jane.doe@example');
  await keyboard.press('Enter');
  await expect(visitor.text(MESSAGES.invalidEmail)).toBeVisible();
  await expect(visitor.email).toHaveAccessibleDescription(MESSAGES.invalidEmail);
  await expect(visitor.email).toHaveAttribute('aria-invalid', 'true');
  await keyboard.type('.com');
  await expect.poll(() => service.count('lookUp')).toBe(1);
  await expect(visitor.email).toBeFocused();
  await keyboard.press('Enter');
  await expect(visitor.ready).toBeFocused();
  await tab();
  await expect(visitor.button('Copy address')).toBeFocused();
  await tab();
  expect(await focused()).toBe('Copy Alias');
  await tab();
  expect(await focused()).toBe('Send Test Mail');
  await keyboard.press('Enter');
  const { dialog } = visitor;
  await expect(dialog.getByLabel('Subject')).toBeFocused();
  await keyboard.type('Hello');
  await tab();
  await keyboard.type('Are you there?');
  await tab();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tab();
  await keyboard.press('Space');
  await expect(dialog).toBeHidden();
  await expect(visitor.button('Send Test Mail')).toBeFocused();
  await tab();
  await expect(visitor.forwarding).toBeFocused();
  await keyboard.press('Space');
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  await expect(visitor.forwarding).toBeFocused();
  await tab();
  await expect(visitor.back).toBeFocused();
  await keyboard.press('Enter');
  await expect(visitor.email).toBeFocused();

  const looked = service.count('lookUp');
  const made = service.faults.hold('insert');
  service.faults.fail('insert', { status: 400, body: { code: '23514' } });
  await visitor.email.fill('john@example.com');
  await expect.poll(() => service.count('lookUp')).toBe(looked + 1);
  await visitor.generate.press('Enter');
  await expect(visitor.button('Creating alias...')).toBeFocused();
  made();
  await expect(visitor.generate).toBeFocused();
  // A retry would not help.
  await expect(visitor.text(/^An alias cannot be created for this address/)).toBeVisible();
  await expect(visitor.button('Try again')).toBeHidden();
});
