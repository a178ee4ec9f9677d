import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test('the result has the focus, and the alias as one word; off: badge, banner, and nothing to copy or to send, above the switch nothing moves; its label can be clicked; an alias that was switched in another tab is up to date when this tab is visible again; the way back leads to an empty form', async ({
  visitor,
  service,
  page,
}) => {
  await visitor.createAlias(JANE);
  const alias = service.table.rows[0]?.alias_email ?? '';
  await expect(visitor.text(alias)).toBeVisible();
  await expect(visitor.forwarding).toBeChecked();
  await expect(visitor.ready).toBeFocused();
  const snapshot = await page.getByRole('main').ariaSnapshot();
  expect(snapshot.split('\n').filter((line) => line.includes('alias-'))).toEqual([
    `  - paragraph: ${alias}`,
  ]);

  const place = await visitor.forwarding.boundingBox();
  await visitor.text('Forwarding On').click();
  await expect(visitor.forwarding).not.toBeChecked();
  for (const text of [
    'Forwarding Off',
    'Email forwarding is currently disabled',
    'Disabled',
    'Alias is disabled - emails will not be forwarded',
  ]) {
    await expect(visitor.text(text)).toBeVisible();
  }
  expect(await visitor.forwarding.boundingBox()).toEqual(place);
  await expect(visitor.button('Alias Disabled')).toHaveCount(2);
  for (const button of await visitor.button('Alias Disabled').all())
    await expect(button).toBeDisabled();
  await expect(visitor.button('Copy address')).toBeDisabled();
  await expect.poll(() => service.table.rows[0]?.active).toBe(false);
  await visitor.text('Forwarding Off').click();
  await expect(visitor.button('Copy Alias')).toBeEnabled();
  await expect(visitor.text('Disabled')).toBeHidden();
  await expect.poll(() => service.table.rows[0]?.active).toBe(true);

  // Switched in another tab.
  for (const row of service.table.rows) row.active = false;
  await visitor.returnToTab();
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  await expect(visitor.text('Disabled')).toBeVisible();

  await visitor.back.click();
  await expect(visitor.email).toHaveValue('');
  await expect(visitor.email).toBeFocused();
  await expect(visitor.generate).toBeDisabled();
  await visitor.email.fill('john@example.com');
  await visitor.submit();
  await expect(visitor.forwarding).toBeChecked();
});

test('the alias is copied whole, by button, by icon and by hand; if the browser refuses the clipboard, the address is selected and the visitor is informed; every change is announced once, in a live region', async ({
  visitor,
  service,
  page,
}) => {
  await visitor.createAlias(JANE);
  const alias = service.table.rows[0]?.alias_email ?? '';
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const clear = () => page.evaluate(() => navigator.clipboard.writeText(''));
  const live = page.locator('[aria-live=polite], [role=status], [role=alert]');
  const saysOnce = (text: string) => expect(live.filter({ hasText: text })).toHaveCount(1);
  const told = page.getByRole('status').filter({ hasText: 'Your alias has been generated!' });
  await expect(told).toHaveCount(1);
  await visitor.button('Copy Alias').click();
  await expect(visitor.button('Copied!')).toBeVisible();
  await saysOnce('Alias copied');
  expect(await clipboard()).toBe(alias);
  await clear();
  await visitor.button('Copy address').click();
  await expect.poll(clipboard).toBe(alias);
  await clear();
  await visitor.text(alias.replace(/@.*/, '')).click();
  expect(await page.evaluate(() => String(getSelection()))).toBe(alias);
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(clipboard).toBe(alias);

  await page.evaluate(() => {
    getSelection()?.empty();
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await visitor.button('Copy address').click();
  await expect(
    visitor.text('Copying is blocked by the browser. The address is selected: press Ctrl+C.'),
  ).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toBe(alias);
  await expect(visitor.button('Copy Alias')).toBeVisible();
  await visitor.forwarding.click();
  await saysOnce('Alias is disabled - emails will not be forwarded');
});
