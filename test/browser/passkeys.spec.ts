/** Passkeys and WebAuthn in a real browser, with its own virtual authenticator and the stock client. */

import type { CDPSession, Page } from '@playwright/test';
import type { AuthClient } from '@supabase/auth-js';
import { expect, test as base } from './fixtures.ts';
import { type SessionsStandIn, sessionsStandIn } from './stand-in/sessions.ts';

declare global {
  interface Window {
    client: InstanceType<typeof AuthClient>;
  }
}

const test = base.extend<{ sessions: SessionsStandIn; authenticator: Authenticator }>({
  // Playwright reads the names of the fixtures from the pattern.
  // oxlint-disable-next-line no-empty-pattern
  sessions: async ({}, use) => {
    const cleanUps: (() => Promise<void> | void)[] = [];
    await use(await sessionsStandIn((cleanUp) => void cleanUps.unshift(cleanUp)));
    for (const cleanUp of cleanUps) await cleanUp();
  },
  authenticator: [async ({ page }, use) => use(await Authenticator.plugIn(page)), { auto: true }],
});

/** https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/ */
class Authenticator {
  readonly #cdp: CDPSession;
  readonly #authenticatorId: string;

  constructor(cdp: CDPSession, authenticatorId: string) {
    this.#cdp = cdp;
    this.#authenticatorId = authenticatorId;
  }

  static async plugIn(page: Page): Promise<Authenticator> {
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
    return new Authenticator(cdp, authenticatorId);
  }

  /** Sets the counter back, to that of an earlier copy. */
  async setCounter(signCount: number): Promise<void> {
    const authenticatorId = this.#authenticatorId;
    const { credentials } = await this.#cdp.send('WebAuthn.getCredentials', { authenticatorId });
    for (const credential of credentials) {
      const { credentialId } = credential;
      await this.#cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
      await this.#cdp.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount },
      });
    }
  }
}

async function open(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await expect(page).toHaveTitle('ready');
}

/** The page of a user who signed in by an email. */
async function signedIn(page: Page, { under, origin }: SessionsStandIn): Promise<void> {
  const { accounts } = under.facility;
  const { id } = await accounts.findOrMake('jane@mailbox.test');
  const answer = await accounts.signIn(id, 'otp', true);
  await open(page, origin);
  const tokens = {
    access_token: answer?.accessToken ?? '',
    refresh_token: answer?.refreshToken ?? '',
  };
  const error = await page.evaluate(
    async (session) => (await window.client.setSession(session)).error?.message,
    tokens,
  );
  expect(error).toBeUndefined();
}

const register = (page: Page) =>
  page.evaluate(async () => {
    const { data, error } = await window.client.registerPasskey();
    return error?.message ?? data?.id;
  });

const signIn = (page: Page) =>
  page.evaluate(async () => {
    const { data, error } = await window.client.signInWithPasskey();
    return error ? (error.code ?? error.message) : data?.user?.email;
  });

const signOut = (page: Page) => page.evaluate(() => window.client.signOut({ scope: 'local' }));

test("a passkey made by a browser signs in, again and again; an authenticator's answer is accepted once; a counter that went back, and a page of another origin, are refused", async ({
  page,
  sessions,
  authenticator,
}) => {
  await signedIn(page, sessions);
  expect(await register(page)).toMatch(/^[\da-f-]{36}$/);
  for (let time = 0; time < 2; time++) {
    await signOut(page);
    expect(await signIn(page)).toBe('jane@mailbox.test');
  }
  const amr = await page.evaluate(
    async () => (await window.client.getClaims()).data?.claims.amr?.[0],
  );
  expect(amr).toMatchObject({ method: 'passkey' });

  const codes = await page.evaluate(async () => {
    const { passkey } = window.client;
    const { data } = await passkey.startAuthentication();
    if (!data) return [];
    const json = JSON.parse(JSON.stringify(data.options));
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
    const made = await navigator.credentials.get({ publicKey });
    const credential = JSON.parse(JSON.stringify(made));
    const seen = [];
    for (let time = 0; time < 2; time++) {
      const challengeId = data.challenge_id;
      const { error } = await passkey.verifyAuthentication({ challengeId, credential });
      seen.push(error ? error.code : 'ok');
    }
    return seen;
  });
  expect(codes).toEqual(['ok', 'webauthn_challenge_not_found']);

  await signOut(page);
  await authenticator.setCounter(0);
  expect(await signIn(page)).toBe('webauthn_verification_failed');
  await authenticator.setCounter(100);
  expect(await signIn(page)).toBe('jane@mailbox.test');
  // The browser allows it: the relying party's id is the same host. The origin is not.
  await open(page, sessions.otherOrigin);
  expect(await signIn(page)).toBe('webauthn_verification_failed');
});

test('WebAuthn as second factor leads to aal2', async ({ page, sessions }) => {
  await signedIn(page, sessions);
  const level = () =>
    page.evaluate(
      async () => (await window.client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel,
    );
  const registered = await page.evaluate(async () => {
    const { error } = await window.client.mfa.webauthn.register(
      { friendlyName: 'key' },
      { authenticatorSelection: { authenticatorAttachment: 'platform' } },
    );
    return error?.message ?? 'ok';
  });
  expect(registered).toBe('ok');
  expect(await level()).toBe('aal2');
  await signedIn(page, sessions);
  expect(await level()).toBe('aal1');
  const authenticated = await page.evaluate(async () => {
    const { data } = await window.client.mfa.listFactors();
    const factorId = data?.webauthn[0]?.id ?? '';
    const { error } = await window.client.mfa.webauthn.authenticate({ factorId });
    return error?.message ?? 'ok';
  });
  expect(authenticated).toBe('ok');
  expect(await level()).toBe('aal2');
});
