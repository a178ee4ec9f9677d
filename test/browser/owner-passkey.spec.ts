/** An owner's passkey: offered once after the confirmation, and sufficient for a sign-in without an email. */

import type { Page } from '@playwright/test';
import { expect, test as base } from './fixtures.ts';
import { ALIAS, confirm, confirmedAlias, expectHeld, findHidden } from './owner.ts';

const test = base.extend({
  // An IP address cannot be a relying party.
  baseURL: async ({ service }, use) => use(service.origin.replace('127.0.0.1', 'localhost')),
});
test.use({ ownership: 'confirmed' });

/** https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/ */
async function plugIn(page: Page, isUserVerified: boolean): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
}

const OFFER = 'Add a passkey: no email needed next time';

test('a passkey is offered after the confirmation, signs in when the alias is hidden, and is removed', async ({
  visitor,
  page,
  service,
}) => {
  await plugIn(page, true);
  await confirm(visitor, service);
  await visitor.button(OFFER).click();
  await visitor.button('Add a passkey').click();
  await expect(visitor.button('Passkey on')).toBeVisible();
  await expect(visitor.button(OFFER)).toBeHidden();
  await visitor.button('Sign out here').click();
  await expect(visitor.email).toHaveValue('');
  await findHidden(visitor);
  const letters = service.count('otp');
  await visitor.button('Use a passkey').click();
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.text('Your current alias:')).toBeVisible();
  expect(service.count('otp')).toBe(letters);
  // It is offered once.
  await expect(visitor.button(OFFER)).toBeHidden();
  await visitor.text('Manage this alias').click();
  await visitor.text('Sign-in').click();
  await visitor.button('Passkey on').click();
  await visitor.button('Remove').click();
  await expect(visitor.button('Passkey none yet')).toBeVisible();
});

test('a missing passkey is reported, and an email works, too; while it is sent no passkey can be used', async ({
  visitor,
  page,
  service,
}) => {
  await plugIn(page, false);
  confirmedAlias(service);
  await findHidden(visitor);
  await visitor.button('Use a passkey').click();
  await expect(visitor.text('No passkey was used. You can get an email instead.')).toBeVisible();
  const answer = service.faults.hold('otp');
  await visitor.button('Send me a link').click();
  await expectHeld(visitor.button('Use a passkey'));
  answer();
  await expect(visitor.text(/^An email is on its way to/)).toBeVisible();
  await expect(visitor.text(ALIAS)).toBeHidden();
});
