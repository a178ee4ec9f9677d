/** Presses in 'Your aliases' that something else is in the way of: an open field, a slow answer, a search, a refused clipboard. */

import { expect, test } from './fixtures.ts';
import { aliasRows, openAliases, severalAliases } from './owner.ts';

test.use({ ownership: 'confirmed' });

test('the press that leaves a label unchanged reaches its control, however far below', async ({
  visitor,
  page,
  service,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [, , third] = severalAliases(service, 12);
  await openAliases(visitor, service);
  await visitor.button(`Add a label: ${third?.alias_email}`).click();
  const field = page.getByLabel(`Label of ${third?.alias_email}`);
  await expect(field).toBeFocused();
  await visitor.text('Apps that can use your aliases').click();
  await expect(visitor.text(/^With an API key/)).toBeVisible();
  await expect(field).toBeHidden();
  await expect(page.locator('.aliases summary')).toBeFocused();
});

test('what is typed while a label is saved stays in its field, and is saved when the field is left', async ({
  visitor,
  page,
  service,
}) => {
  const [first] = severalAliases(service, 2);
  const labelOf = () => service.owners.noteOf(first?.id ?? '').label;
  await openAliases(visitor, service);
  await visitor.button(`Add a label: ${first?.alias_email}`).click();
  const field = page.getByLabel(`Label of ${first?.alias_email}`);
  const answer = service.faults.hold('note');
  await field.fill('Sho');
  await field.press('Enter');
  await field.pressSequentially('es');
  answer();
  await expect.poll(labelOf).toBe('Sho');
  await expect(field).toHaveValue('Shoes');
  await expect(field).toBeFocused();

  const next = service.faults.hold('note');
  await field.press('Enter');
  await field.pressSequentially(' 42');
  await page.getByLabel(`Forwarding for ${first?.alias_email}`).focus();
  next();
  await expect(visitor.button('Shoes 42')).toBeVisible();
  expect(labelOf()).toBe('Shoes 42');
  await expect(page.getByLabel(`Forwarding for ${first?.alias_email}`)).toBeFocused();
});

test('a search ends with its field: with three aliases all are shown', async ({
  visitor,
  page,
  service,
}) => {
  severalAliases(service, 4);
  await openAliases(visitor, service);
  await page.getByLabel('Search').fill('alias-48');
  await expect(visitor.text('3 of 4 aliases found')).toBeVisible();
  service.table.rows.pop();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('.toast').getByText(/^Your alias was deleted/)).toBeVisible();
  await expect(page.getByLabel('Search')).toBeHidden();
  await expect(aliasRows(visitor)).toHaveCount(3);
  await expect(visitor.text(/ aliases found$/)).toBeHidden();
});

test('a refused clipboard: the alias and the key are selected, and the page says what to do', async ({
  visitor,
  page,
  service,
}) => {
  const [first] = severalAliases(service, 1);
  await openAliases(visitor, service);
  // As in a page over plain http from another machine.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const selected = () => page.evaluate(() => String(getSelection()));
  await visitor.button(`Copy ${first?.alias_email}`).click();
  await expect(visitor.text('Please select the address and copy it.')).toBeVisible();
  expect(await selected()).toBe(first?.alias_email);

  await visitor.text('Apps that can use your aliases').click();
  await visitor.button('New key').click();
  await page.getByLabel('Name of the app').fill('Bitwarden');
  await visitor.button('Create key').click();
  await visitor.button('Copy key').click();
  await expect(visitor.text('Please select the key and copy it.')).toBeVisible();
  expect(await selected()).toMatch(/^veilpost\w{40}$/);
});

test('an alias that someone made and the owner keeps joins the list at once', async ({
  visitor,
  service,
}) => {
  const [first] = severalAliases(service, 2);
  if (!first) throw new Error('There are two aliases.');
  Object.assign(service.owners.stateOf(first), { unasked: true, confirmed: false });
  await openAliases(visitor, service);
  await expect(aliasRows(visitor)).toHaveCount(1);
  await visitor.button('Keep it').click();
  await expect(aliasRows(visitor)).toHaveCount(2);
  await expect(visitor.text('2 of 20')).toBeVisible();
});
