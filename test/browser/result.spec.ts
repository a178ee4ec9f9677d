import { expect, inBothModes, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test('the result has the texts of the specification', async ({ visitor, service }) => {
  await visitor.createAlias(JANE);
  const alias = service.table.rows[0]?.alias_email ?? '';
  await expect(visitor.text(alias)).toBeVisible();
  for (const text of [
    'Use this email for spam-free browsing',
    'Forwarding On',
    'Upgrade coming soon for multiple aliases.',
    'You can disable this alias at any time',
    'Your alias has been generated!',
  ]) {
    await expect(visitor.text(text)).toBeVisible();
  }
  await expect(visitor.text(/^Emails sent to your alias will be forwarded to/)).toContainText(JANE);
  await expect(visitor.forwarding).toBeChecked();
  await expect(visitor.ready).toBeFocused();
});

test('the alias is copied whole, by button, by icon and by hand', async ({
  visitor,
  service,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.createAlias(JANE);
  const alias = service.table.rows[0]?.alias_email ?? '';
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const clear = () => page.evaluate(() => navigator.clipboard.writeText(''));
  await visitor.button('Copy Alias').click();
  await expect(visitor.button('Copied!')).toBeVisible();
  expect(await clipboard()).toBe(alias);
  await clear();
  await visitor.button('Copy address').click();
  await expect.poll(clipboard).toBe(alias);
  await clear();
  await visitor.text(alias.replace(/@.*/, '')).click();
  expect(await page.evaluate(() => String(getSelection()))).toBe(alias);
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(clipboard).toBe(alias);
});

test('if the browser refuses the clipboard, the address is selected and the visitor is told', async ({
  visitor,
  service,
  page,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await visitor.createAlias(JANE);
  await visitor.button('Copy Alias').click();
  await expect(
    visitor.text('Copying is blocked by the browser. The address is selected: press Ctrl+C.'),
  ).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toBe(
    service.table.rows[0]?.alias_email,
  );
  await expect(visitor.button('Copy Alias')).toBeVisible();
});

test('forwarding off: badge, banner, and nothing to copy or to send', async ({
  visitor,
  service,
}) => {
  await visitor.createAlias(JANE);
  await visitor.forwarding.click();
  await expect(visitor.forwarding).not.toBeChecked();
  for (const text of [
    'Forwarding Off',
    'Email forwarding is currently disabled',
    'Disabled',
    'Alias is disabled - emails will not be forwarded',
  ]) {
    await expect(visitor.text(text)).toBeVisible();
  }
  await expect(visitor.button('Alias Disabled')).toHaveCount(2);
  for (const button of await visitor.button('Alias Disabled').all())
    await expect(button).toBeDisabled();
  await expect(visitor.button('Copy address')).toBeDisabled();
  await expect.poll(() => service.table.rows[0]?.active).toBe(false);
  await visitor.forwarding.click();
  await expect(visitor.button('Copy Alias')).toBeEnabled();
  await expect(visitor.text('Disabled')).toBeHidden();
  await expect.poll(() => service.table.rows[0]?.active).toBe(true);
});

test('the switch shows the wish at once, and its label can be clicked', async ({
  visitor,
  service,
}) => {
  await visitor.createAlias(JANE);
  const answer = service.faults.hold('update');
  await visitor.text('Forwarding On').click();
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  expect(service.table.rows[0]?.active).toBe(true);
  answer();
  await expect.poll(() => service.table.rows[0]?.active).toBe(false);
});

inBothModes(() => {
  test('quick clicks on the switch end in the last wish', async ({ visitor, service }) => {
    await visitor.createAlias(JANE);
    const answer = service.faults.hold('update');
    for (let click = 1; click <= 5; click += 1) await visitor.forwarding.click();
    await expect.poll(() => service.count('update')).toBe(1);
    answer();
    await expect.poll(() => service.table.rows[0]?.active).toBe(false);
    await expect(visitor.forwarding).not.toBeChecked();
    expect(service.count('update')).toBe(1);
    await visitor.forwarding.click();
    await visitor.forwarding.click();
    await visitor.forwarding.click();
    await expect.poll(() => service.table.rows[0]?.active).toBe(true);
    await expect(visitor.forwarding).toBeChecked();
  });
});

test('nothing above the switch moves when it is switched', async ({ visitor }) => {
  await visitor.createAlias(JANE);
  const before = await visitor.forwarding.boundingBox();
  await visitor.forwarding.click();
  await expect(visitor.text('Disabled')).toBeVisible();
  expect(await visitor.forwarding.boundingBox()).toEqual(before);
});

test('back to the main screen clears the form', async ({ visitor }) => {
  await visitor.createAlias(JANE);
  await visitor.forwarding.click();
  await visitor.back.click();
  await expect(visitor.email).toHaveValue('');
  await expect(visitor.email).toBeFocused();
  await expect(visitor.generate).toBeDisabled();
  await visitor.email.fill('john@example.com');
  await visitor.submit();
  await expect(visitor.forwarding).toBeChecked();
});

test('assistive technology reads the alias as one word', async ({ visitor, page, service }) => {
  await visitor.createAlias(JANE);
  const alias = service.table.rows[0]?.alias_email ?? '';
  const snapshot = await page.getByRole('main').ariaSnapshot();
  expect(snapshot.split('\n').filter((line) => line.includes('alias-'))).toEqual([
    `  - paragraph: ${alias}`,
  ]);
});

inBothModes(() => {
  test('an alias that was switched off in another tab is seen so when this one is seen again', async ({
    visitor,
    page,
    service,
  }) => {
    await visitor.createAlias(JANE);
    const [row] = service.table.rows;
    if (row) row.active = false;
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(visitor.text('Forwarding Off')).toBeVisible();
    await expect(visitor.text('Disabled')).toBeVisible();
    if (row) row.active = true;
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(visitor.text('Forwarding On')).toBeVisible();
  });
});
