/** The locked form: an existing alias can be copied, tested and switched at any later visit. */

import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

const ALIAS = 'alias-2000@veilpost.example';

test('an alias that is off is switched on again at a later visit, and off again; in the locked form a test mail to a disabled alias gives the error of the catalogue, and nothing above the switch moves; the alias is copied by its icon, in letters two thirds as wide as in the result; the next look-up shows the latest state of the switch', async ({
  visitor,
  service,
  page,
}) => {
  const row = service.table.put({ real_email: JANE, alias_email: ALIAS, active: false });
  await page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.text('Your current alias:').waitFor();
  await expect(visitor.forwarding).not.toBeChecked();
  await visitor.forwarding.click();
  await expect(
    page
      .getByRole('paragraph')
      .filter({ hasText: /^Emails sent to your alias will be forwarded to/ }),
  ).toContainText(JANE);
  await expect.poll(() => row.active).toBe(true);
  await visitor.forwarding.click();
  await expect.poll(() => row.active).toBe(false);

  await expect(visitor.text('Alias Disabled')).toBeHidden();
  await visitor.button('Send Test Mail').click();
  await expect(page.getByRole('alert').getByText(ALIAS_MESSAGES.aliasDisabled)).toBeVisible();
  await expect(visitor.dialog).toBeHidden();
  const place = await visitor.forwarding.boundingBox();
  await visitor.forwarding.click();
  await expect(visitor.text('Disabled')).toBeHidden();
  expect(await visitor.forwarding.boundingBox()).toEqual(place);
  await visitor.button('Send Test Mail').click();
  await expect(visitor.dialog.getByLabel('To')).toHaveValue(ALIAS);
  await page.keyboard.press('Escape');
  await visitor.button('Copy address').click();
  await expect(visitor.text('Alias copied')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ALIAS);
  await expect(visitor.button('Copy Alias')).toBeHidden();
  const size = () =>
    visitor
      .text(/^alias-\d{4}$/)
      .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
  const small = await size();
  await visitor.createAlias('john@example.com');
  expect(small / (await size())).toBeCloseTo(2 / 3, 1);

  await visitor.back.click();
  await visitor.email.fill(JANE);
  await visitor.text('Your current alias:').waitFor();
  const updates = service.count('update');
  const answer = service.faults.hold('update');
  await visitor.forwarding.click();
  await visitor.email.fill('ann@example.com');
  await visitor.email.fill(JANE);
  await expect(visitor.button('Checking...')).toBeVisible();
  answer();
  await expect(visitor.forwarding).not.toBeChecked();
  expect(service.count('update')).toBe(updates + 1);
});
