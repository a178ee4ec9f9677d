/** The owner's actions on the account: sessions, passkey, second factor, address. The session facility is the real one. */

import { generateSync } from 'otplib';
import { expect, test } from './fixtures.ts';
import { codeField, confirm, findHidden, manageSignIn } from './owner.ts';
import type { StandIn } from './stand-in/stand-in.ts';
import { JANE, type Visitor } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const YOURS = 'You manage this alias in this browser.';

/** An owner who has signed out signs in by a code, and unfolds the sign-in settings. */
async function signInAgain(visitor: Visitor, service: StandIn): Promise<void> {
  service.owners.auth.time.now += 60_000;
  await findHidden(visitor);
  await visitor.button('Send me a link').click();
  // Before that the newest letter is the earlier one.
  await visitor.text(/^An email is on its way to/).waitFor();
  await codeField(visitor).fill((await service.owners.letterTo(JANE)).code);
  await visitor.text('Manage this alias').click();
  await visitor.text('Sign-in').click();
}

test("a second factor is set up by its first code, and required by a session that has not shown it, for a download and for the deletion of the alias; 'Sign out everywhere' asks first, leaves nothing in the browser, and ends the sessions at the server", async ({
  visitor,
  page,
  service,
}) => {
  const { time } = service.owners.auth;
  await manageSignIn(visitor, service);
  await visitor.button('Second factor off').click();
  await visitor.button('Set it up').click();
  const picture = page.getByAltText('QR code for your authenticator app');
  await expect(picture).toHaveAttribute('src', /^data:image\/svg\+xml/);
  // It is decoded after it has its source.
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const secret = (await page.locator('.unfolded p').last().textContent()) ?? '';
  const code = () => generateSync({ secret, epoch: Math.floor(time.now / 1000) });
  const field = page.getByLabel('Code from your authenticator app');
  await field.fill('000000');
  await expect(visitor.text('This code is wrong or has expired.')).toBeVisible();
  await field.fill(code());
  await expect(visitor.button('Second factor on')).toBeVisible();

  await visitor.button('Sign out everywhere').click();
  await expect(visitor.text(/^This signs you out in every browser/)).toBeVisible();
  const logouts = () => service.calls.filter(({ path }) => path === '/auth/v1/logout');
  expect(logouts()).toEqual([]);
  await visitor.button('Sign out of all browsers').click();
  await expect(visitor.text(YOURS)).toBeHidden();
  await expect(visitor.email).toHaveValue('');
  expect(await page.evaluate(() => localStorage.getItem('veilpost.session'))).toBeNull();
  expect(logouts().map(({ query }) => query)).toEqual([{ scope: 'global' }]);

  await signInAgain(visitor, service);
  const lacking = { status: 403, body: { code: 'insufficient_aal' } };
  service.faults.fail('myData', lacking, 1);
  await visitor.button('Download my data').click();
  await expect(field).toBeFocused();
  await field.fill(code());
  await expect(visitor.text('The file is in your downloads.')).toBeVisible();

  // A code works once.
  time.now += 60_000;
  service.faults.fail('delete', lacking, 1);
  await visitor.button('Delete this alias').click();
  await expect(visitor.button('Second factor on')).toBeVisible();
  await visitor.button('Delete the alias').click();
  await field.fill(code());
  await expect(visitor.text(/^Your alias was deleted/)).toBeVisible();
  expect(service.count('delete')).toBe(2);
});

const ENDED = { status: 401, body: { code: 'PGRST301' } };

/** Jane signs out in another browser. */
async function endSessions({ owners: { auth } }: StandIn): Promise<void> {
  const { sessions, store } = auth.facility;
  await sessions.endOf((await store.users.byEmail(JANE))?.id ?? '');
}

test('an owner who was signed out elsewhere sees so at the next press, keeps the address, and gets a new link', async ({
  visitor,
  page,
  service,
}) => {
  const told = visitor.text('You were signed out. Nothing was changed.');
  await confirm(visitor, service);
  await visitor.text('Manage this alias').click();
  await visitor.text('Sign-in').click();
  // A reading that is still under way would find the sessions ended before the press does.
  const everythingRead = () => expect(page.locator('[data-entry="factor"]')).toContainText('off');
  await everythingRead();
  await visitor.button('New switch-off link').click();
  await endSessions(service);
  service.faults.fail('newLink', ENDED, 1);
  await visitor.button('Create a new link').click();
  await expect(told).toBeVisible();
  await expect(visitor.text(YOURS)).toBeHidden();
  await expect(visitor.email).toHaveValue(JANE);
  await visitor.button('Send me a link').click();
  await expect(told).toBeHidden();
  await visitor.text(/^An email is on its way to/).waitFor();
  await codeField(visitor).fill((await service.owners.letterTo(JANE)).code);
  await expect(visitor.text(YOURS)).toBeVisible();
  await everythingRead();

  await endSessions(service);
  service.faults.fail('update', ENDED, 1);
  await visitor.forwarding.click();
  await expect(told).toBeVisible();
});
