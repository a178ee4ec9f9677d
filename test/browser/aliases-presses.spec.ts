/** Presses in 'Your aliases' that something else is in the way of: an open field, a slow answer, a search. */

import { expect, test } from './fixtures.ts';
import { aliasRows, openAliases, severalAliases } from './owner.ts';

test.use({ ownership: 'confirmed' });

test('the press that leaves a label unchanged reaches its control, however far below; what is typed while a label is saved stays in its field, and is saved when the field is left', async ({
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

  const labelOf = () => service.owners.noteOf(third?.id ?? '').label;
  await visitor.button(`Add a label: ${third?.alias_email}`).click();
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
  await page.getByLabel(`Forwarding for ${third?.alias_email}`).focus();
  next();
  await expect(visitor.button('Shoes 42')).toBeVisible();
  expect(labelOf()).toBe('Shoes 42');
  await expect(page.getByLabel(`Forwarding for ${third?.alias_email}`)).toBeFocused();
});

test('an alias that someone made and the owner keeps joins the list at once; a search ends with its field: with three aliases all are shown', async ({
  visitor,
  page,
  service,
}) => {
  const [first] = severalAliases(service, 4);
  if (!first) throw new Error('There are four aliases.');
  Object.assign(service.owners.stateOf(first), { unasked: true, confirmed: false });
  await openAliases(visitor, service);
  await expect(aliasRows(visitor)).toHaveCount(3);
  await visitor.button('Keep it').click();
  await expect(aliasRows(visitor)).toHaveCount(4);
  await expect(visitor.text('4 of 20')).toBeVisible();

  await page.getByLabel('Search').fill('alias-48');
  await expect(visitor.text('3 of 4 aliases found')).toBeVisible();
  service.table.rows.pop();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('.toast').getByText(/^Your alias was deleted/)).toBeVisible();
  await expect(page.getByLabel('Search')).toBeHidden();
  await expect(aliasRows(visitor)).toHaveCount(3);
  await expect(visitor.text(/ aliases found$/)).toBeHidden();
});
