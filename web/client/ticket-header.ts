/** The ticket in a call that begins or renews a session: the server then confirms what this browser made for its address. */

import type { PageConfig } from '#rules/page.ts';
import { type Ticket, TICKET_FIELD } from './ticket.ts';

/** For calls to our own server only: the gateway of another origin may refuse unknown fields. */
export function ticketHeader(
  { url }: Pick<PageConfig, 'url'>,
  ticket: Pick<Ticket, 'current'>,
): Record<string, string> {
  const shown = url === location.origin ? ticket.current() : undefined;
  return shown === undefined ? {} : { [TICKET_FIELD]: shown };
}
