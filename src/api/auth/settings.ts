import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';

/** GET settings: the enabled features, in GoTrue's words. */
export function settingsCall({ switches, providerSignIn }: Facility) {
  const providers = (providerSignIn?.names ?? []).map((name) => [name, true]);
  return async (c: Context): Promise<Response> =>
    c.json({
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

/** GET health, without a key: whether the facility answers; /healthz has the health of the service. */
export function healthCall() {
  return async (c: Context): Promise<Response> =>
    c.json({ name: 'Veilpost', description: 'Sessions of auth/v1', version: '1' });
}
