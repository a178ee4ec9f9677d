/** Rows of the specification's error catalogue (section 8), of which a page tells more than its state does. */

import type { Locator } from '@playwright/test';
import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { MESSAGES } from '#rules/messages.ts';
import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

const kindOf = (toast: Locator) =>
  toast.evaluate((text) => text.closest<HTMLElement>('.toast')?.dataset.kind);

test('an invalid address has a message tied to its field, an empty one does not; a creation that fails, and a test mail to an alias that is off elsewhere, are errors in an alert, and what was typed stays', async ({
  visitor,
  page,
  service,
}) => {
  const { faults } = service;
  await page.goto('/');
  await visitor.email.fill('jane.doe@example');
  await expect(visitor.text(MESSAGES.invalidEmail)).toBeVisible();
  await expect(visitor.email).toHaveAccessibleDescription(MESSAGES.invalidEmail);
  await expect(visitor.email).toHaveAttribute('aria-invalid', 'true');
  await expect(visitor.generate).toBeDisabled();
  await visitor.email.fill('');
  await visitor.email.blur();
  await expect(visitor.text(MESSAGES.invalidEmail)).toBeHidden();
  await visitor.email.fill('jane');
  await visitor.email.press('Enter');
  await expect(visitor.text(MESSAGES.invalidEmail)).toBeVisible();
  expect(service.calls, 'no look-up').toEqual([]);

  await visitor.email.fill(JANE);
  faults.fail('insert', { status: 500 }, 1);
  await visitor.submit();
  const failed = page.getByRole('alert').getByText(MESSAGES.creationFailed, { exact: true });
  await expect(failed).toBeVisible();
  expect(await kindOf(failed)).toBe('error');
  await expect(visitor.email).toHaveValue(JANE);
  await visitor.submit();
  await expect(visitor.ready).toBeVisible();

  faults.fail('testMail', { status: 409, body: { code: 'alias_disabled' } });
  await visitor.sendTestMail();
  const told = visitor.dialog.getByRole('alert').getByText(ALIAS_MESSAGES.aliasDisabled);
  await expect(told).toBeVisible();
  expect(await kindOf(told)).toBe('error');
  await page.keyboard.press('Escape');
  await expect(visitor.forwarding).not.toBeChecked();
});
