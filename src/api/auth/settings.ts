/** The calls for programs that ask about the facility itself. */

import type { Context } from 'hono';
import type { AuthParts } from './auth-call.ts';

/** GET settings: the enabled features, in GoTrue's words. */
export async function settingsCall(
  c: Context,
  { switches, providerSignIn }: AuthParts,
): Promise<Response> {
  const providers = (providerSignIn?.names ?? []).map((name) => [name, true]);
  return c.json({
    external: {
      ...Object.fromEntries(providers),
      anonymous_users: switches.anonymous,
      email: true,
      phone: false,
    },
    disable_signup: false,
    mailer_autoconfirm: switches.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  });
}

/** GET health, without a key: whether the facility responds; /healthz has the health of the service. */
export async function healthCall(c: Context): Promise<Response> {
  return c.json({ name: 'Veilpost', description: 'Sessions of auth/v1', version: '1' });
}

/**
 * GET .well-known/jwks.json, without a key, for everyone who verifies our tokens. Callers may cache it for ten minutes.
 */
export async function keySetCall(c: Context, { keys }: AuthParts): Promise<Response> {
  c.header('Cache-Control', 'public, max-age=600');
  return c.json(await keys.published());
}
