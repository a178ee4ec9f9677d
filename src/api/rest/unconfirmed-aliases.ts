/**
 * `/rest/v1/unconfirmed_aliases`: aliases that someone has made for the address of a session. They forward nothing
 * until the owner keeps them; the owner may delete them, too. `made_here`: by the browser of this call.
 */

import type { OwnedAliases } from '#auth/aliases/owned-aliases.ts';
import type { Alias, OwnedAlias } from '#store/store.ts';
import { readMembers } from '../body.ts';
import type { CallOfCaller } from '../caller.ts';
import { CallRefused } from '../errors.ts';
import { answerChange, answerRows, idIn, readQuery, readTableCall } from './table-call.ts';

const BODY_OCTETS = 512;

/** The handlers by method. @param owned undefined: there are no sessions, so no one has such aliases */
export function unconfirmedAliasCalls(
  owned: Pick<OwnedAliases, 'unconfirmed' | 'confirm' | 'discard'> | undefined,
): Record<string, CallOfCaller> {
  return {
    GET: async (c, { asker }) => {
      const { params, preferences } = readTableCall(c);
      readQuery(params, { select: '*' }, ['select']);
      const { email, ticket } = asker;
      const rows = email === undefined ? [] : ((await owned?.unconfirmed(email)) ?? []);
      const all = rows.map(({ alias, state }) => ({
        ...shown(alias),
        made_here: state.ticket !== null && state.ticket === ticket,
      }));
      return answerRows(c, 200, all, preferences);
    },
    /** 'Keep it': the alias becomes confirmed. */
    PATCH: async (c, { asker: { email } }) => {
      const { params, preferences } = readTableCall(c);
      const id = idIn(params, 'alias_id');
      readKept(await readMembers(c, BODY_OCTETS));
      const isMeant = ({ alias }: OwnedAlias) => alias.id === id;
      const kept = email === undefined ? [] : ((await owned?.confirm(email, isMeant)) ?? []);
      return answerChange(c, kept.map(shown), preferences);
    },
    DELETE: async (c, { asker: { email } }) => {
      const { params, preferences } = readTableCall(c);
      const id = idIn(params, 'alias_id');
      const gone = email === undefined ? undefined : await owned?.discard(email, id);
      return answerChange(c, gone ? [shown(gone)] : [], preferences);
    },
  };
}

const shown = ({ id, alias_email, created_at }: Alias) => ({
  alias_id: id,
  alias_email,
  created_at,
});

/** @throws CallRefused */
function readKept(body: Record<string, unknown>): void {
  if (body.kept === true && Object.keys(body).length === 1) return;
  throw new CallRefused(403, '42501', 'Only the column kept can be changed, and only to true.');
}
