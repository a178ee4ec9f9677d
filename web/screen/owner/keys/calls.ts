/** The calls on an owner's API keys: `functions/v1/api-keys`. */

import type { ApiKeyScope } from '#rules/api-key.ts';
import type { AliasesListParts } from '../aliases/script.ts';

export type ListedKey = {
  id: string;
  name: string;
  scope: ApiKeyScope;
  /** ISO 8601. */
  made_at: string;
  /** As 2026-11-28; null: never. */
  used_on: string | null;
};

/** Only this answer has the text of the new key. */
export type NewKey = ListedKey & { key: string };

/** The reason why a call has no result. */
export type KeyFailure = 'secondFactor' | 'wrongCode' | 'tooMany' | 'unreachable' | 'failed';

/** A call that has no result. */
export class KeyCallFailed extends Error {
  override readonly name = 'KeyCallFailed';
  readonly failure: KeyFailure;

  constructor(failure: KeyFailure) {
    super();
    this.failure = failure;
  }
}

export const keyFailureOf = (error: unknown): KeyFailure =>
  error instanceof KeyCallFailed ? error.failure : 'unreachable';

/** @throws KeyCallFailed, or what `fetch` throws */
export async function listKeys(parts: AliasesListParts): Promise<ListedKey[]> {
  return JSON.parse(await call(parts, 'GET')).keys;
}

/** @throws KeyCallFailed, or what `fetch` throws */
export async function makeKey(
  parts: AliasesListParts,
  wish: { name: string; scope: ApiKeyScope },
): Promise<NewKey> {
  return JSON.parse(await call(parts, 'POST', '', wish));
}

/** @throws KeyCallFailed, or what `fetch` throws */
export const revokeKey = (parts: AliasesListParts, id: string): Promise<string> =>
  call(parts, 'DELETE', `?id=${id}`);

/** Shows the second factor in this session. @throws KeyCallFailed */
export async function prove(parts: AliasesListParts, code: string): Promise<void> {
  demandOwner(parts);
  const { client } = await parts.auth();
  const { data } = await client.getUser();
  const isOn = ({ factor_type, status }: { factor_type: string; status: string }) =>
    factor_type === 'totp' && status === 'verified';
  const factor = data.user?.factors?.find(isOn);
  if (factor === undefined) throw new KeyCallFailed('failed');
  const { error } = await client.mfa.challengeAndVerify({ factorId: factor.id, code });
  if (error) throw new KeyCallFailed(error.status === 422 ? 'wrongCode' : 'failed');
}

async function call(
  parts: AliasesListParts,
  method: string,
  query = '',
  body?: object,
): Promise<string> {
  demandOwner(parts);
  const { status, text } = await parts.call(method, `functions/v1/api-keys${query}`, body);
  if (status >= 300) throw new KeyCallFailed(refusalOf(status, text));
  return text;
}

/** Another tab may have begun another owner's session: a call would be about that one's keys. */
function demandOwner(parts: AliasesListParts): void {
  if (parts.hasEnded()) throw new KeyCallFailed('failed');
}

function refusalOf(status: number, text: string): KeyFailure {
  if (text.includes('insufficient_aal')) return 'secondFactor';
  if (text.includes('too_many_api_keys')) return 'tooMany';
  return status >= 500 ? 'unreachable' : 'failed';
}
