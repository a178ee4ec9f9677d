/** The owner's second factor, through auth-js. Each call throws if it fails. */

import { PAGE } from '#languages/en/form.ts';
import type { AliasRow } from '../../../client/alias-row.ts';
import { throwError } from '../manage/call.ts';
import type { ActionOutcome } from '../manage/outcome.ts';
import type { ManageParts } from '../manage/script.ts';

/** The beginning of a second factor: a picture and a secret for an authenticator app. */
export async function enrol(parts: ManageParts): Promise<ActionOutcome> {
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
}

/** `code`: the first one of the authenticator app. */
export async function verifyFactor(
  parts: ManageParts,
  _: AliasRow,
  { id, code }: { id: string; code: string },
): Promise<ActionOutcome> {
  await prove(parts, id, code);
  return { facts: { factor: id } };
}

export async function removeFactor(
  parts: ManageParts,
  _: AliasRow,
  { id: factorId }: { id: string },
): Promise<ActionOutcome> {
  const { mfa } = (await parts.auth()).client;
  throwError(await mfa.unenroll({ factorId }));
  return { facts: { factor: null } };
}

/** Shows the second factor in this session. */
export async function prove(parts: ManageParts, factorId: string, code: string): Promise<void> {
  const { mfa } = (await parts.auth()).client;
  throwError(await mfa.challengeAndVerify({ factorId, code }));
}
