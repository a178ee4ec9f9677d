/**
 * The ticket of this browser: 32 random bytes in base64url. It proves to the api which aliases were made here, until
 * their address is confirmed. It is made with the first alias and stored; if the browser refuses that, in memory.
 */

import type { PageConfig } from '#rules/page.ts';

/** Name of the field that carries it. */
export const TICKET_FIELD = 'x-alias-ticket';

const KEY = 'veilpost.ticket';
const OCTETS = 32;

export type Ticket = {
  /** Undefined before the first alias. */
  current: () => string | undefined;
  /** The ticket, made at the first call. */
  make: () => string;
};

/** The used part of `localStorage`, which throws at every access if storage is refused. */
export type Keep = () => Pick<Storage, 'getItem' | 'setItem'>;

/**
 * The ticket in a call that begins or renews a session: the server then confirms what this browser made for its address.
 * For calls to our own server only: the gateway of another origin may refuse unknown fields.
 */
export function ticketHeader(
  { url }: Pick<PageConfig, 'url'>,
  ticket: Pick<Ticket, 'current'>,
): Record<string, string> {
  const shown = url === location.origin ? ticket.current() : undefined;
  return shown === undefined ? {} : { [TICKET_FIELD]: shown };
}

/** @param random fills the bytes */
export function createTicket(
  keep: Keep,
  random: (octets: Uint8Array<ArrayBuffer>) => unknown,
): Ticket {
  let inMemory: string | undefined;

  function current(): string | undefined {
    try {
      return keep().getItem(KEY) ?? inMemory;
    } catch {
      return inMemory;
    }
  }

  function make(): string {
    const known = current();
    if (known !== undefined) return known;
    const octets = new Uint8Array(OCTETS);
    random(octets);
    inMemory = base64url(octets);
    try {
      keep().setItem(KEY, inMemory);
    } catch {
      // Then it lives as long as the page.
    }
    return inMemory;
  }

  return { current, make };
}

/** RFC 4648 section 5, without padding. */
const base64url = (octets: Uint8Array) =>
  btoa(String.fromCharCode(...octets))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
