/** The owner's changes to the account, through auth-js. Each throws if it fails. */

import type { Auth } from '../../../client/auth.ts';
import { PAGE } from '#languages/en/form.ts';
import type { ShownEnrolment } from './state.ts';

export type AuthClient = Auth['client'];

/** auth-js returns its errors. */
export function throwError({ error }: { error: unknown }): void {
  if (error) throw error;
}

/** Their ids. */
export async function passkeys(client: AuthClient): Promise<string[]> {
  const { data, error } = await client.passkey.list();
  if (error) throw error;
  return data.map(({ id }) => id);
}

/** The beginning of a second factor: a picture and a secret for an authenticator app. */
export async function enrol({ mfa }: AuthClient): Promise<ShownEnrolment> {
  const { data, error } = await mfa.enroll({
    factorType: 'totp',
    issuer: PAGE.name,
    // Names are unique, and an abandoned one is kept for a while.
    friendlyName: new Date().toISOString(),
  });
  if (error) throw error;
  const { id, totp } = data;
  return { id, qr: totp.qr_code, secret: totp.secret };
}
