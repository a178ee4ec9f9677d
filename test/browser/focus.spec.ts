/** If a control disappears with the focus in it, the focus moves to the next sensible element. */

import { expect, test } from './fixtures.ts';
import { codeField, confirmedAlias } from './owner.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

test("the owner needs no mouse; after the code the focus is at 'Done', which ignores another Enter; a pause keeps it at its button, its end moves it to the line in its place, Cancel back to its row; at a later visit, signing out moves it to the field, and the deletion of the alias to the sentence about that", async ({
  visitor,
  page,
  service,
}) => {
  const tabTo = async (name: string) => {
    await page.keyboard.press('Tab');
    await expect(visitor.button(name)).toBeFocused();
  };
  await visitor.createAlias(JANE);
  // Its script loads by itself, before or after the alias.
  await expect(visitor.button('Go to the code field')).toBeVisible();
  await visitor.back.focus();
  await tabTo('Go to the code field');
  await page.keyboard.press('Enter');
  await expect(codeField(visitor)).toBeFocused();
  await page.keyboard.type((await service.owners.letterTo(JANE)).code);
  await expect(page.locator(':focus')).toContainText('Done. Mail to your alias is now forwarded.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('summary')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visitor.text('What happened to my mail')).toBeVisible();
  await tabTo('Last 7 days no mail');
  await tabTo('Known senders only off');
  await tabTo('Senders 0');
  await tabTo('Pause for 1 hour');
  await tabTo('Pause for 8 hours');
  await page.keyboard.press('Enter');
  await expect(visitor.button('End the pause')).toBeVisible();
  await expect(visitor.button('Pause for 8 hours')).toBeFocused();
  await visitor.button('End the pause').press('Enter');
  await expect(page.locator(':focus')).toHaveText('You manage this alias in this browser.');
  for (const name of ['Delete this alias', 'Delete everything about me']) {
    await visitor.button(name).press('Enter');
    await visitor.button('Cancel').press('Enter');
    await expect(visitor.button(name)).toBeFocused();
  }

  const comeBack = async () => {
    await visitor.visitAgain();
    await visitor.email.fill(JANE);
    await visitor.text('Manage this alias').click();
  };
  await comeBack();
  const session = await page.evaluate(() => localStorage.getItem('veilpost.session') ?? '');
  await visitor.button('Delete this alias').press('Enter');
  await visitor.button('Delete the alias').press('Enter');
  await expect(visitor.text(/^Your alias was deleted/)).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Your alias was deleted.');

  confirmedAlias(service);
  await page.evaluate((kept) => localStorage.setItem('veilpost.session', kept), session);
  await comeBack();
  await visitor.text('Sign-in').click();
  await visitor.button('Sign out here').press('Enter');
  await expect(visitor.email).toHaveValue('');
  await expect(visitor.email).toBeFocused();
});
