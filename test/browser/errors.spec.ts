/** Each row of the specification's error catalogue (section 8), provoked. */

import type { Locator } from '@playwright/test';
import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { MESSAGES } from '#rules/messages.ts';
import { expect, inBothModes, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

const kindOf = (toast: Locator) =>
  toast.evaluate((text) => text.closest<HTMLElement>('.toast')?.dataset.kind);

test('submitting with an existing alias: warning', async ({ visitor, page, service }) => {
  service.table.put({ real_email: JANE, alias_email: 'alias-2000@veilpost.example' });
  await page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.text('Your current alias:').waitFor();
  await visitor.email.press('Enter');
  const toast = page.getByRole('status').getByText(MESSAGES.planLimit);
  await expect(toast).toBeVisible();
  expect(await kindOf(toast)).toBe('warning');
  expect(service.count('insert')).toBe(0);
});

test('submitting before the look-up has found the existing alias: warning, and the form locks', async ({
  visitor,
  page,
  service,
}) => {
  service.table.put({ real_email: JANE, alias_email: 'alias-2000@veilpost.example' });
  await visitor.stopClock();
  await page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.submit();
  await expect(page.getByRole('status').getByText(MESSAGES.planLimit)).toBeVisible();
  await expect(visitor.text('alias-2000@veilpost.example')).toBeVisible();
});

inBothModes(() => {
  for (const [how, fault] of [
    ['throws', 'cut'],
    ['returns a row without an alias', { status: 201, body: { id: '1', alias_email: null } }],
  ] as const) {
    test(`a creation that ${how}: error`, async ({ visitor, page, service }) => {
      service.faults.fail('insert', fault);
      await page.goto('/');
      await visitor.email.fill(JANE);
      await visitor.submit();
      const toast = page.getByRole('alert').getByText(MESSAGES.creationFailed);
      await expect(toast).toBeVisible();
      expect(await kindOf(toast)).toBe('error');
      await expect(visitor.email).toHaveValue(JANE);
      service.faults.heal('insert');
      await visitor.submit();
      await expect(visitor.ready).toBeVisible();
    });
  }
});

inBothModes(() => {
  for (const [how, fault] of [
    ['throws', 'cut'],
    ['matches no row', { status: 200, body: [] }],
  ] as const) {
    test(`a switch whose saving ${how}: error, and it reverts`, async ({
      visitor,
      page,
      service,
    }) => {
      service.faults.fail('update', fault);
      await visitor.createAlias(JANE);
      await visitor.forwarding.click();
      const message = 'Failed to update forwarding status. Please try again.';
      const toast = page.getByRole('alert').getByText(message, { exact: true });
      await expect(toast).toBeVisible();
      expect(await kindOf(toast)).toBe('error');
      await expect(visitor.forwarding).toBeChecked();
      await expect(visitor.text('Forwarding On')).toBeVisible();
    });
  }
});

inBothModes(() => {
  test('a test mail to an alias that was switched off elsewhere: error', async ({
    visitor,
    service,
  }) => {
    service.faults.fail('testMail', { status: 409, body: { code: 'alias_disabled' } });
    await visitor.createAlias(JANE);
    await visitor.sendTestMail();
    const toast = visitor.dialog.getByRole('alert').getByText(ALIAS_MESSAGES.aliasDisabled);
    await expect(toast).toBeVisible();
    expect(await kindOf(toast)).toBe('error');
    await visitor.page.keyboard.press('Escape');
    await expect(visitor.forwarding).not.toBeChecked();
  });
}, JANE);

test('ten names that are all taken: error', async ({ visitor, page, service }) => {
  service.faults.fail('exists', { status: 200, body: { id: 'somebody' } }, 10);
  await page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.submit();
  const message = 'Unable to generate unique alias';
  const toast = page.getByRole('alert').getByText(message, { exact: true });
  await expect(toast).toBeVisible();
  expect(await kindOf(toast)).toBe('error');
  expect(service.count('exists')).toBe(10);
  expect(service.count('insert')).toBe(0);
});

inBothModes(() => {
  test('a name that another visitor takes between check and insert costs one attempt', async ({
    visitor,
    page,
    service,
  }) => {
    service.faults.fail(
      'insert',
      { status: 409, body: { code: '23505', details: 'Key (alias_email)=(...) already exists.' } },
      1,
    );
    await page.goto('/');
    await visitor.email.fill(JANE);
    await visitor.submit();
    await expect(visitor.ready).toBeVisible();
    expect(service.count('exists')).toBe(2);
  });
});

test('an invalid address: field message, tied to the field, and no look-up; an empty one: none', async ({
  visitor,
  page,
  service,
}) => {
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
  expect(service.calls).toEqual([]);
});
