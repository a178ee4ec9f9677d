/** The owner's second factor, through auth-js. Each call throws if it fails. */

import { PAGE } from '#languages/en/form.ts';
import { throwError } from '../manage/call.ts';
import type { Run } from '../manage/outcome.ts';
import type { ManageParts } from '../manage/script.ts';

/** The beginning of a second factor: a picture and a secret for an authenticator app. */
export const enrol: Run<unknown> = async (parts) => {
  const { mfa } = (await parts.auth()).client;
  const { data, error } = await mfa.enroll({
    factorType: 'totp',
    issuer: PAGE.name,
    // Names are unique, and an abandoned one is kept for a while.
    friendlyName: new Date().toISOString(),
  });
  if (error) throw error;
  const { id, totp } = data;
  return { enrolment: { id, qr: totp.qr_code, secret: totp.secret } };
};

/** `code`: the first one of the authenticator app. */
export const verifyFactor: Run<{ id: string; code: string }> = async (parts, _, { id, code }) => {
  await prove(parts, id, code);
  return { facts: { factor: id } };
};

export const removeFactor: Run<{ id: string }> = async (parts, _, { id: factorId }) => {
  const { mfa } = (await parts.auth()).client;
  throwError(await mfa.unenroll({ factorId }));
  return { facts: { factor: null } };
};

/** Shows the second factor in this session. */
export async function prove(parts: ManageParts, factorId: string, code: string): Promise<void> {
  const { mfa } = (await parts.auth()).client;
  throwError(await mfa.challengeAndVerify({ factorId, code }));
}
