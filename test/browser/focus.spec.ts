/** If a control disappears with the focus in it, the focus moves to the next sensible element. */

import { expect, test } from './fixtures.ts';
import { ALIAS, codeField, manage, openLink } from './owner.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

test("after the code the focus is at 'Done', which ignores another Enter; after an alias is deleted at a later visit, it is at the sentence about that", async ({
  visitor,
  page,
  service,
}) => {
  await visitor.createAlias(JANE);
  const { code } = await service.owners.letterTo(JANE);
  await codeField(visitor).pressSequentially(code);
  await expect(page.locator(':focus')).toContainText('Done. Mail to your alias is now forwarded.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('summary')).toBeFocused();
  await page.goto('about:blank');
  await page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.text('Manage this alias').click();
  await visitor.button('Delete this alias').press('Enter');
  await visitor.button('Delete the alias').press('Enter');
  await expect(visitor.text(/^Your alias was deleted/)).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Your alias was deleted.');
});

test('the dialog of a link leaves the focus at its outcome', async ({ visitor, page, service }) => {
  for (const [answer, sentence] of [
    [
      'I did not ask: delete the alias',
      'The alias was deleted. You will not get any more email from us.',
    ],
    ['Yes, this is my address', 'Done. Mail to your alias is now forwarded.'],
  ] as const) {
    service.table.put({ real_email: JANE, alias_email: ALIAS });
    service.owners.auth.time.now += 61_000;
    await openLink(visitor, service);
    await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused();
    await visitor.button(answer).press('Enter');
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
    await expect(page.locator(':focus')).toContainText(sentence);
    await page.goto('about:blank');
  }
});

test('a pause keeps the focus at its button, its end moves it to the line in its place, Cancel back to its row; signing out at a later visit moves it to the field', async ({
  visitor,
  page,
  service,
}) => {
  await manage(visitor, service);
  await visitor.button('Pause for 8 hours').press('Enter');
  await expect(visitor.button('End the pause')).toBeVisible();
  await expect(visitor.button('Pause for 8 hours')).toBeFocused();
  await visitor.button('End the pause').press('Enter');
  await expect(page.locator(':focus')).toHaveText('You manage this alias in this browser.');
  for (const name of ['Delete this alias', 'Delete everything about me']) {
    await visitor.button(name).press('Enter');
    await visitor.button('Cancel').press('Enter');
    await expect(visitor.button(name)).toBeFocused();
  }
  await page.goto('about:blank');
  await page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.text('Manage this alias').click();
  await visitor.text('Sign-in').click();
  await visitor.button('Sign out here').press('Enter');
  await expect(visitor.email).toHaveValue('');
  await expect(visitor.email).toBeFocused();
});
