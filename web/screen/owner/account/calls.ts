/** What an owner signs in with, and the ways to leave. Each call throws if it fails. */

import { PAGE } from '#languages/en/form.ts';
import type { Auth } from '../../../client/auth.ts';
import { call, failureOfAny, rows, throwError } from '../manage/call.ts';
import type { Facts, Run } from '../manage/outcome.ts';
import type { ManageParts } from '../manage/script.ts';

export async function readPasskeys(parts: ManageParts): Promise<Facts> {
  if (!parts.mayHavePasskeys) return {};
  return { passkeys: await passkeys((await parts.auth()).client) };
}

export const addPasskey: Run<unknown> = async (parts) => {
  const { client } = await parts.auth();
  throwError(await client.registerPasskey());
  return { facts: { passkeys: await passkeys(client) } };
};

export const removePasskeys: Run<{ ids: string[] }> = async (parts, _, { ids }) => {
  const { passkey } = (await parts.auth()).client;
  for (const passkeyId of ids) throwError(await passkey.delete({ passkeyId }));
  return { facts: { passkeys: [] } };
};

async function passkeys({ passkey }: Auth['client']): Promise<string[]> {
  const { data, error } = await passkey.list();
  if (error) throw error;
  return data.map(({ id }) => id);
}

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

export const changeAddress: Run<{ email: string }> = async (parts, _, { email }) => {
  const { data, error } = await (await parts.auth()).client.updateUser({ email });
  throwError({ error });
  return { facts: { newEmail: data.user?.new_email ?? email } };
};

/**
 * The call carries this session's token: it stays if the email to the current address is answered last. On Supabase that
 * email, too, has a code and not a link (docs/supabase.md).
 */
export const confirmAddress: Run<{ email: string; code: string }> = async (
  parts,
  { real_email: present },
  { email, code: token },
) => {
  const { sessions, moved } = parts;
  const [tab, disk] = sessions.storages();
  const brief = disk !== undefined && tab?.getItem(sessions.key) != null;
  const verified = (to: string) => {
    const proof = { type: 'email_change', email: to, token, remember: !brief };
    return call(parts, 'POST', 'auth/v1/verify', proof);
  };
  let other = false;
  const answer = await verified(email).catch((error: unknown) => {
    if (failureOfAny(error) !== 'wrongCode') throw error;
    other = true;
    return verified(present);
  });
  // Both have agreed: every earlier session has ended, and the answer is the new one.
  if ('access_token' in JSON.parse(answer)) {
    sessions.keep(answer, brief);
    moved(email);
  } else if (other) return {};
  return { facts: { newEmail: null } };
};

/** The earlier links that switch the alias off end. */
export const renewLink: Run<unknown> = async (parts, { id }) => {
  await call(parts, 'POST', 'functions/v1/new-switch-off-link', { alias_id: id });
};

/** Here, or everywhere. */
export type SignOutScope = { scope: 'local' | 'global' };

export const signOutOf: Run<SignOutScope> = async (parts, _, { scope }) => {
  if (scope === 'global') {
    // Without the server's answer the other sessions continue: the owner sees that, and can try again.
    await call(parts, 'POST', 'auth/v1/logout?scope=global');
    parts.sessions.drop();
  } else await parts.signOut();
  parts.leave(undefined);
};

/** As a file, by the browser's own means. */
export const download: Run<unknown> = async (parts) => {
  const json = await call(parts, 'GET', 'functions/v1/my-data');
  const file = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = file;
  link.download = 'veilpost.json';
  link.click();
  URL.revokeObjectURL(file);
};

export const deleteAlias: Run<unknown> = async (parts, { id }) => {
  await rows(parts, 'DELETE', `rest/v1/aliases?id=eq.${id}`);
  parts.leave('aliasDeleted', id);
};

export const deleteAll: Run<unknown> = async (parts) => {
  await call(parts, 'DELETE', 'auth/v1/user');
  parts.sessions.drop();
  parts.leave('allDeleted');
};
