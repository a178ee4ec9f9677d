/** Passkeys and WebAuthn in a real browser, with its own virtual authenticator: in the screen, and with the stock client. */

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { AuthClient } from '@supabase/auth-js';
import { ANON_KEY } from '#support/api.ts';
import { expect, test as base } from './fixtures.ts';
import { confirm, findHidden } from './owner.ts';
import { JANE } from './visitor.ts';

declare global {
  interface Window {
    client: InstanceType<typeof AuthClient>;
  }
}

const test = base.extend({
  // An IP address cannot be a relying party.
  baseURL: async ({ service }, use) => use(service.origin.replace('127.0.0.1', 'localhost')),
});
test.use({ ownership: 'confirmed' });

/** https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/ @returns sets whether its user is verified */
async function plugIn(page: Page): Promise<(isUserVerified: boolean) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  };
}

const OFFER = 'Add a passkey: no email needed next time';

test('a passkey is offered after the confirmation, signs in when the alias is hidden, and is removed; without one the screen says so', async ({
  visitor,
  page,
  service,
}) => {
  const setVerified = await plugIn(page);
  await confirm(visitor, service);
  await visitor.button(OFFER).click();
  await visitor.button('Add a passkey').click();
  await expect(visitor.button('Passkey on')).toBeVisible();
  await expect(visitor.button(OFFER)).toBeHidden();
  await visitor.button('Sign out here').click();
  await expect(visitor.email).toHaveValue('');
  const { path, query } = service.calls.findLast(({ call }) => call === 'auth') ?? {};
  expect([path, query]).toEqual(['/auth/v1/logout', { scope: 'local' }]);
  await findHidden(visitor);
  const letters = service.count('otp');
  await setVerified(false);
  await visitor.button('Use a passkey').click();
  await expect(visitor.text('No passkey was used. You can get an email instead.')).toBeVisible();
  await setVerified(true);
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

const INDEX = createRequire(import.meta.url).resolve('@supabase/auth-js');
const CLIENT = join(dirname(INDEX), '../module');
const TSLIB = join(dirname(createRequire(INDEX).resolve('tslib')), 'tslib.es6.mjs');

/** A page with only the stock client on it. */
const STOCK_CLIENT = `<!doctype html>
<title>Stock client</title>
<script type="importmap">{"imports": {"tslib": "/modules/tslib"}}</script>
<script type="module">
  import { AuthClient } from '/modules/index';
  const headers = { apikey: '${ANON_KEY}', Authorization: 'Bearer ${ANON_KEY}' };
  window.client = new AuthClient({ url: location.origin + '/auth/v1', headers, autoRefreshToken: false });
  document.title = 'ready';
</script>`;

/** Serves the stock client at the service's origin, and at another one of the same host. */
async function serveStockClient(page: Page, origin: string, other: string): Promise<void> {
  await page.route('**/stock', (route) =>
    route.fulfill({ contentType: 'text/html', body: STOCK_CLIENT }),
  );
  // The client's modules import each other without a file ending, as bundlers allow.
  await page.route('**/modules/**', (route) => {
    const [, name = ''] = new URL(route.request().url()).pathname.split('/modules/');
    const path = name === 'tslib' ? TSLIB : join(CLIENT, `${name}.js`);
    return route.fulfill({ contentType: 'text/javascript', path });
  });
  await page.route(`${other}/auth/**`, async (route) => {
    const url = route.request().url().replace(other, origin);
    return route.fulfill({ response: await route.fetch({ url }) });
  });
}

test('with the stock client a passkey signs in, but not in a page of another origin; WebAuthn as second factor leads to aal2', async ({
  page,
  service,
  baseURL,
}) => {
  const other = 'http://localhost:8443';
  await plugIn(page);
  await serveStockClient(page, baseURL, other);
  const session = JSON.parse(await service.owners.session(JANE));
  await page.goto('/stock');
  await expect(page).toHaveTitle('ready');
  const level = () =>
    page.evaluate(
      async () => (await window.client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel,
    );
  const signIn = () =>
    page.evaluate(async () => {
      const { data, error } = await window.client.signInWithPasskey();
      return error ? (error.code ?? error.message) : data?.user?.email;
    });
  const made = await page.evaluate(async (kept) => {
    await window.client.setSession(kept);
    const passkey = await window.client.registerPasskey();
    const factor = await window.client.mfa.webauthn.register(
      { friendlyName: 'key' },
      { authenticatorSelection: { authenticatorAttachment: 'platform' } },
    );
    return [passkey.error?.message, factor.error?.message];
  }, session);
  expect(made).toEqual([undefined, undefined]);
  expect(await level()).toBe('aal2');

  expect(await signIn()).toBe(JANE);
  expect(await level()).toBe('aal1');
  const shown = await page.evaluate(async () => {
    const { data } = await window.client.mfa.listFactors();
    const factorId = data?.webauthn[0]?.id ?? '';
    return (await window.client.mfa.webauthn.authenticate({ factorId })).error?.message;
  });
  expect(shown).toBeUndefined();
  expect(await level()).toBe('aal2');

  // The browser allows it: the relying party's id is the same host. The origin is not.
  await page.goto(`${other}/stock`);
  await expect(page).toHaveTitle('ready');
  expect(await signIn()).toBe('webauthn_verification_failed');
});
