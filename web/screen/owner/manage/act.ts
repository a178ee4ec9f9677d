/** Performs the owner's actions: the product's own calls directly, those of the session through auth-js. */

import type { AliasRow } from '../../../client/alias-row.ts';
import type { ManageParts } from './script.ts';
import { call, failureOfAny, rows } from './call.ts';
import { confirmAddress } from '../address/calls.ts';
import { load, senders } from './facts.ts';
import { enrol, passkeys, throwError } from './session-calls.ts';
import type { Action, ActionOutcome } from './state.ts';

const DAY_MS = 86_400_000;

/** Never throws. */
export async function act(
  parts: ManageParts,
  alias: AliasRow,
  action: Action,
): Promise<ActionOutcome> {
  try {
    return (await acted(parts, alias, action)) ?? {};
  } catch (error) {
    return { failed: failureOfAny(error) };
  }
}

async function acted(
  parts: ManageParts,
  { id, real_email: present }: AliasRow,
  action: Action,
): Promise<ActionOutcome | void> {
  const client = async () => (await parts.auth()).client;
  const change = (setting: object) =>
    rows(parts, 'PATCH', `rest/v1/alias_states?alias_id=eq.${id}`, setting);
  switch (action.do) {
    case 'load':
      return { facts: await load(parts, id) };
    case 'pause':
      return parts.pause(id, action.until);
    case 'endAfter': {
      const endsAt =
        action.days === null ? null : new Date(Date.now() + action.days * DAY_MS).toISOString();
      await change({ ends_at: endsAt });
      return { facts: { endsAt } };
    }
    case 'lock': {
      const { knownOnly } = action;
      await change({ known_only: knownOnly });
      return { facts: { knownOnly } };
    }
    case 'rule': {
      const { sender, rule } = action;
      await call(parts, 'POST', 'functions/v1/senders', { alias_id: id, sender, rule });
      return { facts: { senders: await senders(parts, id) } };
    }
    case 'renewLink':
      await call(parts, 'POST', 'functions/v1/new-switch-off-link', { alias_id: id });
      return;
    case 'replyAddress': {
      const { email } = action;
      const body = { alias_id: id, email };
      const text = await call(parts, 'POST', 'functions/v1/reply-address', body);
      const { address }: { address: string } = JSON.parse(text);
      return { facts: { written: { email, address } } };
    }
    case 'chooseReplyBody': {
      const { replyBody } = action;
      await change({ reply_body: replyBody });
      return { facts: { replyBody } };
    }
    case 'addPasskey': {
      throwError(await (await client()).registerPasskey());
      return { facts: { passkeys: await passkeys(await client()) } };
    }
    case 'removePasskeys': {
      const { passkey } = await client();
      for (const passkeyId of action.ids) throwError(await passkey.delete({ passkeyId }));
      return { facts: { passkeys: [] } };
    }
    case 'enrol':
      return { enrolment: await enrol(await client()) };
    case 'verifyFactor': {
      const { id: factorId, code } = action;
      throwError(await (await client()).mfa.challengeAndVerify({ factorId, code }));
      return { facts: { factor: factorId } };
    }
    case 'removeFactor':
      throwError(await (await client()).mfa.unenroll({ factorId: action.id }));
      return { facts: { factor: null } };
    case 'changeAddress': {
      const { data, error } = await (await client()).updateUser({ email: action.email });
      throwError({ error });
      return { facts: { newEmail: data.user?.new_email ?? action.email } };
    }
    case 'confirmAddress':
      return confirmAddress(parts, action, present);
    case 'download':
      save(await call(parts, 'GET', 'functions/v1/my-data'));
      return;
    case 'signOut':
      if (action.scope === 'global') {
        // Without the server's answer the other sessions continue: the owner sees that, and can try again.
        await call(parts, 'POST', 'auth/v1/logout?scope=global');
        parts.sessions.drop();
      } else await parts.signOut();
      return parts.leave(undefined);
    case 'deleteAlias':
      await rows(parts, 'DELETE', `rest/v1/aliases?id=eq.${id}`);
      return parts.leave('aliasDeleted');
    case 'deleteAll':
      await call(parts, 'DELETE', 'auth/v1/user');
      parts.sessions.drop();
      return parts.leave('allDeleted');
  }
}

/** As a file, by the browser's own means. */
function save(json: string): void {
  const file = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = file;
  link.download = 'veilpost.json';
  link.click();
  URL.revokeObjectURL(file);
}
