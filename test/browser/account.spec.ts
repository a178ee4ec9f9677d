/** The owner's actions on the account: sessions, passkey, second factor, address. The facility is the real one. */

import { generateSync } from 'otplib';
import { expect, test } from './fixtures.ts';
import { ageToken, confirm, confirmedAlias, findHidden, manage, manageSignIn } from './owner.ts';
import type { StandIn } from './stand-in/stand-in.ts';
import { JANE, type Visitor } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const YOURS = 'You manage this alias in this browser.';

test("'Sign out everywhere' asks first, leaves nothing in the browser, and ends the sessions at the server", async ({
  visitor,
  service,
}) => {
  await manageSignIn(visitor, service);
  await visitor.button('Sign out everywhere').click();
  await expect(visitor.text(/^You are then signed out in every browser/)).toBeVisible();
  expect(service.calls.filter(({ path }) => path === '/auth/v1/logout')).toEqual([]);
  await visitor.button('Sign out of all browsers').click();
  await expect(visitor.text(YOURS)).toBeHidden();
  await expectSignedOut(visitor, service, 'global');
  await findHidden(visitor);
});

/** Nothing is left in the browser, and the server has ended as much. */
async function expectSignedOut(
  { email, page }: Visitor,
  service: StandIn,
  scope: 'local' | 'global',
): Promise<void> {
  await expect(email).toHaveValue('');
  expect(await page.evaluate(() => localStorage.getItem('veilpost.session'))).toBeNull();
  const logout = service.calls.findLast(({ call }) => call === 'auth');
  expect([logout?.path, logout?.query]).toEqual(['/auth/v1/logout', { scope }]);
}

test("a second factor is set up by its first code, and required for the deletion of the alias; 'Sign out here' leaves nothing in the browser, and ends the session at the server", async ({
  visitor,
  page,
  service,
}) => {
  await manageSignIn(visitor, service);
  await visitor.button('Second factor off').click();
  await visitor.button('Set it up').click();
  const picture = page.getByAltText('QR code for your authenticator app');
  await expect(picture).toHaveAttribute('src', /^data:image\/svg\+xml/);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
  const secret = (await page.locator('.unfolded p').last().textContent()) ?? '';
  const field = page.getByLabel('Code from your authenticator app');
  await field.fill('000000');
  await expect(visitor.text('This code is wrong or has expired.')).toBeVisible();
  await field.fill(codeNow(secret, service.owners.auth.time.now));
  await expect(visitor.button('Second factor on')).toBeVisible();

  // Another session of the same owner has shown no second factor yet.
  service.owners.auth.time.now += 60_000;
  await visitor.button('Sign out here').click();
  await expectSignedOut(visitor, service, 'local');
  await findHidden(visitor);
  await visitor.button('Send me a link').click();
  // Before that the newest letter is the earlier one.
  await visitor.text(/a mail is on its way/).waitFor();
  await page.getByLabel('Code from the mail').fill((await service.owners.letterTo(JANE)).code);
  await visitor.text('Manage this alias').click();
  await visitor.text('Sign-in').click();
  service.faults.fail('delete', { status: 403, body: { code: 'insufficient_aal' } }, 1);
  await visitor.button('Delete this alias').click();
  await expect(visitor.button('Second factor on')).toBeVisible();
  await visitor.button('Delete the alias').click();
  await field.fill(codeNow(secret, service.owners.auth.time.now));
  await expect(visitor.text(/^Your alias was deleted/)).toBeVisible();
  expect(service.count('delete')).toBe(2);
});

const codeNow = (secret: string, now: number) =>
  generateSync({ secret, epoch: Math.floor(now / 1000) });

test('O17 a session that was ended elsewhere: one refresh, then a stranger, and no error on the screen', async ({
  visitor,
  page,
  service,
}) => {
  await confirm(visitor, service);
  await page.goto('about:blank');
  // On a slow machine the address was looked up before it was submitted.
  service.calls.length = 0;
  const users = service.owners.auth.facility.store.users;
  const user = await users.byEmail(JANE);
  await service.owners.auth.facility.sessions.endOf(user?.id ?? '');
  service.faults.fail('lookUp', { status: 401, body: { code: 'PGRST301' } }, 1);
  await page.goto('/');
  await visitor.email.fill(JANE);
  await expect.poll(() => service.count('lookUp')).toBe(2);
  const lookUps = service.calls.filter(({ call }) => call === 'lookUp');
  expect(lookUps.map(({ headers }) => headers.authorization?.length)).toEqual([
    expect.any(Number),
    'Bearer public-anonymous-key'.length,
  ]);
  expect(service.calls.filter(({ path }) => path === '/auth/v1/token')).toHaveLength(1);
  await expect(visitor.generate).toBeEnabled();
  expect(await page.evaluate(() => localStorage.getItem('veilpost.session'))).toBeNull();
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty();
});

test('O17 a session that was ended elsewhere while its alias is managed: the screen starts again', async ({
  visitor,
  service,
}) => {
  await manage(visitor, service);
  const { facility } = service.owners.auth;
  await facility.sessions.endOf((await facility.store.users.byEmail(JANE))?.id ?? '');
  service.faults.fail('newLink', { status: 401, body: { code: 'PGRST301' } });
  await visitor.button('New switch-off link').click();
  await visitor.button('Make a new link').click();
  await expect(visitor.text(YOURS)).toBeHidden();
  await expect(visitor.email).toHaveValue('');
});

test("O17 a token that is about to expire is renewed before its use; in a browser with a session for another address, a confirmed alias is a stranger's", async ({
  visitor,
  page,
  service,
}) => {
  await confirm(visitor, service);
  await ageToken(visitor, service);
  await page.goto('about:blank');
  await page.goto('/');
  await visitor.email.fill(JANE);
  await expect(visitor.text(YOURS)).toBeVisible();
  expect(service.calls.filter(({ path }) => path === '/auth/v1/token')).toHaveLength(1);

  const row = confirmedAlias(service);
  row.real_email = 'ann@example.com';
  await visitor.email.fill('ann@example.com');
  await visitor.submit();
  await expect(visitor.text(/^This address already has an alias/)).toBeVisible();
  await expect(visitor.text(YOURS)).toBeHidden();
});
