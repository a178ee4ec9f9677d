/** The tokens of a session that begins or is refreshed. */

import type { Context } from 'hono';
import type { TokenAnswer } from '#auth/accounts/accounts.ts';
import { type OwnedAliases, provenAddress } from '#auth/aliases/owned-aliases.ts';
import { ticketOf } from '../../ticket.ts';
import { tokenShape } from './shapes.ts';

/** The alias that this browser made for the session's address becomes confirmed, and no other (rules/ownership.ts). */
export async function sessionAnswer(
  c: Context,
  { aliases }: { aliases: OwnedAliases },
  answer: TokenAnswer,
): Promise<Record<string, unknown>> {
  const ticket = ticketOf(c.req);
  const email = provenAddress(answer.person.user);
  if (ticket !== undefined && email !== undefined) {
    await aliases.confirm(email, ({ state }) => state.ticket === ticket);
  }
  return tokenShape(answer);
}
