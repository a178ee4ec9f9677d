/** What someone else has made for the address of an owner. */

import { expect, test } from './fixtures.ts';
import { ALIAS, done, expectHeld, madeByAStranger } from './owner.ts';
import type { StandIn } from './stand-in/stand-in.ts';
import { JANE, type Visitor } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const SENTENCE = `Someone created ${ALIAS} for your address.`;

/** Jane is signed in, and a stranger has made an alias for her address. */
async function signedIn(visitor: Visitor, service: StandIn): Promise<void> {
  const session = await service.owners.session(JANE);
  await visitor.page.addInitScript(
    (kept) => localStorage.setItem('veilpost.session', kept),
    session,
  );
  madeByAStranger(service);
  await visitor.page.goto('/');
  await expect(visitor.page.getByRole('region', { name: SENTENCE })).toBeVisible();
}

test('an owner sees what someone made for the address; kept by the keyboard, it comes to the screen and mail is forwarded; meanwhile it cannot be deleted', async ({
  visitor,
  service,
}) => {
  await signedIn(visitor, service);
  await expect(visitor.text('Your current alias:')).toBeHidden();
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

test('a decision that does not reach the server says so, and can be retried; after its deletion it is gone, and a screen reader announces which one; the next one does not block the owner, whose own alias is made at the first press', async ({
  visitor,
  page,
  service,
}) => {
  await signedIn(visitor, service);
  service.faults.fail('discard', { status: 503 }, 1);
  await visitor.button('Delete it').press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/^That did not work\./);
  await visitor.button('Delete it').press('Enter');
  await expect(visitor.button('Delete it')).toBeHidden();
  const gone = page.locator('[aria-live=polite]').getByText(`${ALIAS} was deleted.`);
  await expect(gone).toBeVisible();
  await expect(page.locator(':focus')).not.toHaveCount(0);
  expect(service.table.rows).toEqual([]);

  madeByAStranger(service);
  await page.reload();
  await expect(visitor.button('Keep it')).toBeVisible();
  await visitor.email.fill(JANE);
  await visitor.submit();
  await expect(visitor.ready).toBeVisible();
  expect(service.count('insert')).toBe(1);
  expect(service.table.rows.map(({ alias_email }) => alias_email)).not.toContain(ALIAS);
});
