/** Each row of the specification's error catalogue (section 8), provoked. */

import type { Locator } from '@playwright/test';
import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { MESSAGES } from '#rules/messages.ts';
import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

const kindOf = (toast: Locator) =>
  toast.evaluate((text) => text.closest<HTMLElement>('.toast')?.dataset.kind);

test('an invalid address has a message tied to its field, an empty one does not; names that are taken, a creation and a switch that fail, and a test mail to an alias that is off elsewhere are errors, and what was typed stays', async ({
  visitor,
  page,
  service,
}) => {
  const { faults } = service;
  const error = async (message: string) => {
    const toast = page.getByRole('alert').getByText(message, { exact: true }).last();
    await expect(toast).toBeVisible();
    expect(await kindOf(toast)).toBe('error');
    await page.getByRole('alert').filter({ hasText: message }).press('Escape');
  };
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
  faults.fail('exists', { status: 200, body: { id: 'somebody' } }, 10);
  await visitor.submit();
  await error('Unable to generate unique alias');
  expect([service.count('exists'), service.count('insert')]).toEqual([10, 0]);
  for (const fault of ['cut', { status: 201, body: { id: '1', alias_email: null } }] as const) {
    faults.fail('insert', fault);
    await visitor.submit();
    await error(MESSAGES.creationFailed);
    await expect(visitor.email).toHaveValue(JANE);
  }
  // If another visitor takes a name between check and insert, that costs one attempt.
  const taken = { code: '23505', details: 'Key (alias_email)=(...) already exists.' };
  faults.fail('insert', { status: 409, body: taken }, 1);
  const checks = service.count('exists');
  await visitor.submit();
  await expect(visitor.ready).toBeVisible();
  expect(service.count('exists')).toBe(checks + 2);

  for (const fault of ['cut', { status: 200, body: [] }] as const) {
    faults.fail('update', fault);
    await visitor.forwarding.click();
    await error('Failed to update forwarding status. Please try again.');
    await expect(visitor.forwarding).toBeChecked();
    await expect(visitor.text('Forwarding On')).toBeVisible();
  }
  faults.fail('testMail', { status: 409, body: { code: 'alias_disabled' } });
  await visitor.sendTestMail();
  const told = visitor.dialog.getByRole('alert').getByText(ALIAS_MESSAGES.aliasDisabled);
  await expect(told).toBeVisible();
  expect(await kindOf(told)).toBe('error');
  await page.keyboard.press('Escape');
  await expect(visitor.forwarding).not.toBeChecked();
});
