/** The subject of a letter: its link and code prove nothing about another one. */

import type { OneTimeKind } from '#store/sessions/one-time.ts';
import type { User } from '#store/sessions/users.ts';
import type { OwnedAliases } from '../aliases/owned-aliases.ts';

/** Letters whose link or code begins a session for their address, and so confirms the alias that they name. */
const SIGN_INS: ReadonlySet<OneTimeKind> = new Set(['magiclink', 'signup', 'recovery']);

export type LetterSubject = {
  /** The pending address of a change, or the id of the alias; null: the letter has no subject. */
  subject: string | null;
  /** The alias that the letter names; absent: none waits for a confirmation. */
  alias?: string;
};

/** Whoever requested the letter, it names the waiting alias of its address. */
export async function subjectOf(
  { email, newEmail }: Pick<User, 'email' | 'newEmail'>,
  kind: OneTimeKind,
  aliases: Pick<OwnedAliases, 'waitingFor'>,
): Promise<LetterSubject> {
  if (kind.startsWith('email_change')) return { subject: newEmail };
  const waiting =
    email !== null && SIGN_INS.has(kind) ? await aliases.waitingFor(email) : undefined;
  return waiting === undefined
    ? { subject: null }
    : { subject: waiting.id, alias: waiting.alias_email };
}
