/** What someone else has made for the address of an owner. */

import { expect, test } from './fixtures.ts';
import { ALIAS, done, expectHeld, keepSession, madeByAStranger } from './owner.ts';

test.use({ ownership: 'confirmed' });

test('an owner sees what someone made for the address; a decision that does not reach the server says so, and can be retried; what is deleted goes, and a screen reader announces which one; kept by the keyboard, it comes to the screen and mail is forwarded; meanwhile it cannot be deleted', async ({
  visitor,
  page,
  service,
}) => {
  await keepSession(visitor, service);
  madeByAStranger(service);
  await page.goto('/');
  const made = page.getByRole('region', { name: `Someone created ${ALIAS} for your address.` });
  await expect(made).toBeVisible();
  await expect(visitor.text('Your current alias:')).toBeHidden();
  service.faults.fail('discard', { status: 503 }, 1);
  await visitor.button('Delete it').press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/^That did not work\./);
  await visitor.button('Delete it').press('Enter');
  await expect(made).toBeHidden();
  const gone = page.locator('[aria-live=polite]').getByText(`${ALIAS} was deleted.`);
  await expect(gone).toBeVisible();
  await expect(page.locator(':focus')).not.toHaveCount(0);
  expect(service.table.rows).toEqual([]);

  madeByAStranger(service);
  await page.reload();
  const answer = service.faults.hold('keep');
  await visitor.button('Keep it').press('Enter');
  await expect(visitor.button('Keep it')).toHaveAttribute('aria-busy', 'true');
  await expectHeld(visitor.button('Delete it'));
  answer();
  await expect(visitor.text('Your current alias:')).toBeVisible();
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(done(visitor)).toBeVisible();
  await expect(visitor.button('Keep it')).toBeHidden();
  expect(service.calls.find(({ call }) => call === 'keep')?.body).toEqual({ kept: true });
});
