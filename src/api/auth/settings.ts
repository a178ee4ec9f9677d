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
