/** Each row of the specification's error catalogue (section 8), provoked. */

import type { Locator } from '@playwright/test';
import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { MESSAGES } from '#rules/messages.ts';
import { expect, test } from './fixtures.ts';
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
  await page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.submit();
  await expect(page.getByRole('status').getByText(MESSAGES.planLimit)).toBeVisible();
  await expect(visitor.text('alias-2000@veilpost.example')).toBeVisible();
});

for (const [how, fault] of [
  ['throws', 'cut'],
  ['fails', { status: 500, body: { code: 'XX000', message: 'internal' } }],
  ['returns nothing', { status: 201, body: null }],
  ['returns an empty object', { status: 201, body: {} }],
  ['returns an empty list', { status: 201, body: [] }],
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

for (const [how, fault] of [
  ['fails', { status: 500 }],
  ['throws', 'cut'],
  ['matches no row', { status: 200, body: [] }],
  ['is answered with nothing', { status: 204 }],
  ['is answered with an odd row', { status: 200, body: [{}] }],
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

test('a second test mail within a minute: warning with the seconds', async ({ visitor }) => {
  await visitor.createAlias(JANE);
  await visitor.sendTestMail();
  await visitor.text(ALIAS_MESSAGES.testMailSent).waitFor();
  await visitor.sendTestMail();
  const toast = visitor.dialog
    .getByRole('status')
    .getByText(/^Please wait \d+ seconds before sending another test mail\.$/);
  await expect(toast).toBeVisible();
  expect(await kindOf(toast)).toBe('warning');
});

test('a test mail that the server refuses as too early: warning with its seconds', async ({
  visitor,
  service,
}) => {
  service.faults.fail('testMail', {
    status: 429,
    body: { code: 'rate_limited' },
    headers: { 'Retry-After': '42' },
  });
  await visitor.stopClock();
  await visitor.createAlias(JANE);
  await visitor.sendTestMail();
  await visitor.pass(1500);
  await expect(visitor.dialog.getByText(/^Please wait 42 seconds before/)).toBeVisible();
});

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

test('a test mail to an alias whose activation was reverted: error, without a call', async ({
  visitor,
  service,
}) => {
  await visitor.createAlias(JANE);
  await visitor.forwarding.click();
  await expect.poll(() => service.table.rows[0]?.active).toBe(false);
  service.faults.fail('update', { status: 500 });
  const answer = service.faults.hold('update');
  await visitor.forwarding.click();
  await visitor.button('Send Test Mail').click();
  await visitor.dialog.getByLabel('Subject').fill('Hello');
  await visitor.dialog.getByLabel('Message').fill('There');
  answer();
  await expect(visitor.dialog.getByText(ALIAS_MESSAGES.toggleFailed)).toBeVisible();
  await visitor.dialog.getByRole('button', { name: 'Send Test Mail' }).click();
  await expect(
    visitor.dialog.getByRole('alert').getByText(ALIAS_MESSAGES.aliasDisabled),
  ).toBeVisible();
  expect(service.count('testMail')).toBe(0);
});

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
